/**
 * Pictures from PNG files, for backdrops: 8 or 16 bits a channel, grey, RGB, palette, with or without alpha, not
 * interlaced. Node's zlib does most of it, so that no package is needed at run time.
 */
import { inflateSync } from 'node:zlib';

/** sRGB bytes: red, green, blue, alpha. */
export interface DecodedPng {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Numbers a pixel for each colour type of the PNG specification, section 6.1. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Most pixels of a file: what decodes to more is taken for a mistake. */
const MOST_PIXELS = 2 ** 26;

/** Decodes a PNG file; undefined if it is none, is broken, or of a kind that is not read. */
export function decodePng(bytes: Uint8Array): DecodedPng | undefined {
  if (SIGNATURE.some((byte, n) => bytes[n] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let header: { width: number; height: number; depth: number; colour: number } | undefined;
  let palette: Uint8Array = new Uint8Array(0);
  let clear: Uint8Array = new Uint8Array(0);
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.length < length || kind === 'IEND') break;
    if (kind === 'IHDR' && length === 13) {
      // Byte 12 is the interlace method; 0 is none.
      if (body[12] !== 0) return undefined;
      header = { width: view.getUint32(at + 8), height: view.getUint32(at + 12), depth: body[8], colour: body[9] };
    }
    if (kind === 'PLTE') palette = body;
    if (kind === 'tRNS') clear = body;
    if (kind === 'IDAT') parts.push(body);
    at += length + 12;
  }
  if (!header || !isReadable(header)) return undefined;
  const { width, height, depth, colour } = header;
  const bytesEach = (CHANNELS[colour] * depth) / 8;
  const rows = inflate(parts, height * (1 + width * bytesEach));
  if (!rows || !unfilter(rows, width * bytesEach, height, bytesEach)) return undefined;
  return { data: toRgba(rows, width, height, depth, colour, palette, clear), width, height };
}

function isReadable({
  width,
  height,
  depth,
  colour,
}: {
  width: number;
  height: number;
  depth: number;
  colour: number;
}) {
  const sides = width > 0 && height > 0 && width * height <= MOST_PIXELS;
  return sides && colour in CHANNELS && (depth === 8 || (depth === 16 && colour !== 3));
}

function inflate(parts: readonly Uint8Array[], length: number): Uint8Array | undefined {
  try {
    const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: length });
    return rows.length === length ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** Undoes the filters of section 9.2 in place; false if one is unknown. */
function unfilter(rows: Uint8Array, line: number, height: number, each: number): boolean {
  for (let row = 0; row < height; row++) {
    const at = row * (line + 1);
    const filter = rows[at];
    if (filter > 4) return false;
    for (let n = 0; n < line; n++) {
      const p = at + 1 + n;
      const left = n >= each ? rows[p - each] : 0;
      const above = row > 0 ? rows[p - line - 1] : 0;
      const corner = n >= each && row > 0 ? rows[p - line - 1 - each] : 0;
      if (filter === 1) rows[p] += left;
      else if (filter === 2) rows[p] += above;
      else if (filter === 3) rows[p] += (left + above) >> 1;
      else if (filter === 4) rows[p] += paeth(left, above, corner);
    }
  }
  return true;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const a = Math.abs(guess - left);
  const b = Math.abs(guess - above);
  const c = Math.abs(guess - corner);
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

function toRgba(
  rows: Uint8Array,
  width: number,
  height: number,
  depth: number,
  colour: number,
  palette: Uint8Array,
  clear: Uint8Array,
): Uint8Array {
  const channels = CHANNELS[colour];
  const step = depth / 8;
  const out = new Uint8Array(4 * width * height);
  for (let row = 0, q = 0; row < height; row++) {
    let p = row * (1 + width * channels * step) + 1;
    for (let col = 0; col < width; col++, q += 4, p += channels * step) {
      // Of 16 bits the upper eight are enough for a backdrop.
      const first = rows[p];
      const grey = colour === 0 || colour === 4;
      out[q] = colour === 3 ? palette[3 * first] : first;
      out[q + 1] = colour === 3 ? palette[3 * first + 1] : grey ? first : rows[p + step];
      out[q + 2] = colour === 3 ? palette[3 * first + 2] : grey ? first : rows[p + 2 * step];
      const alpha = colour === 4 ? rows[p + step] : colour === 6 ? rows[p + 3 * step] : 255;
      out[q + 3] = colour === 3 ? (clear[first] ?? 255) : alpha;
    }
  }
  return out;
}
