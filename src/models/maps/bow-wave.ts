import { WATER_DENSITY } from '../../core/units.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import type { MapState } from './map-state.js';

/** Radius of the hemisphere that a full wave drop holds [mm]: below the capillary length, above which water on glass is flat. */
const WAVE_DROP_RADIUS = 2;
/** Its smallest radius in cells: a wave drop must not touch the next but one. */
const WAVE_DROP_CELLS = 3;
/** Distance between round wave drops over their radius: they overlap into a ridge. */
const PITCH = 1.5;
/** Pictures round off the ends of a body over this length, in radii: neighbours must overlap by as much. */
const ROUNDED = 2;
/** How many wave drops a long one touches on each side. */
const KIN = 3;

/**
 * The water before a moving blade, as a list of drops along it. Drops that touch each other there share their water evenly
 * among wave drops of at most `largestMass` [mg], side by side around their common middle: a wave that grows gets longer, until it
 * reaches the blade's ends and is shed there. Bodies that rest are drawn out along the blade, so that they make one ridge.
 */
export class BowWave {
  readonly #state: MapState;
  /** Drops in the wave: id, place along the blade and how far they reach along it [mm], sorted by place. */
  id = new Uint32Array(64);
  along = new Float64Array(64);
  radius = new Float64Array(64);
  count = 0;
  /** Drops that share their water: the first of each, and the wave drops made of them. */
  first = new Uint32Array(65);
  parts = new Uint32Array(64);
  middle = new Float64Array(64);
  dropRadius = new Float64Array(64);
  /** How long a wave drop is over its radius; 0 if it is round. */
  stretch = new Float64Array(64);
  ridges = 0;
  /** Radius of the largest wave drop [mm]. */
  largest = 0;
  /** The wave drops once they are formed: id, place along the blade, and how many of the same ridge before it touch it. */
  dropId = new Uint32Array(64);
  dropAlong = new Float64Array(64);
  dropJoined = new Uint8Array(64);
  formed = 0;

  constructor(state: MapState) {
    this.#state = state;
  }

  /** Largest wave drop [mg]; on coarse grids at least `WAVE_DROP_CELLS` in radius. */
  get largestMass(): number {
    const r = Math.max(WAVE_DROP_RADIUS, WAVE_DROP_CELLS * this.#state.cellSize);
    return ((2 * Math.PI) / 3) * WATER_DENSITY * r * r * r;
  }

  clear(): void {
    this.count = 0;
    this.ridges = 0;
    this.formed = 0;
  }

  /** Adds a drop at `along` [mm] from the blade's first end, which reaches `radius` [mm] to both sides. */
  add(id: number, along: number, radius: number): void {
    if (this.count === this.id.length) this.#grow();
    const n = this.count++;
    this.id[n] = id;
    this.along[n] = along;
    this.radius[n] = radius;
  }

  /** Sorts the drops along the blade and finds those that share. */
  gather(world: World, region: SweptRegion): void {
    const { drops, cellSize } = this.#state;
    this.#sort();
    this.ridges = 0;
    this.largest = 0;
    let end = Number.NEGATIVE_INFINITY;
    let mass = 0;
    let moment = 0;
    for (let n = 0; n < this.count; n++) {
      if (this.along[n] - this.radius[n] > end + cellSize) {
        if (n > 0) this.#close(world, region, mass, moment);
        this.first[this.ridges] = n;
        mass = 0;
        moment = 0;
      }
      end = Math.max(end, this.along[n] + this.radius[n]);
      const water = drops.mass[drops.slotOf(this.id[n])];
      mass += water;
      moment += water * this.along[n];
    }
    if (this.count > 0) this.#close(world, region, mass, moment);
    this.first[this.ridges] = this.count;
  }

  /**
   * Does the wave, once its drops stand before the blade, come within `margin` [mm] of a drop that reaches `half` [mm] to
   * both sides of its place along the blade and as near as `near` [mm]?
   */
  reaches(along: number, half: number, near: number, margin: number): boolean {
    if (near > 2 * this.largest + margin) return false;
    for (let ridge = 0; ridge < this.ridges; ridge++) {
      const r = this.dropRadius[ridge];
      if (near > 2 * r + margin) continue;
      if (Math.abs(along - this.middle[ridge]) <= this.#halfLength(ridge) + half + margin) return true;
    }
    return false;
  }

  #halfLength(ridge: number): number {
    const radius = this.dropRadius[ridge];
    return ((this.parts[ridge] - 1) * this.#pitch(ridge) + this.stretch[ridge] * radius) / 2 + radius;
  }

  /** From wave drop to wave drop [mm]. */
  #pitch(ridge: number): number {
    const stretch = this.stretch[ridge];
    return (stretch > 0 ? stretch - ROUNDED : PITCH) * this.dropRadius[ridge];
  }

  #close(world: World, region: SweptRegion, mass: number, moment: number): void {
    const ridge = this.ridges++;
    const { shapes } = this.#state;
    const parts = Math.max(1, Math.ceil(mass / this.largestMass));
    this.parts[ridge] = parts;
    this.middle[ridge] = moment / mass;
    const middle = this.middle[ridge];
    const place = {
      chart: region.chart,
      x: region.x + middle * region.alongX,
      y: region.y + middle * region.alongY,
    };
    this.stretch[ridge] = shapes.waveDropStretch(parts, mass / parts <= world.limit(place));
    this.dropRadius[ridge] = shapes.plainRadius(world, mass / parts, this.stretch[ridge]);
    this.largest = Math.max(this.largest, this.dropRadius[ridge]);
  }

