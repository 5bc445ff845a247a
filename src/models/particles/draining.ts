import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { exp } from '../../core/math.js';
import type { World } from '../model.js';
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

/** Lowers the trail in a box of cells; true if there was any. The field book says eroded: it is picture, not water. */
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
      const height = f32[trail + cell];
      if (height === 0) continue;
      const liking = Math.max(0, Math.min(1, f32[affinity + cell]));
      const kept = Math.max(0, 1 - share * (1 + UNEVEN - 2 * UNEVEN * liking));
      // Rounded up: what is wet stays wet, and whose it is, until the operators' threshold dries it.
      const left = Math.ceil((height * kept) / HEIGHT_QUANTUM) * HEIGHT_QUANTUM;
      lost += height - left;
      f32[trail + cell] = left;
    }
  }
  fields.eroded += lost;
  fields.total -= lost;
  return lost > 0;
}
