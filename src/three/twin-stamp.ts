/** A drop for the water twin: a cap of water as heights of texels, of exactly its mass but for less than one quantum. */
import { HEIGHT_QUANTUM } from '../core/grid.js';
import { capVolumeFactor } from '../core/profile.js';
import { WATER_DENSITY } from '../core/units.js';

/** A box of texels, and what is added to each [mm], row after row. */
export interface Stamp {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
  readonly heights: Float32Array;
}

/** A drop on a chart: its middle [mm], mass [mg] and contact angle [rad]. */
export interface StampedDrop {
  readonly x: number;
  readonly y: number;
  readonly mass: number;
  readonly angle: number;
}

/** The cap of a drop on a chart of so many texels. Texels beyond its edges give their share to the others. */
export function stampOf(drop: StampedDrop, columns: number, rows: number, cellSize: number): Stamp {
  const { x, y, mass, angle } = drop;
  const radius = Math.cbrt(mass / (WATER_DENSITY * capVolumeFactor(angle)));
  const held = (at: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(at / cellSize)));
  const [row, col] = [held(y - radius, rows), held(x - radius, columns)];
  const high = held(y + radius, rows) - row + 1;
  const wide = held(x + radius, columns) - col + 1;
  const sphere = radius / Math.sin(angle);
  const shape = Float64Array.from({ length: high * wide }, (_, n) => {
    const dx = (col + (n % wide) + 0.5) * cellSize - x;
    const dy = (row + Math.floor(n / wide) + 0.5) * cellSize - y;
    return Math.max(0, Math.sqrt(Math.max(0, sphere * sphere - dx * dx - dy * dy)) - sphere * Math.cos(angle));
  });
  // Smaller than a texel, and beside its middle.
  if (shape.every((height) => height === 0)) shape[0] = 1;
  return { row, col, rows: high, cols: wide, heights: quantised(shape, mass / (cellSize * cellSize)) };
}

/** Heights in the proportions of a shape that are whole quanta, and add up to a sum [mm] but for less than one quantum. */
function quantised(shape: Float64Array, sum: number): Float32Array {
  const whole = shape.reduce((a, b) => a + b, 0);
  const quanta = Math.floor(sum / HEIGHT_QUANTUM);
  let [carried, given] = [0, 0];
  return Float32Array.from(shape, (height) => {
    carried += height;
    const part = Math.round((quanta * carried) / whole) - given;
    given += part;
    return part * HEIGHT_QUANTUM;
  });
}
