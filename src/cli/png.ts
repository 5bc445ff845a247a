/**
 * PNG from opaque pictures: 8-bit RGB, each row as the difference from the one above. Node's zlib does the work, two to
 * four times faster than the encoder fast-png and into smaller files (a height map of 1280 × 720: 58 ms and 194 kB
 * against 228 ms and 209 kB), so no package is needed for it.
 */
import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from '../render/offline/index.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Filter type "Up" of the PNG specification, section 9.2. */
const FILTER_UP = 2;

/** The picture as a PNG file. Its alpha is left out: the views are opaque. */
export function encodePng(picture: Picture): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(picture.width, 0);
  header.writeUInt32BE(picture.height, 4);
  header[8] = 8; // bits a channel
  header[9] = 2; // RGB
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filterRows(picture))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each row: the filter's number, then what it differs from the row above, byte by byte modulo 256. */
function filterRows({ data, width, height }: Picture): Uint8Array {
  const rows = new Uint8Array(height * (1 + 3 * width));
  const above = 4 * width;
  let to = 0;
  for (let row = 0, from = 0; row < height; row++) {
    rows[to++] = FILTER_UP;
    for (let col = 0; col < width; col++, from += 4) {
      for (let c = from; c < from + 3; c++) rows[to++] = data[c] - (row > 0 ? data[c - above] : 0);
    }
  }
  return rows;
}

/** Length, kind, data, checksum over kind and data. */
function chunk(kind: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
