import { crestOf, frontOf } from '../../core/body.js';
import { ALL_SCENES } from '../../core/build-flags.js';
import { cbrt } from '../../core/math.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { Pull } from '../../weather/steady-wind.js';
import type { World } from '../model.js';
import { frictionAhead, HAIR } from '../shared/on-layers.js';
import type { MapState } from './map-state.js';
import { liesOverSeam, pullOverSeams } from './over-seams.js';

export type { Pull };

/** The place of the drop at hand; the wind's drag on it [mg·mm/s²], and what pulls along the surface there [mm/s²], x and y. */
const PLACE: Place = { chart: 0, x: 0, y: 0 };
const DRAG = new Float64Array(2);
const GRAVITY = new Float64Array(2);

/** Gravity and wind on one drop. With nothing pulling, (x, y) is (0, 1). */
export function pullOn(state: MapState, world: World, slot: number, out: Pull): void {
  const { drops } = state;
  DRAG[0] = 0;
  DRAG[1] = 0;
  placeOf(drops, slot, PLACE);
  if (world.wind.speed !== 0) world.wind.force(PLACE, frontOf(drops, slot), crestOf(drops, slot), DRAG);
  world.pull(PLACE, GRAVITY);
  if (ALL_SCENES && liesOverSeam(state, slot)) pullOverSeams(state, world, slot, GRAVITY);
  const fx = drops.mass[slot] * GRAVITY[0] + DRAG[0];
  const fy = drops.mass[slot] * GRAVITY[1] + DRAG[1];
  out.force = Math.sqrt(fx * fx + fy * fy);
  out.x = out.force > 0 ? fx / out.force : 0;
  out.y = out.force > 0 ? fy / out.force : 1;
}

/** Is a drop pulled by no more than gravity at its own place? Then its static limit says what holds it. */
function isPulledHere(state: MapState, world: World, slot: number): boolean {
  return world.wind.speed === 0 && !(ALL_SCENES && liesOverSeam(state, slot));
}

/** The heaviest drop that stays at rest where a drop is, were there no wind [mg]. */
function limitAt({ drops }: MapState, world: World, slot: number): number {
  placeOf(drops, slot, PLACE);
  return world.limit(PLACE);
}

/** The heaviest drop that hangs where a drop is [mg]; Infinity where the surface does not face down. */
function hangLimit({ drops, falling }: MapState, world: World, slot: number): number {
  if (!falling) return Number.POSITIVE_INFINITY;
  placeOf(drops, slot, PLACE);
  return world.hang(PLACE);
}

/** Is a drop light enough not to come off the surface? */
export function hangs(state: MapState, world: World, slot: number): boolean {
  return state.falling === null || state.drops.mass[slot] <= hangLimit(state, world, slot);
}

/** What hysteresis holds of a drop, whatever pulls (spec 6.3): F_ret, in proportion to its rim [mg·mm/s²]. */
function retentionForce(world: World, mass: number): number {
  return world.retention * cbrt(mass);
}

/**
 * Friction on a running drop that `force` pulls [mg·mm/s²]. CHEN-6 has m_static·g, where m_static is the heaviest drop that hysteresis holds
 * against g. With wind, or over a seam, the drop is pulled by a = force/m instead of g, so that m_static is (F_ret/force)^(3/2)
 * of its own mass and friction as much of the pull. In a calm the two are the same; a drop runs if and only if force > F_ret.
 */
function friction(state: MapState, world: World, slot: number, force: number): number {
  if (force === 0) return 0;
  if (isPulledHere(state, world, slot)) {
    const limit = limitAt(state, world, slot);
    world.pull(PLACE, GRAVITY);
    return limit * Math.sqrt(GRAVITY[0] * GRAVITY[0] + GRAVITY[1] * GRAVITY[1]);
  }
  const share = retentionForce(world, state.drops.mass[slot]) / force;
  return force * share * Math.sqrt(share);
}

/** A pull on a drop over the most that friction can hold, 0 to 1. */
export function pulledShare(state: MapState, world: World, slot: number, pull: Pull): number {
  const held = friction(state, world, slot, pull.force);
  return held > 0 ? Math.min(1, pull.force / held) : 0;
}

/** The heaviest drop that would stay at rest where the drop in `slot` is, pulled as that one [mg] (m_static of CHEN-5). */
export function heaviestAtRest(state: MapState, world: World, slot: number): number {
  if (isPulledHere(state, world, slot)) return Math.min(limitAt(state, world, slot), hangLimit(state, world, slot));
  const mass = state.drops.mass[slot];
  pullOn(state, world, slot, PULL);
  const held =
    PULL.force > 0 ? (mass * friction(state, world, slot, PULL.force)) / PULL.force : Number.POSITIVE_INFINITY;
  return Math.min(held, hangLimit(state, world, slot));
}

