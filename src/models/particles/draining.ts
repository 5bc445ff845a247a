import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { exp } from '../../core/math.js';
import type { World } from '../model.js';
import type { Fields } from './fields.js';
import type { ParticleState } from './state.js';

/** Trails are lowered this often [s]: no film has more pictures. */
const OFTEN = 0.01;
/** Glass that water likes holds a trail this much longer, and other glass this much shorter, so that it breaks up. */
const UNEVEN = 0.5;

/**
 * Lets trails run thin between the runs of the operators: a height falls e-fold in `trailDrain`, sooner where the glass
 * does not like water. So a trail is high only right behind its drop, and beads are what stays of it.
 */
export function drainTrails(state: ParticleState, world: World): void {
  const { trailDrain } = state.options;
  if (trailDrain === 0) return;
  const every = Math.max(1, Math.floor(OFTEN / world.dt + 0.5));
  if (world.step % every !== 0) return;
  const share = 1 - exp((-every * world.dt) / trailDrain);
  const { tiles } = state.fields;
  const { list, box, count } = tiles.wet;
  for (let n = 0; n < count; n++) {
    const at = 4 * list[n];
    if (lowerBox(state, box[at], box[at + 1], box[at + 2], box[at + 3], share)) tiles.change(list[n]);
  }
}

/** Lowers the shape of a drop that was just lifted into the trail map to the height of trails. */
export function lowerLifted({ fields, options, caps }: ParticleState, id: number): void {
  if (!caps || options.trailHeight === 1) return;
  const { heap, trail, trailIds, grid } = fields.memory;
  const { row0, row1, col0, col1 } = fields.box;
  let lost = 0;
  for (let row = row0; row < row1; row++) {
    for (let cell = row * grid.stride + col0, end = row * grid.stride + col1; cell < end; cell++) {
      if (heap.u32[trailIds + cell] !== id) continue;
      lost += lower(heap.f32, trail + cell, options.trailHeight);
    }
  }
  bookLoss(fields, lost);
}

/** Lowers the trail in a box of cells; true if there was any. */
function lowerBox(
  { fields }: ParticleState,
  row0: number,
  row1: number,
  col0: number,
  col1: number,
  share: number,
): boolean {
  const { heap, trail, affinity, grid } = fields.memory;
  const { f32 } = heap;
  let lost = 0;
  for (let row = row0; row < row1; row++) {
    for (let cell = row * grid.stride + col0, end = row * grid.stride + col1; cell < end; cell++) {
      if (f32[trail + cell] === 0) continue;
      const liking = Math.max(0, Math.min(1, f32[affinity + cell]));
      const kept = Math.max(0, 1 - share * (1 + UNEVEN - 2 * UNEVEN * liking));
      lost += lower(f32, trail + cell, kept);
    }
  }
  bookLoss(fields, lost);
  return lost > 0;
}

/** Rounded up: what is wet stays wet, and whose it is, until the operators' threshold dries it. Returns what was lost. */
function lower(f32: Float32Array, at: number, share: number): number {
  const height = f32[at];
  const left = Math.ceil((height * share) / HEIGHT_QUANTUM) * HEIGHT_QUANTUM;
  f32[at] = left;
  return height - left;
}

/** The field book says eroded: it is picture, not water. */
function bookLoss(fields: Fields, lost: number): void {
  fields.eroded += lost;
  fields.total -= lost;
}
