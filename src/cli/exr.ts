/**
 * OpenEXR files: scan lines, ZIP in blocks of 16 lines, channels of half, float or uint32 under any name. No package on npm
 * writes named channels or uint32, and with Node's zlib the format needs no more than this (openexr.com, "File Layout").
 */
import { deflateSync } from 'node:zlib';

/** One number a pixel, row after row. Whole numbers are written as uint32, others as float, or as half on request. */
export interface ExrChannel {
  readonly name: string;
  readonly data: Float32Array | Uint32Array;
  /** Floats as 16 bits: 11 binary digits, at most 65504. */
  readonly half?: boolean;
}

const MAGIC = 20000630;
const VERSION = 2;
const ZIP = 3;
/** Lines that are compressed together with ZIP. */
const BLOCK = 16;
const UINT = 0;
const HALF = 1;
const FLOAT = 2;
/** Names of attributes and channels in files of version 2. */
const LONGEST_NAME = 31;

/** The channels as one file; readers find them by name. */
export function encodeExr(width: number, height: number, channels: readonly ExrChannel[]): Uint8Array {
  for (const { name } of channels) {
    if (name.length < 1 || name.length > LONGEST_NAME)
      throw new RangeError(`a channel's name has 1 to 31 letters: ${name}`);
  }
  // The format wants them in the order of their names.
  const sorted = [...channels].sort((a, b) => (a.name < b.name ? -1 : 1));
  const header = headerOf(width, height, sorted);
  const blocks: Buffer[] = [];
  for (let row = 0; row < height; row += BLOCK) blocks.push(blockOf(sorted, width, row, Math.min(height, row + BLOCK)));
  const offsets = Buffer.alloc(8 * blocks.length);
  let at = header.length + offsets.length;
  for (const [n, block] of blocks.entries()) {
    offsets.writeBigUInt64LE(BigInt(at), 8 * n);
    at += block.length;
  }
  return Buffer.concat([header, offsets, ...blocks]);
}

/** The nearest half [16 bits], ties to even; beyond 65504 it is infinite. */
export function toHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  // Below 2⁻¹⁴ all halves are multiples of 2⁻²⁴; above, 1024 of them lie between two powers of two.
  let exponent = -14;
  while (exponent < 15 && size >= 2 ** (exponent + 1)) exponent += 1;
  const steps = roundToEven(size / 2 ** (exponent - 10));
  // A number that rounds up to the next power of two carries into the exponent by itself.
  return sign | (steps < 1024 ? steps : ((exponent + 14) << 10) + steps);
}

function roundToEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

function typeOf({ data, half }: ExrChannel): number {
  if (data instanceof Uint32Array) return UINT;
  return half ? HALF : FLOAT;
}

function headerOf(width: number, height: number, channels: readonly ExrChannel[]): Buffer {
  const box = int32(0, 0, width - 1, height - 1);
  // Of each channel: name, kind, not linear for the eye, one sample a pixel both ways.
  const list = channels.map((channel) => Buffer.concat([text(channel.name), int32(typeOf(channel), 0, 1, 1)]));
  return Buffer.concat([
    int32(MAGIC, VERSION),
    attribute('channels', 'chlist', Buffer.concat([...list, Buffer.alloc(1)])),
    attribute('compression', 'compression', Buffer.from([ZIP])),
    attribute('dataWindow', 'box2i', box),
    attribute('displayWindow', 'box2i', box),
    attribute('lineOrder', 'lineOrder', Buffer.from([0])),
    attribute('pixelAspectRatio', 'float', float32(1)),
    attribute('screenWindowCenter', 'v2f', float32(0, 0)),
    attribute('screenWindowWidth', 'float', float32(1)),
    Buffer.alloc(1),
  ]);
}

function attribute(name: string, type: string, value: Uint8Array): Buffer {
  return Buffer.concat([text(name), text(type), int32(value.length), value]);
}

function text(word: string): Buffer {
  return Buffer.from(`${word}\0`, 'latin1');
}

function int32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [n, number] of numbers.entries()) bytes.writeInt32LE(number, 4 * n);
  return bytes;
}

function float32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [n, number] of numbers.entries()) bytes.writeFloatLE(number, 4 * n);
  return bytes;
}

/** First row, length, and the compressed lines; lines that do not become shorter stay as they are. */
function blockOf(channels: readonly ExrChannel[], width: number, from: number, to: number): Buffer {
  const raw = linesOf(channels, width, from, to);
  const packed = deflateSync(predicted(raw));
  const data = packed.length < raw.length ? packed : raw;
  return Buffer.concat([int32(from, data.length), data]);
}

/** Line after line, of each the channels one after another. */
function linesOf(channels: readonly ExrChannel[], width: number, from: number, to: number): Buffer {
  const size = channels.reduce((sum, channel) => sum + (typeOf(channel) === HALF ? 2 : 4), 0);
  const bytes = Buffer.alloc(size * width * (to - from));
  let at = 0;
  for (let row = from; row < to; row++) {
    for (const channel of channels) {
      const type = typeOf(channel);
      for (let p = row * width; p < (row + 1) * width; p++) {
        const value = channel.data[p];
        if (type === UINT) at = bytes.writeUInt32LE(value, at);
        else at = type === HALF ? bytes.writeUInt16LE(toHalf(value), at) : bytes.writeFloatLE(value, at);
      }
    }
  }
  return bytes;
}

/** Bytes at even places first, then those at odd ones, each as its difference from the one before. */
function predicted(raw: Buffer): Buffer {
  const out = Buffer.alloc(raw.length);
  const half = Math.ceil(raw.length / 2);
  for (let n = 0; n < raw.length; n++) out[n % 2 === 0 ? n / 2 : half + (n - 1) / 2] = raw[n];
  for (let n = out.length - 1; n > 0; n--) out[n] = out[n] - out[n - 1] + 128;
  return out;
}
