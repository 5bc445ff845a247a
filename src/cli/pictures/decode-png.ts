/**
 * PNG files as sRGB bytes with alpha: all colour types and depths, interlaced or not. Only the chunks that hold pixels are read;
 * colour profiles and texts are skipped. Pixels are inflated to the size that the header promises and not a byte further,
 * so that a small file cannot fill the memory. Sections are those of the PNG specification (third edition).
 */
import { crc32, inflateSync } from 'node:zlib';
import { RivuletError } from '../../core/errors.js';
import { checkPictureSize } from '../../render/backdrop/backdrop.js';
import type { BackdropImage } from '../../render/offline/index.js';

const SIGNATURE_BYTES = 8;
/** Signature, and the header's chunk up to its checksum (11.2.1). */
const HEADER_END = 29;
const PALETTE = 3;
/** Samples a pixel and allowed bits a sample, by colour type (11.2.1). */
const COLOUR_TYPES: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  [PALETTE]: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** Which pixels a pass holds: every `dx`-th from `x` on in every `dy`-th row from `y` on. */
type Pass = readonly [x: number, y: number, dx: number, dy: number];
const ALL_AT_ONCE: readonly Pass[] = [[0, 0, 1, 1]];
/** The passes of an interlaced file (8.1). */
const ADAM7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** What the header says, and the chunks that explain the pixels. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  /** Samples a pixel in the file. */
  readonly samples: number;
  readonly passes: readonly Pass[];
  /** Red, green, blue of each entry. */
  readonly palette: Uint8Array;
  /** Alphas of the palette, or the samples of the one colour that is clear (11.3.1.1). */
  readonly transparency: Uint8Array;
}