const PULL: Pull = { x: 0, y: 1, force: 0 };

/**
 * Does a drop at rest stay so (CHEN-5)? With wind it is the whole pull that hysteresis has to hold. A film plays no part:
 * a drop at rest has taken up the film under it and stands on its own wetted glass, as it did before; only those that
 * run meet the film ahead of them (`nextSpeed`). So what holds a still drop changes with the world alone, as `watchStill`
 * takes for granted.
 */
export function holds(state: MapState, world: World, slot: number): boolean {
  if (!hangs(state, world, slot)) return false;
  if (isPulledHere(state, world, slot)) return state.drops.mass[slot] <= limitAt(state, world, slot);
  pullOn(state, world, slot, PULL);
  return PULL.force <= grip(state, world, slot);
}

/**
 * What has to pull for a drop at rest to let go in the wind [mg·mm/s²]. Where it leaves a film it is slightly more than
 * what holds it on its way. Otherwise the drop, lighter by that film, would come to rest at once, take it up and let go again, in every step.
 */
function grip({ drops }: MapState, world: World, slot: number): number {
  const { film } = world.layers.on(drops.chart[slot]);
  const mass = drops.mass[slot];
  const held = retentionForce(world, mass);
  if (!film) return held;
  const left = film.left * Math.PI * drops.radius[slot] * drops.radius[slot];
  return held * (1 + Math.max(HAIR, (FILM_MARGIN * left) / mass));
}

/** An outline covers more glass than a circle, and less than this many times as much. */
const FILM_MARGIN = 1.2;

/** Schedules a test of all still drops for the next step if nothing holds this one where it lies. */
export function askIfLoose(state: MapState, world: World, slot: number): void {
  if (!holds(state, world, slot)) state.restless = true;
}

/**
 * Reports to the wind what holds a still drop with a new shape, so that it is tested again only when a gust may be too much.
 * A steady wind has no watch: a drop that it moves is tested in the next step.
 */
export function watchStill(state: MapState, world: World, slot: number): void {
  if (!world.wind.gusty) {
    if (world.wind.speed !== 0) askIfLoose(state, world, slot);
    return;
  }
  pullOn(state, world, slot, PULL);
  noteHeld(state, world, slot, grip(state, world, slot));
}

/** Both at once: does a drop at rest stay so? If it does, the wind notes what holds it. */
export function staysHeld(state: MapState, world: World, slot: number): boolean {
  if (!world.wind.gusty) return holds(state, world, slot);
  pullOn(state, world, slot, PULL);
  const held = grip(state, world, slot);
  const isHeld = isPulledHere(state, world, slot)
    ? state.drops.mass[slot] <= limitAt(state, world, slot)
    : PULL.force <= held;
  const stays = isHeld && hangs(state, world, slot);
  if (stays) noteHeld(state, world, slot, held);
  return stays;
}

/** Reports to the wind the drop in `slot`, on which `PULL` acts. */
function noteHeld({ drops }: MapState, { wind }: World, slot: number, held: number): void {
  placeOf(drops, slot, PLACE);
  wind.noteStill(PLACE, frontOf(drops, slot), crestOf(drops, slot), PULL, held);
}

/**
 * Speed after `dt` (CHEN-6, CHIN eq. 2–3): the pull less the friction m_static·g, then the viscous drag of Nakata eq. 5,
 * implicitly since it is stiff. 0 if the drop stops: friction never turns a drop round (spec 1.2, trap 1).
 */
export function nextSpeed(state: MapState, world: World, slot: number, pull: Pull, dt: number): number {
  const { drops, options } = state;
  const mass = drops.mass[slot];
  // Without a pull there is no direction either.
  if (pull.force === 0) return 0;
  const held = friction(state, world, slot, pull.force) * frictionAhead(drops, world, slot, pull);
  const gain = ((pull.force - held) / mass) * dt;
  // With almost no pull the static limit overflows: the drop stops.
  if (!(gain > Number.NEGATIVE_INFINITY)) return 0;
  let vx = drops.vx[slot] + gain * pull.x;
  let vy = drops.vy[slot] + gain * pull.y;
  const drag = 1 + ((options.viscosity * state.shapes.dragRadius(slot)) / mass) * dt;
  vx /= drag;
  vy /= drag;
  if (vx * pull.x + vy * pull.y <= 0) return 0;
  return Math.sqrt(vx * vx + vy * vy);
}
