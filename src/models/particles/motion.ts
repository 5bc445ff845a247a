import type { World } from '../model.js';
import type { ParticleState } from './state.js';

/** Where a drop is pulled: unit vector and size; scratch of the passes. */
export interface Pull {
  x: number;
  y: number;
  /** [mg·mm/s²] */
  force: number;
}

/** Gravity and wind on one drop. With nothing pulling, (x, y) is (0, 1). */
export function pullOn(state: ParticleState, world: World, slot: number, out: Pull): void {
  const { drops } = state;
  const wind = world.wind.force(drops.radius[slot]);
  const fx = drops.mass[slot] * world.gravity[0] + wind * world.wind.x;
  const fy = drops.mass[slot] * world.gravity[1] + wind * world.wind.y;
  out.force = Math.sqrt(fx * fx + fy * fy);
  out.x = out.force > 0 ? fx / out.force : 0;
  out.y = out.force > 0 ? fy / out.force : 1;
}

/**
 * Speed after `dt` (CHEN-6, CHIN eq. 2–3): the pull less the constant friction m_static·g, then the viscous drag of
 * Nakata eq. 5, implicitly since it is stiff. 0 if the drop stops: friction never turns a drop round (spec 1.2, trap 1).
 */
export function nextSpeed(state: ParticleState, world: World, slot: number, pull: Pull, dt: number): number {
  const { drops, options } = state;
  const mass = drops.mass[slot];
  const friction =
    world.critical * Math.sqrt(world.gravity[0] * world.gravity[0] + world.gravity[1] * world.gravity[1]);
  // On a level pane nothing pulls and the friction has no limit.
  if (!(friction > 0 && friction < Number.POSITIVE_INFINITY)) return 0;
  const gain = ((pull.force - friction) / mass) * dt;
  let vx = drops.vx[slot] + gain * pull.x;
  let vy = drops.vy[slot] + gain * pull.y;
  const drag = 1 + ((options.viscosity * drops.radius[slot]) / mass) * dt;
  vx /= drag;
  vy /= drag;
  if (vx * pull.x + vy * pull.y <= 0) return 0;
  return Math.sqrt(vx * vx + vy * vy);
}
