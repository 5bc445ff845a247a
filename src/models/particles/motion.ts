import { frontRadius } from '../../core/drop-body.js';
import { hemisphereRadius } from '../../core/shape.js';
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
  const wind = world.wind.force(frontRadius(drops, slot));
  const fx = drops.mass[slot] * world.gravity[0] + wind * world.wind.x;
  const fy = drops.mass[slot] * world.gravity[1] + wind * world.wind.y;
  out.force = Math.sqrt(fx * fx + fy * fy);
  out.x = out.force > 0 ? fx / out.force : 0;
  out.y = out.force > 0 ? fy / out.force : 1;
}

/** Friction on every drop, m_static·g [mg·mm/s²]; NaN or Infinity on a level pane, where nothing pulls. */
function friction(world: World): number {
  const { gravity, critical } = world;
  return critical * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1]);
}

/** How much of what friction can hold a pull takes, 0 to 1; 0 on a level pane. */
export function pulledShare(world: World, pull: Pull): number {
  const held = friction(world);
  if (!(held > 0 && held < Number.POSITIVE_INFINITY)) return 0;
  return Math.min(1, pull.force / held);
}

const PULL: Pull = { x: 0, y: 1, force: 0 };

/** Does a drop at rest stay so (CHEN-5)? With wind it is the whole pull that friction has to hold. */
export function holds(state: ParticleState, world: World, slot: number): boolean {
  if (world.wind.speed === 0) return state.drops.mass[slot] <= world.critical;
  pullOn(state, world, slot, PULL);
  return !(PULL.force > friction(world));
}

/**
 * Speed after `dt` (CHEN-6, CHIN eq. 2–3): the pull less the constant friction m_static·g, then the viscous drag of
 * Nakata eq. 5, implicitly since it is stiff. 0 if the drop stops: friction never turns a drop round (spec 1.2, trap 1).
 */
export function nextSpeed(state: ParticleState, world: World, slot: number, pull: Pull, dt: number): number {
  const { drops, options } = state;
  const mass = drops.mass[slot];
  const held = friction(world);
  // On a level pane the friction has no limit.
  if (!(held > 0 && held < Number.POSITIVE_INFINITY)) return 0;
  const gain = ((pull.force - held) / mass) * dt;
  let vx = drops.vx[slot] + gain * pull.x;
  let vy = drops.vy[slot] + gain * pull.y;
  // Drag is that of the hemisphere of as much water, whatever the shape: viscosity means the same for both.
  const radius = options.shapes === 'caps' ? hemisphereRadius(mass, 1) : drops.radius[slot];
  const drag = 1 + ((options.viscosity * radius) / mass) * dt;
  vx /= drag;
  vy /= drag;
  if (vx * pull.x + vy * pull.y <= 0) return 0;
  return Math.sqrt(vx * vx + vy * vy);
}