/** Decodes a PNG file; `name` is what it is called in error lines. Errors that are no `RivuletError` mean that it is broken. */
export function decodePng(bytes: Uint8Array, name: string): BackdropImage {
  if (bytes.length < HEADER_END) throw new RivuletError(`${name} must be a whole PNG file; it ends too early.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  checkPictureSize(width, height, name);
  const layout = readLayout(bytes, width, height);
  const packed = Buffer.concat(chunksOf(bytes, 'IDAT'));
  const lines = inflate(packed, passSizes(layout), name);
  const data = new Uint8Array(4 * width * height);
  let at = 0;
  for (const pass of layout.passes) at = paintPass(layout, pass, lines, at, data);
  return { data, width, height };
}

function readLayout(bytes: Uint8Array, width: number, height: number): Layout {
  checkChunks(bytes);
  const [depth, colourType, compression, filtering, interlace] = bytes.subarray(24, HEADER_END);
  const colours = COLOUR_TYPES[colourType];
  if (!colours?.depths.includes(depth)) throw new Error(`colour type ${colourType} of ${depth} bits`);
  if (compression !== 0 || filtering !== 0 || interlace > 1) throw new Error('unknown method');
  const [palette = new Uint8Array(0)] = chunksOf(bytes, 'PLTE');
  const [transparency = new Uint8Array(0)] = chunksOf(bytes, 'tRNS');
  const passes = interlace === 1 ? ADAM7 : ALL_AT_ONCE;
  return { width, height, depth, colourType, samples: colours.samples, passes, palette, transparency };
}

/** Throws unless the file is whole up to its last chunk, every checksum right. */
function checkChunks(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const { kind, from, to } of walkChunks(bytes)) {
    if (from === SIGNATURE_BYTES + 8 && (kind !== 'IHDR' || to !== HEADER_END)) throw new Error('no header');
    if (view.getUint32(to) !== crc32(bytes.subarray(from - 4, to))) throw new Error(`checksum of ${kind}`);
  }
}

/** The data of all chunks of a kind, in their order. */
function chunksOf(bytes: Uint8Array, wanted: string): Uint8Array[] {
  return Array.from(walkChunks(bytes)).flatMap(({ kind, from, to }) =>
    kind === wanted ? [bytes.subarray(from, to)] : [],
  );
}

/** Where the data of each chunk lies, up to the one that ends the file (5.3). Throws where the file ends before. */
function* walkChunks(bytes: Uint8Array): Generator<{ kind: string; from: number; to: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = SIGNATURE_BYTES, kind = ''; kind !== 'IEND'; ) {
    const from = at + 8;
    const to = from + view.getUint32(at);
    kind = Buffer.from(bytes.subarray(at + 4, from)).toString('latin1');
    yield { kind, from, to };
    at = to + 4;
  }
}

/** Bytes of all passes: a filter type and packed samples a row; passes without pixels have no rows (8.1). */
function passSizes(layout: Layout): number {
  let bytes = 0;
  for (const pass of layout.passes) {
    const { columns, rows } = passSize(layout, pass);
    if (columns > 0) bytes += rows * (1 + lineBytes(layout, columns));
  }
  return bytes;
}

function passSize({ width, height }: Layout, [x, y, dx, dy]: Pass): { columns: number; rows: number } {
  return { columns: Math.max(0, Math.ceil((width - x) / dx)), rows: Math.max(0, Math.ceil((height - y) / dy)) };
}

function lineBytes({ samples, depth }: Layout, columns: number): number {
  return Math.ceil((columns * samples * depth) / 8);
}

/** Inflates to exactly `size` bytes. */
function inflate(packed: Uint8Array, size: number, name: string): Uint8Array {
  let lines: Uint8Array;
  try {
    // One piece, which does not grow: memory is used only as far as there is something to write.
    lines = inflateSync(packed, { maxOutputLength: size, chunkSize: size + 64 });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RivuletError(`${name} must hold the pixels that its header says; it holds more. Save it again.`);
  }
  if (lines.length < size) throw new Error('too few pixels');
  return lines;
}

/** Draws a pass, whose rows begin at `at` in `lines` and lose their filters there; returns where the next pass begins. */
function paintPass(layout: Layout, pass: Pass, lines: Uint8Array, at: number, out: Uint8Array): number {
  const [x, y, dx, dy] = pass;
  const { columns, rows } = passSize(layout, pass);
  if (columns === 0) return at;
  const length = lineBytes(layout, columns);
  const pixelBytes = Math.max(1, (layout.samples * layout.depth) >> 3);
  let above: Uint8Array = new Uint8Array(length);
  for (let row = 0; row < rows; row++, at += 1 + length) {
    const line = lines.subarray(at + 1, at + 1 + length);
    unfilter(lines[at], line, above, pixelBytes);
    paintLine(layout, line, columns, out, 4 * ((y + row * dy) * layout.width + x), 4 * dx);
    above = line;
  }
  return at;
}

/** Adds to each byte what its filter predicts from the bytes on the left, above, and above on the left (9.2). */
function unfilter(type: number, line: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  if (type > 4) throw new Error(`filter ${type}`);
  for (let n = 0; type !== 0 && n < line.length; n++) {
    const left = n < pixelBytes ? 0 : line[n - pixelBytes];
    const corner = n < pixelBytes ? 0 : above[n - pixelBytes];
    if (type === 1) line[n] += left;
    else if (type === 2) line[n] += above[n];
    else if (type === 3) line[n] += (left + above[n]) >> 1;
    else line[n] += paeth(left, above[n], corner);
  }
}

/** The neighbour that is nearest to left + above − corner; of equals the first (9.4). */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Writes the pixels of a row as RGBA to `out`, from `at` on and `step` bytes apart. */
function paintLine(layout: Layout, line: Uint8Array, columns: number, out: Uint8Array, at: number, step: number): void {
  const { depth, colourType, samples, palette, transparency } = layout;
  // Of 16 bits the upper eight are enough for a backdrop; fewer bits are stretched to white.
  const stretch = depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const colour = samples > 2 ? 1 : 0;
  const alpha = samples % 2 === 0 ? samples - 1 : -1;
  for (let col = 0, q = at; col < columns; col++, q += step) {
    const first = col * samples;
    if (colourType === PALETTE) {
      const entry = sampleAt(line, first, depth);
      if (3 * entry >= palette.length) throw new Error('a colour outside the palette');
      for (let c = 0; c < 3; c++) out[q + c] = palette[3 * entry + c];
      out[q + 3] = transparency[entry] ?? 255;
      continue;
    }
    for (let c = 0; c < 3; c++) out[q + c] = byteAt(line, first + c * colour, depth) * stretch;
    out[q + 3] = alpha < 0 ? 255 : byteAt(line, first + alpha, depth);
    if (alpha < 0 && transparency.length > 0 && isClear(layout, line, first)) out[q + 3] = 0;
  }
}

/** Sample `n` of a row, as many bits as it has. */
function sampleAt(line: Uint8Array, n: number, depth: number): number {
  if (depth === 8) return line[n];
  if (depth === 16) return 256 * line[2 * n] + line[2 * n + 1];
  const bit = n * depth;
  return (line[bit >> 3] >> (8 - depth - (bit % 8))) & (2 ** depth - 1);
}

/** Sample `n` of a row, of 16 bits the upper eight. */
function byteAt(line: Uint8Array, n: number, depth: number): number {
  return depth === 16 ? line[2 * n] : sampleAt(line, n, depth);
}

/** Is this the one colour that is clear? It is given in the depth of the file, two bytes a sample. */
function isClear({ samples, depth, transparency }: Layout, line: Uint8Array, first: number): boolean {
  for (let c = 0; c < samples; c++) {
    if (sampleAt(line, first + c, depth) !== 256 * transparency[2 * c] + transparency[2 * c + 1]) return false;
  }
  return true;
}
