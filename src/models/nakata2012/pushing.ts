import type { Capsules } from './capsules.js';
import { takeShape } from './shape.js';
import type { NakataState } from './state.js';

/** Distance beyond touching, so that rounding leaves no overlap [mm]. */
const CLEAR = 1e-9;

/**
 * Moves two bodies apart that do not merge (NAK-O1): each by the other's share of the mass. The collision is inelastic, so
 * their relative speed along the line between them is lost. A drop that is hit runs until friction stops it.
 */
export function pushApart(state: NakataState, a: number, b: number, pair: Capsules): void {
  const { drops } = state;
  const { mass, vx, vy, id } = drops;
  const apart = Math.sqrt(pair.x * pair.x + pair.y * pair.y);
  const nx = apart > 0 ? pair.x / apart : 0;
  const ny = apart > 0 ? pair.y / apart : 1;
  const share = mass[b] / (mass[a] + mass[b]);
  const way = CLEAR - pair.gap;
  const speed = Math.max(0, (vx[a] - vx[b]) * nx + (vy[a] - vy[b]) * ny);
  const other = id[b];
  nudge(state, a, -share * way * nx, -share * way * ny, -share * speed * nx, -share * speed * ny);
  const rest = 1 - share;
  nudge(state, drops.slotOf(other), rest * way * nx, rest * way * ny, rest * speed * nx, rest * speed * ny);
}

function nudge(state: NakataState, slot: number, dx: number, dy: number, dvx: number, dvy: number): void {
  const { drops, cells } = state;
  const isOn = state.shift(slot, dx, dy);
  drops.vx[slot] += dvx;
  drops.vy[slot] += dvy;
  if (!isOn) {
    state.drain(slot);
    return;
  }
  // A drop that was moved is tested for contacts again.
  drops.crowded[slot] = 1;
  const runs = drops.vx[slot] !== 0 || drops.vy[slot] !== 0;
  const at = drops.setMoving(slot, drops.moving[slot] === 1 || runs);
  takeShape(state, at);
  cells.put(at);
}
