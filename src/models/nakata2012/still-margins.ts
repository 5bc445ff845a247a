import { hemisphereRadius } from '../../core/body.js';
import type { Drops } from '../../core/drops.js';
import { type Place, placeOf } from '../../surface/surface.js';
import type { Pull } from '../../weather/steady-wind.js';
import type { Wind } from '../../weather/wind.js';
import type { World } from '../model.js';
import { isHeld, pullOn } from './forces.js';
import type { NakataState } from './state.js';

/** Slightly below 1, so that rounding never keeps a drop from being tested. */
const CAREFUL = 1 - 1e-9;
const PLACE: Place = { chart: 0, x: 0, y: 0 };
const PULL: Pull = { x: 0, y: 1, force: 0 };

/** What changes with time while the world stays as it is. */
interface Weather {
  /** Noise [mm/s²]. */
  noiseX: number;
  noiseY: number;
  /** The wind as q = |a|·a of the air's velocity a [mm²/s²]: drag is in proportion to it. */
  windX: number;
  windY: number;
  /** ½πγΩ [mg/s²]. */
  grip: number;
}

/**
 * Tells of most still drops that gusts and noise do not release them, without computing their forces. A full test notes by how
 * much each drop held, and the weather then. Until the next one, the pull on a drop has grown by at most m·|Δnoise| +
 * drag·|Δq|, and what holds it has fallen by r·Δgrip. Only drops for which that may be too much are computed. The bounds are
 * never too wide, and testing more often than needed changes nothing: nothing of this is saved.
 */
export class StillMargins {
  readonly #then: Weather = { noiseX: 0, noiseY: 0, windX: 0, windY: 0, grip: 0 };
  /** Changes of the weather since the full test: noise, wind, and how much less it holds. */
  #noise = 0;
  #wind = 0;
  #grip = 0;
  /** Of each slot: which drop it had, of which mass and where [mm], and its bounds over the mass. */
  #id = new Uint32Array(0);
  #mass = new Float64Array(0);
  #x = new Float64Array(0);
  #y = new Float64Array(0);
  #margin = new Float64Array(0);
  #drag = new Float64Array(0);
  #reach = new Float64Array(0);
  #isKnown = false;
  /** Drops computed one by one since the full test. */
  #computed = 0;

  /** The world has changed: what was noted holds no longer. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Sets the weather of a step. True if all drops are to be tested in full, and noted. */
  begin(state: NakataState, world: World): boolean {
    const { count, movingCount } = state.drops;
    // A full test costs a few times as much as the bounds alone: another one pays once so many had to be computed.
    if (this.#isKnown && this.#computed * 4 < count - movingCount) {
      this.#measure(state, world);
      return false;
    }
    this.#isKnown = true;
    this.#computed = 0;
    setWeather(this.#then, state, world);
    if (this.#id.length < count) this.#grow(2 * count);
    return true;
  }

  /** Does a drop hold for certain? If not, it is to be computed. */
  isSure(drops: Drops, slot: number): boolean {
    if (slot < this.#id.length && this.#isAsNoted(drops, slot)) {
      const lost = this.#noise + this.#drag[slot] * this.#wind + this.#reach[slot] * this.#grip;
      if (lost < this.#margin[slot]) return true;
    }
    this.#computed += 1;
    return false;
  }

  /** Is it the drop that was noted, of the same mass, and has it not run to another place since? */
  #isAsNoted({ id, mass, x, y }: Drops, slot: number): boolean {
    const isSame = this.#id[slot] === id[slot] && this.#mass[slot] === mass[slot];
    return isSame && this.#x[slot] === x[slot] && this.#y[slot] === y[slot];
  }

  /** Tests a drop in full, and notes by how much it holds. */
  holds(state: NakataState, world: World, slot: number): boolean {
    const { drops } = state;
    const mass = drops.mass[slot];
    const radius = hemisphereRadius(mass, 1);
    pullOn(state, world, slot, radius, PULL);
    const left = state.grip * radius - PULL.force;
    placeOf(drops, slot, PLACE);
    this.#id[slot] = drops.id[slot];
    this.#mass[slot] = mass;
    this.#x[slot] = PLACE.x;
    this.#y[slot] = PLACE.y;
    this.#margin[slot] = (left / mass) * CAREFUL;
    this.#drag[slot] = (world.wind as Wind).mostDrag(PLACE, state.front * radius * radius, state.crest * radius) / mass;
    this.#reach[slot] = radius / mass;
    return isHeld(state, radius, PULL.force);
  }

  /** How far the weather is from that of the full test. */
  #measure(state: NakataState, world: World): void {
    const { noiseX, noiseY, windX, windY, grip } = this.#then;
    setWeather(NOW, state, world);
    this.#noise = length(NOW.noiseX - noiseX, NOW.noiseY - noiseY);
    this.#wind = length(NOW.windX - windX, NOW.windY - windY);
    this.#grip = Math.max(0, grip - NOW.grip);
  }

  #grow(room: number): void {
    this.#id = new Uint32Array(room);
    this.#mass = new Float64Array(room);
    this.#x = new Float64Array(room);
    this.#y = new Float64Array(room);
    this.#margin = new Float64Array(room);
    this.#drag = new Float64Array(room);
    this.#reach = new Float64Array(room);
  }
}

const NOW: Weather = { noiseX: 0, noiseY: 0, windX: 0, windY: 0, grip: 0 };

function setWeather(out: Weather, { options, shaking, grip }: NakataState, { wind }: World): void {
  const shakes = options.noise !== 0 && shaking;
  out.noiseX = shakes ? shaking.x : 0;
  out.noiseY = shakes ? shaking.y : 0;
  out.windX = wind.speed * wind.speed * wind.x;
  out.windY = wind.speed * wind.speed * wind.y;
  out.grip = grip;
}

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
