import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { exp } from '../../core/math.js';
import { lowered } from '../../kernels/reference/draining.js';
import { quantise } from '../../kernels/reference/heights.js';
import type { World } from '../model.js';
import type { Fields } from './fields.js';
import type { ParticleState } from './state.js';
import { sunkOf } from './trail-body.js';

/** Time between two falls of heights [s]: steps of a fourteenth, where trails run thin in 0.4 s, are not seen. */
const PERIOD = 0.03;

/**
 * Lets trails run thin between the runs of the operators: a height falls e-fold in `trailDrain`, sooner where the glass
 * does not like water. So a trail is high only right behind its drop, and beads are what stays of it.
 */
export function drainTrails(state: ParticleState, world: World): void {
  const { trailDrain } = state.options;
  if (trailDrain === 0) return;
  const every = Math.max(1, Math.floor(PERIOD / world.dt + 0.5));
  if (world.step % every !== 0) return;
  const share = 1 - exp((-every * world.dt) / trailDrain);
  const { fields } = state;
  const { tiles, memory } = fields;
  const { trail, affinity, wetBits, rectangles, found, heap, kernels } = memory;
  const { stride, columns } = fields.grid;
  const count = tiles.wet.write(heap.u32, rectangles);
  bookLoss(fields, kernels.drain(trail, affinity, stride, columns, wetBits, rectangles, count, share, found));
  for (let n = 0; n < count; n++) {
    if (heap.u32[found + n] !== 0) tiles.change(tiles.wet.list[n]);
  }
}

/** Lowers the shape of a drop that was just lifted into the trail map to the height and the width of trails. */
export function lowerLifted(state: ParticleState, id: number): void {
  const { fields, options, caps } = state;
  if (!caps) return;
  const { heap, trail, trailIds, grid } = fields.memory;
  const { row0, row1, col0, col1 } = fields.box;
  const sunk = quantise(options.trailHeight * sunkOf(state));
  let lost = 0;
  for (let row = row0; row < row1; row++) {
    for (let cell = row * grid.stride + col0, end = row * grid.stride + col1; cell < end; cell++) {
      if (heap.u32[trailIds + cell] !== id) continue;
      const height = heap.f32[trail + cell];
      const left = Math.max(HEIGHT_QUANTUM, lowered(height, options.trailHeight) - sunk);
      heap.f32[trail + cell] = left;
      lost += height - left;
    }
  }
  bookLoss(fields, lost);
}

/** The field book says eroded: it is picture, not water. */
function bookLoss(fields: Fields, lost: number): void {
  fields.eroded += lost;
  fields.total -= lost;
}
