import { crestOf, frontOf, hemisphereRadius } from '../../core/body.js';
import { ALL_SCENES } from '../../core/build-flags.js';
import { cbrt, cos, exp, log, sin } from '../../core/math.js';
import { profileOf } from '../../core/profile.js';
import { SURFACE_TENSION, WATER_VISCOSITY } from '../../core/units.js';
import type { Coating } from '../../surface/coating.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { Pull } from '../../weather/steady-wind.js';
import type { World } from '../model.js';
import { Shaking } from './shaking.js';
import { HEMISPHERE_CREST, HEMISPHERE_FRONT, type NakataState } from './state.js';

/** F_hys,max = ½πrγΩ (eq. 2), without radius and Ω [mg/s²]. */
const GRIP = (Math.PI / 2) * SURFACE_TENSION;
/** So that rounding does not release a drop: one of exactly the critical mass holds. */
const HAIRSBREADTH = 1 + 1e-12;

/** Ω in air of a speed [mm/s] (eq. 6): it grows with it from the least one to 2, over σ [mm/s]. */
export function omegaIn(speed: number, least: number, sigma: number): number {
  return Math.max(least, 2 * (1 - exp(-speed / sigma)));
}

/** Ω_min: as the options say, or such that the coating holds a hemisphere as it holds a drop in every model (spec 6.3). */
function leastOmega({ options }: NakataState, { retention }: World): number {
  return options.omega > 0 ? options.omega : retention / (GRIP * hemisphereRadius(1, 1));
}

/**
 * From a drop's size to the molecules at its contact line, as a logarithm: 1 mm over a slip length of 1 nm (de Gennes 1985).
 * Drops of 0.5 and 4 mm differ from it by 10 %.
 */
const SLIP = /* @__PURE__ */ log(1e6);

/**
 * ηf(θ) of eq. 5 from the flow in the wedges of water at the contact line (NAK-L5) [mg/(mm s)]. On a mm of contact line that
 * moves at v acts 2ηv·g(θ)·ln(R/λ), g = sin²θ/(θ − sin θ cos θ) (Huh & Scriven 1971; 3/(2θ) for small angles). A circle
 * meets it at cos φ of its speed: ∮cos²φ gives π, half of it at the advancing angle and half at the receding one.
 */
export function wedgeViscosity({ advancing, receding }: Coating): number {
  return WATER_VISCOSITY * Math.PI * SLIP * (wedge(advancing) + wedge(receding));
}

function wedge(angle: number): number {
  const flat = Math.max(FLATTEST, angle);
  return (sin(flat) * sin(flat)) / (flat - sin(flat) * cos(flat));
}

/** A wedge is taken to be at least this steep [rad]: a film would hold the drop for ever. */
const FLATTEST = 0.02;

const isShape = ({ options }: NakataState): boolean => ALL_SCENES && options.drag === 'shape';

/** Sets what is the same for all drops at one instant: what holds, slows and shakes them, and what they show to the wind. */
export function setForces(state: NakataState, world: World): void {
  const { options } = state;
  const least = leastOmega(state, world);
  const isFixed = isShape(state);
  state.grip = GRIP * (isFixed ? least : omegaIn(world.wind.speed, least, options.omegaSpeed));
  if (ALL_SCENES) {
    state.resistance = options.dissipation === 'wedge' ? wedgeViscosity(world.coating) : options.viscosity;
    state.deforming?.on(world.coating);
    if (isFixed) {
      show(state, state.deforming?.angle ?? Math.PI / 2);
    } else {
      state.front = HEMISPHERE_FRONT;
      state.crest = HEMISPHERE_CREST;
    }
  }
  if (!ALL_SCENES || options.noise === 0) return;
  state.shaking ??= new Shaking(state.chance);
  state.shaking.now(world.time, options.noise);
}

/** Still drops show caps of this contact angle [rad] to the wind; at 90° they are hemispheres. */
function show(state: NakataState, angle: number): void {
  const { k, e, cap, strip } = profileOf(angle);
  const radius = cbrt(HEMISPHERE / (e * cap));
  state.front = e * strip * radius * radius;
  state.crest = e * radius * (Math.sqrt(k * k + 1) - k);
}

/** Volume of a hemisphere over its radius cubed. */
const HEMISPHERE = (2 * Math.PI) / 3;

const DRAG = new Float64Array(2);
const WEIGHT = new Float64Array(2);
const PLACE: Place = { chart: 0, x: 0, y: 0 };

/**
 * Writes gravity, noise and wind on a drop to `out`: all that acts but what resists it (NAK-6). Drops are hemispheres of this
 * radius [mm] to every force, however they are drawn (NAK-2), but for drag by `shape`. With nothing pulling, (x, y) is (0, 1).
 */
export function pullOn(state: NakataState, world: World, slot: number, radius: number, out: Pull): void {
  const { drops, options, shaking } = state;
  const mass = drops.mass[slot];
  placeOf(drops, slot, PLACE);
  if (isShape(state) && drops.moving[slot] === 1) {
    world.wind.force(PLACE, frontOf(drops, slot), crestOf(drops, slot), DRAG);
  } else {
    world.wind.force(PLACE, state.front * radius * radius, state.crest * radius, DRAG);
  }
  world.pull(PLACE, WEIGHT);
  let fx = mass * WEIGHT[0] + DRAG[0];
  let fy = mass * WEIGHT[1] + DRAG[1];
  if (ALL_SCENES && options.noise !== 0 && shaking) {
    fx += mass * shaking.x;
    fy += mass * shaking.y;
  }
  out.force = Math.sqrt(fx * fx + fy * fy);
  out.x = out.force > 0 ? fx / out.force : 0;
  out.y = out.force > 0 ? fy / out.force : 1;
}

const PULL: Pull = { x: 0, y: 1, force: 0 };

/** Does a drop at rest stay so (NAK-3)? */
export function holds(state: NakataState, world: World, slot: number): boolean {
  const radius = hemisphereRadius(state.drops.mass[slot], 1);
  pullOn(state, world, slot, radius, PULL);
  return isHeld(state, radius, PULL.force);
}

/** Does hysteresis hold a drop of this radius [mm] against a force [mg·mm/s²]? */
export function isHeld({ grip }: NakataState, radius: number, force: number): boolean {
  return force <= grip * radius * HAIRSBREADTH;
}
