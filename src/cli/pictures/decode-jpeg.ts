/** JPEG files as sRGB bytes with alpha, held as their EXIF orientation says. jpeg-js decodes them; the header is read here. */

import { decode } from 'jpeg-js';
import { RivuletError } from '../../core/errors.js';
import { checkPictureSize } from '../../render/backdrop/backdrop.js';
import { scanOrder, type Way } from '../../render/backdrop/scan-order.js';
import type { BackdropImage } from '../../render/offline/index.js';

/** The largest picture we read takes 1.5 GB to decode; the decoder's own limit is half a gigabyte. */
const MOST_MEGABYTES = 2048;

/** Which way the rows and the columns of a file follow one another, for the orientations 1 to 8 (EXIF 2.3, section 4.6.4). */
const WAYS: readonly (readonly [rows: Way, columns: Way])[] = [
  ['down', 'right'],
  ['down', 'left'],
  ['up', 'left'],
  ['up', 'right'],
  ['right', 'down'],
  ['left', 'down'],
  ['left', 'up'],
  ['right', 'up'],
];

/** Decodes a JPEG file; `name` is what it is called in error lines. */
export function decodeJpeg(bytes: Uint8Array, name: string): BackdropImage {
  const header = readJpegHeader(bytes, name);
  checkPictureSize(header.width, header.height, name);
  const { data, width, height } = decode(bytes, {
    useTArray: true,
    maxMemoryUsageInMB: MOST_MEGABYTES,
    ...(header.rgb ? { colorTransform: false } : {}),
  });
  return header.orientation === 1 ? { data, width, height } : turn(data, width, height, header.orientation);
}

/** The picture as it is to be held. */
function turn(data: Uint8Array, columns: number, rows: number, orientation: number): BackdropImage {
  const [width, height] = orientation > 4 ? [rows, columns] : [columns, rows];
  const { start, line, pixel } = scanOrder(width, height, ...WAYS[orientation - 1]);
  // Four bytes at once: the decoder's array begins where its buffer does.
  const from = new Uint32Array(data.buffer);
  const to = new Uint32Array(from.length);
  for (let i = 0, p = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, p++) to[start + i * line + j * pixel] = from[p];
  }
  return { data: new Uint8Array(to.buffer), width, height };
}

export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** Are three channels RGB as they stand? Usually they are luma and chroma. */
  readonly rgb: boolean;
  /** Of EXIF, 1 to 8: where the first row and the first column of the file lie. 1: at the top and at the left. */
  readonly orientation: number;
}

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ADOBE = [0x41, 0x64, 0x6f, 0x62, 0x65];

/** Walks the segments up to the frame header, and refuses kinds of frames that the decoder does not support. */
export function readJpegHeader(bytes: Uint8Array, name: string): JpegHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let orientation = 1;
  let adobe = -1;
  // Ten bytes are a frame header up to its number of channels.
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff) throw new RivuletError(`${name} must be a whole JPEG file; its header is broken.`);
    // A marker may be preceded by any number of such bytes.
    if (marker === 0xff) {
      at++;
      continue;
    }
    const body = at + 4;
    if (marker === 0xe1 && begins(bytes, body, EXIF)) orientation = readOrientation(view, body + EXIF.length);
    if (marker === 0xee && begins(bytes, body, ADOBE)) adobe = bytes[body + 11];
    if (isFrame(marker)) {
      checkFrame(marker, bytes[body], name);
      checkColours(bytes[body + 5], adobe, name);
      return { width: view.getUint16(body + 3), height: view.getUint16(body + 1), rgb: adobe === 0, orientation };
    }
    at += 2 + view.getUint16(at + 2);
  }
  throw new RivuletError(`${name} must be a whole JPEG file; it ends too early.`);
}

function begins(bytes: Uint8Array, at: number, word: readonly number[]): boolean {
  return word.every((byte, n) => bytes[at + n] === byte);
}

/** Of C0 to CF all begin a frame but for tables of Huffman codes, a reserved one, and arithmetic conditioning. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function checkFrame(marker: number, bits: number, name: string): void {
  // Baseline, extended, progressive.
  const known = marker <= 0xc2;
  if (known && bits === 8) return;
  const came = known ? `it has ${bits} bits` : 'it is lossless or arithmetically coded';
  throw new RivuletError(`${name} must be a baseline or progressive JPEG of 8 bits; ${came}. Save it as one.`);
}

/** Four channels are inks; only Adobe's segment says how much ink a number means. */
function checkColours(channels: number, adobe: number, name: string): void {
  if (channels === 1 || channels === 3 || (channels === 4 && adobe >= 0)) return;
  throw new RivuletError(`${name} must have grey or RGB colours; it has ${channels} channels. Save it as RGB.`);
}

/** The tag 0x0112 of the first directory of a TIFF header; 1 where there is none, or nothing that can be understood. */
function readOrientation(view: DataView, tiff: number): number {
  try {
    const little = view.getUint16(tiff) === 0x4949;
    const directory = tiff + view.getUint32(tiff + 4, little);
    const count = view.getUint16(directory, little);
    for (let n = 0; n < count; n++) {
      const entry = directory + 2 + 12 * n;
      if (view.getUint16(entry, little) !== 0x0112) continue;
      const value = view.getUint16(entry + 8, little);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // It points past the end of the file: a picture held the wrong way is better than none.
  }
  return 1;
}