  /** Makes wave drops of the drops, ridge by ridge: surplus drops are removed, missing ones are added. */
  form(world: World, region: SweptRegion): void {
    this.formed = 0;
    for (let ridge = 0; ridge < this.ridges; ridge++) this.#formRidge(world, region, ridge);
  }

  #formRidge(world: World, region: SweptRegion, ridge: number): void {
    const { drops, shapes } = this.#state;
    const first = this.first[ridge];
    const members = this.first[ridge + 1] - first;
    const parts = this.parts[ridge];
    const chart = drops.chart[drops.slotOf(this.id[first])];
    let water = 0;
    for (let n = 0; n < members; n++) water += drops.mass[drops.slotOf(this.id[first + n])];
    // The drops that stay are spread over the ridge, so that each is made of the water that was there.
    let next = 0;
    for (let part = 0; part < parts; part++) {
      const member = Math.floor((part * members) / parts);
      for (; next < member; next++) drops.remove(drops.slotOf(this.id[first + next]));
      const stays = member === next;
      if (stays) next += 1;
      const slot = stays ? drops.slotOf(this.id[first + member]) : drops.add(chart, 0, 0, water / parts);
      shapes.formWaveDrop(world, slot, this.stretch[ridge], region);
      drops.setMass(slot, water / parts);
      this.#addWaveDrop(
        drops.id[slot],
        this.middle[ridge] + (part - (parts - 1) / 2) * this.#pitch(ridge),
        Math.min(part, this.stretch[ridge] > 0 ? KIN : 1),
      );
    }
    for (; next < members; next++) drops.remove(drops.slotOf(this.id[first + next]));
  }

  #addWaveDrop(id: number, along: number, joined: number): void {
    if (this.formed === this.dropId.length) {
      const size = 2 * this.formed;
      this.dropId = grown(this.dropId, new Uint32Array(size));
      this.dropAlong = grown(this.dropAlong, new Float64Array(size));
      this.dropJoined = grown(this.dropJoined, new Uint8Array(size));
    }
    this.dropId[this.formed] = id;
    this.dropAlong[this.formed] = along;
    this.dropJoined[this.formed] = joined;
    this.formed += 1;
  }

  /** Sorts by place, then by id. They are few, and sorting allocates nothing. */
  #sort(): void {
    const { id, along, radius } = this;
    for (let gap = this.count >> 1; gap >= 1; gap >>= 1) {
      for (let i = gap; i < this.count; i++) {
        const a = along[i];
        const d = id[i];
        const r = radius[i];
        let j = i;
        for (; j >= gap && (along[j - gap] > a || (along[j - gap] === a && id[j - gap] > d)); j -= gap) {
          along[j] = along[j - gap];
          id[j] = id[j - gap];
          radius[j] = radius[j - gap];
        }
        along[j] = a;
        id[j] = d;
        radius[j] = r;
      }
    }
  }

  #grow(): void {
    const size = 2 * this.id.length;
    this.id = grown(this.id, new Uint32Array(size));
    this.along = grown(this.along, new Float64Array(size));
    this.radius = grown(this.radius, new Float64Array(size));
    this.first = grown(this.first, new Uint32Array(size + 1));
    this.parts = grown(this.parts, new Uint32Array(size));
    this.middle = grown(this.middle, new Float64Array(size));
    this.dropRadius = grown(this.dropRadius, new Float64Array(size));
    this.stretch = grown(this.stretch, new Float64Array(size));
  }
}

function grown<T extends Uint8Array | Uint32Array | Float64Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}
