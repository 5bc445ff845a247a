import { crestOf, frontOf } from '../../core/drop-body.js';
import { cbrt } from '../../core/math.js';
import { hemisphereRadius } from '../../core/shape.js';
import type { Pull } from '../../weather/steady-wind.js';
import type { World } from '../model.js';
import { frictionAhead, HAIR } from '../shared/on-layers.js';
import type { ParticleState } from './state.js';

export type { Pull };

/** The wind's drag on the drop being asked, x and y [mg·mm/s²]. */
const DRAG = new Float64Array(2);

/** Gravity and wind on one drop. With nothing pulling, (x, y) is (0, 1). */
export function pullOn(state: ParticleState, world: World, slot: number, out: Pull): void {
  const { drops } = state;
  DRAG[0] = 0;
  DRAG[1] = 0;
  if (world.wind.speed !== 0) {
    world.wind.force(drops.x[slot], drops.y[slot], frontOf(drops, slot), crestOf(drops, slot), DRAG);
  }
  const fx = drops.mass[slot] * world.gravity[0] + DRAG[0];
  const fy = drops.mass[slot] * world.gravity[1] + DRAG[1];
  out.force = Math.sqrt(fx * fx + fy * fy);
  out.x = out.force > 0 ? fx / out.force : 0;
  out.y = out.force > 0 ? fy / out.force : 1;
}

/** The most a scene may set as static limit [mg]: one above it says only that the pane is as good as level. */
const HEAVIEST = 5000;

/**
 * Friction on a drop [mg·mm/s²]: m_static·g, the same for all (CHEN-6). Where nothing pulls along the pane there is no
 * m_static, and what the coating itself holds of this drop takes its place (spec 6.3), so that wind can still move it.
 */
function friction(world: World, mass: number): number {
  const { gravity, critical, retention } = world;
  const held = critical * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1]);
  return held > 0 && critical <= HEAVIEST ? held : retention * cbrt(mass);
}

/** How much of what friction can hold a pull takes, 0 to 1. */
export function pulledShare(world: World, pull: Pull, mass: number): number {
  const held = friction(world, mass);
  return held > 0 ? Math.min(1, pull.force / held) : 0;
}

const PULL: Pull = { x: 0, y: 1, force: 0 };

/**
 * Does a drop at rest stay so (CHEN-5)? With wind it is the whole pull that friction has to hold. A film plays no part:
 * a drop at rest has taken up the film under it and stands on its own wetted glass, as it did before; only those that
 * run meet the film ahead of them (`nextSpeed`). So what holds a still drop changes with the world alone, as `watchStill`
 * takes for granted.
 */
export function holds(state: ParticleState, world: World, slot: number): boolean {
  if (world.wind.speed === 0) return state.drops.mass[slot] <= world.critical;
  pullOn(state, world, slot, PULL);
  return PULL.force <= grip(state, world, slot, friction(world, state.drops.mass[slot]));
}

/**
 * What has to pull for a drop at rest to let go in the wind [mg·mm/s²]. Where it leaves a film it is a hair more than what
 * holds it on its way: lighter by the film it would come to rest at once, take it up and let go again, in every step.
 */
function grip({ drops }: ParticleState, { layers }: World, slot: number, held: number): number {
  if (!layers.film) return held;
  const mass = drops.mass[slot];
  const left = layers.film.left * Math.PI * drops.radius[slot] * drops.radius[slot];
  return held * (1 + Math.max(HAIR, (FILM_MARGIN * left) / mass));
}

/** An outline covers more glass than a circle, and less than this many times as much. */
const FILM_MARGIN = 1.2;

/** Has all still drops asked in the next step if this one has come to lie where nothing holds it. */
export function askIfLoose(state: ParticleState, world: World, slot: number): void {
  if (!holds(state, world, slot)) state.restless = true;
}

/**
 * Tells the wind what holds a still drop that has a new shape, so that it is asked again only when a gust may be too much.
 * A steady wind has no watch: what it is too much for is asked in the next step.
 */
export function watchStill(state: ParticleState, world: World, slot: number): void {
  if (!world.wind.gusty) {
    if (world.wind.speed !== 0) askIfLoose(state, world, slot);
    return;
  }
  pullOn(state, world, slot, PULL);
  noteHeld(state, world, slot, grip(state, world, slot, friction(world, state.drops.mass[slot])));
}

/** Both at once: does a drop at rest stay so? If it does, the wind is told what holds it. */
export function staysHeld(state: ParticleState, world: World, slot: number): boolean {
  if (!world.wind.gusty) return holds(state, world, slot);
  pullOn(state, world, slot, PULL);
  const held = grip(state, world, slot, friction(world, state.drops.mass[slot]));
  const stays = world.wind.speed === 0 ? state.drops.mass[slot] <= world.critical : PULL.force <= held;
  if (stays) noteHeld(state, world, slot, held);
  return stays;
}

/** Tells the wind of the drop asked last. */
function noteHeld({ drops }: ParticleState, { wind }: World, slot: number, held: number): void {
  wind.noteStill(drops.x[slot], drops.y[slot], frontOf(drops, slot), crestOf(drops, slot), PULL, held);
}

/**
 * Speed after `dt` (CHEN-6, CHIN eq. 2–3): the pull less the constant friction m_static·g, then the viscous drag of
 * Nakata eq. 5, implicitly since it is stiff. 0 if the drop stops: friction never turns a drop round (spec 1.2, trap 1).
 */
export function nextSpeed(state: ParticleState, world: World, slot: number, pull: Pull, dt: number): number {
  const { drops, options } = state;
  const mass = drops.mass[slot];
  // With no pull to lean against there is no direction either.
  if (pull.force === 0) return 0;
  const held = friction(world, mass) * frictionAhead(drops, world, slot, pull);
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
