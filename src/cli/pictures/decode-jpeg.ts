/** JPEG files as sRGB bytes with alpha, held as their EXIF orientation says. jpeg-js decodes them. */
import { decode } from 'jpeg-js';
import { scanOrder, type Way } from '../../render/backdrop/scan-order.js';
import { checkPictureSize } from '../../render/backdrop/size-limit.js';
import type { BackdropImage } from '../../render/offline/index.js';
import { readJpegHeader } from './jpeg-header.js';

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
