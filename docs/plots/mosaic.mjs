/** Pictures beside each other on white, and a file of what comes of it. */
import { writeFileSync } from 'node:fs';
import { encode } from 'jpeg-js';
import { encodePng } from '../../dist/cli/png.js';

/** @typedef {import('rivulet/offline').Picture} Picture */

/** White between pictures [px]. */
const GAP = 4;
/** 0 to 100: no blocks are to be seen at 80. */
const JPEG_QUALITY = 80;

/** Rows of pictures of one size in one picture. @param {readonly (readonly Picture[])[]} rows @returns {Picture} */
export function mosaic(rows) {
  const [{ width, height }] = rows[0];
  const across = Math.max(...rows.map((row) => row.length));
  const whole = {
    width: across * (width + GAP) - GAP,
    height: rows.length * (height + GAP) - GAP,
    data: new Uint8ClampedArray(0),
  };
  whole.data = new Uint8ClampedArray(4 * whole.width * whole.height).fill(255);
  for (const [down, row] of rows.entries()) {
    for (const [along, picture] of row.entries()) {
      for (let line = 0; line < height; line++) {
        const to = (down * (height + GAP) + line) * whole.width + along * (width + GAP);
        whole.data.set(picture.data.subarray(4 * line * width, 4 * (line + 1) * width), 4 * to);
      }
    }
  }
  return whole;
}

/** Writes docs/images/<name>.png, every pixel as it is. @param {string} name @param {Picture} picture */
export function writePng(name, picture) {
  write(`${name}.png`, encodePng(picture));
}

/** Writes docs/images/<name>.jpg, a quarter of the size: these go into the package. @param {string} name @param {Picture} picture */
export function writeJpeg(name, picture) {
  write(`${name}.jpg`, encode(picture, JPEG_QUALITY).data);
}

/** @param {string} file @param {Uint8Array} bytes */
function write(file, bytes) {
  writeFileSync(new URL(`../images/${file}`, import.meta.url), bytes);
  console.log(`docs/images/${file}`);
}
