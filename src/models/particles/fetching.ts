import type { World } from '../model.js';
import type { ParticleState } from './state.js';

/** Running drops whose cells are fetched together: their boxes stand where the places of a way stand later, four words each. */
export const FETCHED = 8;
/** Rows before a drop's front that it looks at when it chooses its way, and those of them and behind to fetch affinities of. */
const AHEAD = 4;
const LOOK = AHEAD + 6;

/**
 * Brings the cells that the drop in slot `last` and the next few will look at and stamp into the cache, all at once: on
 * large panes each of them waits for its own otherwise. Nothing but the time depends on it.
 */
export function fetchDrops({ drops, memory }: ParticleState, { dt }: World, last: number): void {
  const { x, y, vx, vy, radius } = drops;
  const { heap, way, trail, trailIds, stillIds, affinity, grid, kernels } = memory;
  const { cellSize, rows, columns, stride } = grid;
  const { u32 } = heap;
  const first = last - (last % FETCHED);
  for (let slot = first, at = way; slot <= last; slot++, at += 4) {
    const r = radius[slot];
    const x1 = x[slot] + vx[slot] * dt;
    const y1 = y[slot] + vy[slot] * dt;
    u32[at] = Math.max(0, Math.floor((Math.min(y[slot], y1) - r) / cellSize));
    u32[at + 1] = Math.min(rows, Math.floor((Math.max(y[slot], y1) + r) / cellSize) + AHEAD);
    u32[at + 2] = Math.max(0, Math.floor((Math.min(x[slot], x1) - r) / cellSize) - 1);
    u32[at + 3] = Math.min(columns, Math.floor((Math.max(x[slot], x1) + r) / cellSize) + 2);
  }
  kernels.fetchAhead(trail, trailIds, stillIds, affinity, stride, way, last - first + 1, LOOK);
}
