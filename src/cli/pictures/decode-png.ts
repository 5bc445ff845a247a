/** PNG files as sRGB bytes with alpha: all colour types and depths. fast-png takes them apart; this gives them one shape. */
import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png';
import { RivuletError } from '../../core/errors.js';
import { checkPictureSize } from '../../render/backdrop/size-limit.js';
import type { BackdropImage } from '../../render/offline/index.js';

/** Where the chunk that comes first ends (PNG specification, section 11.2.2). */
const HEADER_END = 29;
const PALETTE = 3;

/** Decodes a PNG file; `name` is what it is called in error lines. */
export function decodePng(bytes: Uint8Array, name: string): BackdropImage {
  if (bytes.length < HEADER_END) throw new RivuletError(`${name} must be a whole PNG file; it ends too early.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  checkPictureSize(view.getUint32(16), view.getUint32(20), name);
  const [depth, colourType, , , interlace] = bytes.subarray(24, HEADER_END);
  // fast-png 8.0 takes every pixel of an interlaced file for a byte at least.
  if (interlace !== 0 && depth < 8) {
    const remedy = 'Save it without interlacing.';
    throw new RivuletError(`${name} must have at least 8 bits a channel if interlaced; it has ${depth}. ${remedy}`);
  }
  const png = decode(bytes, { checkCrc: true });
  const { width, height } = png;
  return { data: colourType === PALETTE ? fromPalette(png) : fromChannels(png), width, height };
}

function fromPalette(png: DecodedPng): Uint8Array {
  const colours = convertIndexedToRgb(png);
  const pixels = png.width * png.height;
  return toRgba(colours, pixels, colours.length / pixels);
}

function fromChannels(png: DecodedPng): Uint8Array {
  const { width, height, channels, depth, transparency } = png;
  const values = depth < 8 ? unpack(png) : png.data;
  const rgba = toRgba(depth === 8 ? values : toBytes(values, depth), width * height, channels);
  if (transparency) clearColour(rgba, values, channels, transparency);
  return rgba;
}

/** Greys of 1, 2 or 4 bits, of which a byte holds several; each row begins a new byte. */
function unpack({ data, width, height, depth }: DecodedPng): Uint8Array {
  const line = Math.ceil((width * depth) / 8);
  const out = new Uint8Array(width * height);
  for (let row = 0, q = 0; row < height; row++) {
    for (let bit = 0; bit < width * depth; bit += depth, q++) {
      const shift = 8 - depth - (bit % 8);
      out[q] = (data[row * line + (bit >> 3)] >> shift) & (2 ** depth - 1);
    }
  }
  return out;
}

/** Of 16 bits the upper eight are enough for a backdrop; fewer bits are stretched to white. */
function toBytes(values: ArrayLike<number>, depth: number): Uint8Array {
  const bytes = new Uint8Array(values.length);
  const stretch = 255 / (2 ** depth - 1);
  for (let n = 0; n < bytes.length; n++) bytes[n] = depth === 16 ? values[n] >> 8 : values[n] * stretch;
  return bytes;
}

/** Grey, grey and alpha, RGB or RGBA as RGBA. */
function toRgba(values: ArrayLike<number>, pixels: number, channels: number): Uint8Array {
  const out = new Uint8Array(4 * pixels);
  const colour = channels > 2 ? 1 : 0;
  const alpha = channels % 2 === 0 ? channels - 1 : -1;
  for (let p = 0, q = 0; q < out.length; p += channels, q += 4) {
    out[q] = values[p];
    out[q + 1] = values[p + colour];
    out[q + 2] = values[p + 2 * colour];
    out[q + 3] = alpha < 0 ? 255 : values[p + alpha];
  }
  return out;
}

/** A picture without alpha may name one colour that is clear (section 11.3.2.1), in the depth of the file. */
function clearColour(rgba: Uint8Array, values: ArrayLike<number>, channels: number, clear: ArrayLike<number>): void {
  for (let p = 0, q = 3; q < rgba.length; p += channels, q += 4) {
    let same = true;
    for (let c = 0; c < channels; c++) same &&= values[p + c] === clear[c];
    if (same) rgba[q] = 0;
  }
}
