/** From light to bytes: glow is added, tone and sRGB follow (render/picture/look.ts, 7 and 8). */
import { pow } from '../../core/math.js';
import { GLOW_BLOCK } from '../picture/glow.js';
import { addBilinear } from '../picture/linear.js';
import { filmic, srgbTable } from '../picture/shade.js';
import type { Picture } from './picture.js';

/** Light of some rows of a picture, and the glow of its blocks. */
export interface Exposed {
  readonly light: Float32Array;
  readonly glow: Float32Array | undefined;
  readonly strength: number;
  readonly width: number;
  /** First row of `light` in the picture, a multiple of the glow's blocks, and how many there are. */
  readonly first: number;
  readonly rows: number;
  readonly film: boolean;
}

/** A whole picture with 16 bits a channel: red, green, blue, row after row. */
export function finishDeep(exposed: Exposed): Uint16Array {
  const { light, glow, strength, width, rows, film } = exposed;
  const [columns, lines] = [Math.ceil(width / GLOW_BLOCK), Math.ceil(rows / GLOW_BLOCK)];
  const blocks = glow && { data: glow, width: columns, height: lines };
  const out = new Uint16Array(3 * width * rows);
  const spill = new Float64Array(3);
  for (let p = 0; p < out.length; p += 3) {
    const [col, row] = [(p / 3) % width, Math.floor(p / 3 / width)];
    if (blocks) {
      spill.fill(0);
      addBilinear(blocks, (col + 0.5) / (GLOW_BLOCK * columns), (row + 0.5) / (GLOW_BLOCK * lines), strength, spill);
    }
    for (let c = 0; c < 3; c++) {
      const value = light[p + c] + spill[c];
      const toned = film ? filmic(value) : Math.min(1, Math.max(0, value));
      out[p + c] = Math.floor(65535 * srgbOf(toned) + 0.5);
    }
  }
  return out;
}

/** sRGB of linear light, both 0 to 1 (IEC 61966-2-1). */
function srgbOf(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055;
}

/** Writes the rows `from` to before `to` of the picture to `out`, whose first row is `from`. */
export function finishRows(exposed: Exposed, from: number, to: number, out: Picture): void {
  const { light, glow, strength, width, first, rows, film } = exposed;
  const bytes = srgbTable();
  const top = bytes.length - 1;
  const columns = Math.ceil(width / GLOW_BLOCK);
  const lines = Math.ceil(rows / GLOW_BLOCK);
  const blocks = glow && { data: glow, width: columns, height: lines };
  const spill = new Float64Array(3);
  for (let row = from, q = 0; row < to; row++) {
    const v = (row - first + 0.5) / (GLOW_BLOCK * lines);
    for (let col = 0, p = 3 * (row - first) * width; col < width; col++, p += 3, q += 4) {
      if (blocks) {
        spill.fill(0);
        addBilinear(blocks, (col + 0.5) / (GLOW_BLOCK * columns), v, strength, spill);
      }
      for (let c = 0; c < 3; c++) {
        const value = light[p + c] + spill[c];
        const toned = film ? filmic(value) : Math.min(1, Math.max(0, value));
        out.data[q + c] = bytes[Math.floor(toned * top + 0.5)];
      }
      out.data[q + 3] = 255;
    }
  }
}
