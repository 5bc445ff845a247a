/** Pictures beside each other on white, and a file of what comes of it. */
import { writeFileSync } from 'node:fs';
import { encodePng } from '../../dist/cli/png.js';

/** @typedef {import('rivulet/offline').Picture} Picture */

/** White between pictures [px]. */
const GAP = 4;

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

/** Writes docs/images/<name>.png. @param {string} name @param {Picture} picture */
export function writePicture(name, picture) {
  writeFileSync(new URL(`../images/${name}.png`, import.meta.url), encodePng(picture));
  console.log(`docs/images/${name}.png`);
}
