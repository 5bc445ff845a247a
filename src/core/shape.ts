import { cbrt } from './math.js';
import { WATER_DENSITY } from './units.js';

/**
 * A drop's shape as the models stamp it and the renderers draw it: 1 to 5 equal hemispheres, chained from cell to cell
 * (Chen 2013, eq. 2). The chain is one 16-bit code, so that a drop's shape costs two bytes and is copied with it.
 */
export const MAX_LOBES = 5;

/** Links of a chain in cells, one a compass point, clockwise from east; y grows with rows, so south is down. */
const STEP_X = [1, 1, 0, -1, -1, -1, 0, 1];
const STEP_Y = [0, 1, 1, 1, 0, -1, -1, -1];

/** A single lobe. */
export const ROUND = 1;

/**
 * The n-th of the five links a chain may take (n = 0 to 4): one side, downhill-diagonal, downhill, the other diagonal,
 * the other side (Chen's θ = 0, 7π/4, 3π/2, 5π/4, π on an upright pane). Downhill is (gx, gy), to the nearest quarter turn.
 */
export function chainLink(n: number, gx: number, gy: number): number {
  const steep = Math.abs(gy) >= Math.abs(gx);
  const downhill = steep ? (gy >= 0 ? 2 : 6) : gx >= 0 ? 0 : 4;
  return (downhill + n + 6) & 7;
}

/** Code of a chain of `count` lobes whose j-th link goes to compass point `direction(j)`, 0 to 7. */
export function chainCode(count: number, direction: (link: number) => number): number {
  let code = count;
  for (let link = 0; link < count - 1; link++) code |= direction(link) << (3 + 3 * link);
  return code;
}

/** How many lobes the code stands for. */
export function lobeCount(code: number): number {
  return code & 7;
}

/** Fills `out` with the lobes' offsets from the drop's position [mm], x and y in turn, and returns how many lobes there are. */
export function lobeOffsets(code: number, cellSize: number, out: Float64Array): number {
  const count = code & 7;
  let x = 0;
  let y = 0;
  out[0] = 0;
  out[1] = 0;
  for (let link = 0; link < count - 1; link++) {
    const direction = (code >> (3 + 3 * link)) & 7;
    x += STEP_X[direction] * cellSize;
    y += STEP_Y[direction] * cellSize;
    out[2 * link + 2] = x;
    out[2 * link + 3] = y;
  }
  return count;
}

/** Radius [mm] of each of `lobes` equal hemispheres that together hold `mass` [mg] (Chen 2013, section 5.3, restored). */
export function hemisphereRadius(mass: number, lobes: number): number {
  return cbrt((3 * mass) / (2 * Math.PI * WATER_DENSITY * lobes));
}
