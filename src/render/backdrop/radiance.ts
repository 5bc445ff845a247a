/**
 * Radiance pictures (.hdr), after the format's own description in "Real Pixels" (Ward 1991) and the file formats of
 * Radiance: a header in text, then lines of pixels with one exponent for red, green and blue. Lines may be plain, with
 * runs of whole pixels (the old form) or with runs in each of the four bytes (the new one); a file may mix them.
 * Left out: XYZ colours. EXPOSURE is not undone: the picture is as bright as its maker left it.
 */
import { RivuletError } from '../../core/errors.js';
import { checkPictureSize } from './backdrop.js';
import type { BackdropImage } from './create-backdrop.js';
import { type ScanOrder, scanOrder, type Way } from './scan-order.js';

/** Suns are cut off here: backdrops must stay below 65504, the largest half float, and this is the one before it. */
const BRIGHTEST = 65472;

/** Shorter lines never have the new form. */
const SHORTEST_NEW = 8;

/**
 * Decodes a Radiance picture into linear floats. The error for a broken or unsupported file is one line that begins with `name`.
 * @example createBackdrop({ kind: 'environment', image: decodeRadiance(bytes) })
 */
export function decodeRadiance(bytes: Uint8Array, name = 'the picture'): BackdropImage {
  const source = new Source(bytes, name);
  const { width, height, order, lines } = readHeader(source);
  const data = new Float32Array(3 * width * height);
  const length = (width * height) / lines;
  const line = new Uint8Array(4 * length);
  const scales = makeScales();
  for (let i = 0; i < lines; i++) {
    readLine(source, line, length);
    for (let j = 0, p = 0; j < length; j++, p += 4) {
      const q = 3 * (order.start + i * order.line + j * order.pixel);
      const scale = scales[line[p + 3]];
      for (let c = 0; c < 3; c++) data[q + c] = Math.min(BRIGHTEST, line[p + c] * scale);
    }
  }
  return { data, width, height };
}

/** The bytes of a file, one after another. */
class Source {
  readonly #bytes: Uint8Array;
  readonly #name: string;
  #at = 0;

  constructor(bytes: Uint8Array, name: string) {
    this.#bytes = bytes;
    this.#name = name;
  }

  get name(): string {
    return this.#name;
  }

  next(): number {
    if (this.#at >= this.#bytes.length) throw this.broken('it ends too early');
    return this.#bytes[this.#at++];
  }

  /** Copies the next four bytes into a line. */
  pixel(line: Uint8Array, at: number): void {
    for (let c = 0; c < 4; c++) line[at + c] = this.next();
  }

  /** The text up to the next line break. */
  text(): string {
    let text = '';
    for (let byte = this.next(); byte !== 0x0a; byte = this.next()) {
      if (text.length > 4096) throw this.broken('its header is no text');
      text += String.fromCharCode(byte);
    }
    return text.trim();
  }

  broken(why: string): RivuletError {
    return new RivuletError(`${this.#name} must be a whole Radiance HDR file; ${why}.`);
  }
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly order: ScanOrder;
  /** How many lines the file has: rows, or columns if it is turned. */
  readonly lines: number;
}

/** Directions that the signs in the line of the size mean: y grows upwards, x to the right. */
const WAYS: Readonly<Record<string, Way>> = { '-Y': 'down', '+Y': 'up', '+X': 'right', '-X': 'left' };

function readHeader(source: Source): Header {
  if (!source.text().startsWith('#?')) throw source.broken('it does not begin with "#?RADIANCE"');
  for (let text = source.text(); text !== ''; text = source.text()) {
    const format = /^FORMAT=\s*(.*)$/.exec(text)?.[1];
    if (format === undefined || format === '32-bit_rle_rgbe') continue;
    throw new RivuletError(`${source.name} must have the format 32-bit_rle_rgbe; it has ${format.slice(0, 40)}.`);
  }
  const size = source.text();
  const match = /^([+-][XY])\s+(\d{1,9})\s+([+-][XY])\s+(\d{1,9})$/.exec(size);
  if (!match || match[1][1] === match[3][1]) throw source.broken('its size cannot be read');
  const [lines, length] = [Number(match[2]), Number(match[4])];
  const turned = match[1][1] === 'X';
  const [width, height] = turned ? [lines, length] : [length, lines];
  checkPictureSize(width, height, source.name);
  return { width, height, lines, order: scanOrder(width, height, WAYS[match[1]], WAYS[match[3]]) };
}

/** One line of `length` pixels, four bytes each; its first pixel decides its form. */
function readLine(source: Source, line: Uint8Array, length: number): void {
  source.pixel(line, 0);
  const isNew = line[0] === 2 && line[1] === 2 && line[2] < 128;
  if (!isNew || length < SHORTEST_NEW) {
    readOldLine(source, line, length);
    return;
  }
  if (256 * line[2] + line[3] !== length) throw source.broken('one of its lines has another length');
  for (let c = 0; c < 4; c++) readRuns(source, line, c, length);
}

/** The new form: of each of the four bytes, runs (more than 128, then the byte) and plain stretches. */
function readRuns(source: Source, line: Uint8Array, c: number, length: number): void {
  for (let n = 0; n < length; ) {
    const code = source.next();
    const count = code > 128 ? code - 128 : code;
    if (count === 0 || n + count > length) throw source.broken('one of its runs does not fit');
    const same = code > 128 ? source.next() : -1;
    for (const end = n + count; n < end; n++) line[4 * n + c] = same < 0 ? source.next() : same;
  }
}

/** The old form, whose first pixel is there: 1 1 1 n repeats the pixel before n times; the next such one counts 256-fold. */
function readOldLine(source: Source, line: Uint8Array, length: number): void {
  let weight = 1;
  for (let n = 0; n < length; ) {
    const p = 4 * n;
    if (n > 0) source.pixel(line, p);
    if (line[p] !== 1 || line[p + 1] !== 1 || line[p + 2] !== 1) {
      weight = 1;
      n++;
      continue;
    }
    const end = n + weight * line[p + 3];
    if (n === 0 || end > length) throw source.broken('one of its runs does not fit');
    for (; n < end; n++) line.copyWithin(4 * n, 4 * n - 4, 4 * n);
    weight *= 256;
  }
}

/** Two to the power of e − 136 for every exponent e: eight of its bits make the byte a fraction. */
function makeScales(): Float64Array {
  const scales = new Float64Array(256);
  scales[136] = 1;
  for (let e = 137; e < 256; e++) scales[e] = 2 * scales[e - 1];
  for (let e = 135; e > 0; e--) scales[e] = scales[e + 1] / 2; // 0 stays 0: black
  return scales;
}
