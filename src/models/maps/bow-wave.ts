import { WATER_DENSITY } from '../../core/units.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { World } from '../model.js';
import type { MapState } from './map-state.js';

/** Radius of the hemisphere that a full bead holds [mm]: below the capillary length, above which water on glass is flat. */
const BEAD_RADIUS = 2;
/** Smallest radius of that in cells: every second bead must stand clear of the next but one. */
const BEAD_CELLS = 3;
/** From bead to bead over their radius, if they are round: they overlap into a ridge. */
const PITCH = 1.5;
/** Pictures round a body off as far as this from its ends, over its radius: as much of the next must lie under it. */
const ROUNDED = 2;
/** How many beads before it a long bead touches, and after it. */
const KIN = 3;

/**
 * The water before a moving edge, as a list of drops along it. Drops that touch each other there share their water evenly
 * among beads of at most `bead` [mg], side by side around their common middle: a wave that grows gets longer, until it
 * reaches the edge's ends and is shed there. Bodies that rest are drawn out along the edge, so that they make one ridge.
 */
export class BowWave {
  readonly #state: MapState;
  /** Drops in the wave: id, place along the edge and how far they reach along it [mm], sorted by place. */
  id = new Uint32Array(64);
  along = new Float64Array(64);
  radius = new Float64Array(64);
  count = 0;
  /** Drops that share their water: the first of each, and what the beads of it are. */
  first = new Uint32Array(65);
  beads = new Uint32Array(64);
  middle = new Float64Array(64);
  beadRadius = new Float64Array(64);
  /** How long a bead is over its radius; 0 if it is round. */
  stretch = new Float64Array(64);
  runs = 0;
  /** Radius of the largest bead [mm]. */
  largest = 0;
  /** The beads once they are formed: id, place along the edge, and how many of the same run before it touch it. */
  beadId = new Uint32Array(64);
  beadAlong = new Float64Array(64);
  beadJoined = new Uint8Array(64);
  formed = 0;

  constructor(state: MapState) {
    this.#state = state;
  }

  /** Largest bead [mg]; on coarse grids at least `BEAD_CELLS` in radius. */
  get bead(): number {
    const r = Math.max(BEAD_RADIUS, BEAD_CELLS * this.#state.fields.grid.cellSize);
    return ((2 * Math.PI) / 3) * WATER_DENSITY * r * r * r;
  }

  clear(): void {
    this.count = 0;
    this.runs = 0;
    this.formed = 0;
  }

  /** A drop at a place along the edge that reaches so far along it [mm]. */
  add(id: number, along: number, radius: number): void {
    if (this.count === this.id.length) this.#grow();
    const n = this.count++;
    this.id[n] = id;
    this.along[n] = along;
    this.radius[n] = radius;
  }

  /** Sorts the drops along the edge and finds those that share. */
  gather(world: World, region: SweptRegion): void {
    const { drops, fields } = this.#state;
    this.#sort();
    this.runs = 0;
    this.largest = 0;
    let end = Number.NEGATIVE_INFINITY;
    let mass = 0;
    let moment = 0;
    for (let n = 0; n < this.count; n++) {
      if (this.along[n] - this.radius[n] > end + fields.grid.cellSize) {
        if (n > 0) this.#close(world, region, mass, moment);
        this.first[this.runs] = n;
        mass = 0;
        moment = 0;
      }
      end = Math.max(end, this.along[n] + this.radius[n]);
      const water = drops.mass[drops.slotOf(this.id[n])];
      mass += water;
      moment += water * this.along[n];
    }
    if (this.count > 0) this.#close(world, region, mass, moment);
    this.first[this.runs] = this.count;
  }

  /**
   * Does the wave, once its beads stand before the edge, come within `margin` [mm] of a drop that reaches `half` [mm] to
   * both sides of its place along the edge and as near as `near` [mm]?
   */
  reaches(along: number, half: number, near: number, margin: number): boolean {
    if (near > 2 * this.largest + margin) return false;
    for (let run = 0; run < this.runs; run++) {
      const r = this.beadRadius[run];
      if (near > 2 * r + margin) continue;
      if (Math.abs(along - this.middle[run]) <= this.#halfLength(run) + half + margin) return true;
    }
    return false;
  }

  #halfLength(run: number): number {
    const radius = this.beadRadius[run];
    return ((this.beads[run] - 1) * this.#pitch(run) + this.stretch[run] * radius) / 2 + radius;
  }

  /** From bead to bead [mm]. */
  #pitch(run: number): number {
    const stretch = this.stretch[run];
    return (stretch > 0 ? stretch - ROUNDED : PITCH) * this.beadRadius[run];
  }

  #close(world: World, region: SweptRegion, mass: number, moment: number): void {
    const run = this.runs++;
    const { shapes } = this.#state;
    const beads = Math.max(1, Math.ceil(mass / this.bead));
    this.beads[run] = beads;
    this.middle[run] = moment / mass;
    const middle = this.middle[run];
    const place = {
      chart: region.chart,
      x: region.x + middle * region.alongX,
      y: region.y + middle * region.alongY,
    };
    this.stretch[run] = shapes.beadStretch(beads, mass / beads <= world.limit(place));
    this.beadRadius[run] = shapes.plainRadius(world, mass / beads, this.stretch[run]);
    this.largest = Math.max(this.largest, this.beadRadius[run]);
  }

  /** Makes beads of the drops, run by run: those that are too many go, and new ones come where there are too few. */
  form(world: World, region: SweptRegion): void {
    this.formed = 0;
    for (let run = 0; run < this.runs; run++) this.#formRun(world, region, run);
  }

  #formRun(world: World, region: SweptRegion, run: number): void {
    const { drops, shapes } = this.#state;
    const first = this.first[run];
    const members = this.first[run + 1] - first;
    const beads = this.beads[run];
    const chart = drops.chart[drops.slotOf(this.id[first])];
    let water = 0;
    for (let n = 0; n < members; n++) water += drops.mass[drops.slotOf(this.id[first + n])];
    // Who stays is spread over the run, so that a bead is made of who was there.
    let next = 0;
    for (let bead = 0; bead < beads; bead++) {
      const member = Math.floor((bead * members) / beads);
      for (; next < member; next++) drops.remove(drops.slotOf(this.id[first + next]));
      const stays = member === next;
      if (stays) next += 1;
      const slot = stays ? drops.slotOf(this.id[first + member]) : drops.add(chart, 0, 0, water / beads);
      shapes.formBead(world, slot, this.stretch[run], region);
      drops.setMass(slot, water / beads);
      this.#addBead(
        drops.id[slot],
        this.middle[run] + (bead - (beads - 1) / 2) * this.#pitch(run),
        Math.min(bead, this.stretch[run] > 0 ? KIN : 1),
      );
    }
    for (; next < members; next++) drops.remove(drops.slotOf(this.id[first + next]));
  }

  #addBead(id: number, along: number, joined: number): void {
    if (this.formed === this.beadId.length) {
      const size = 2 * this.formed;
      this.beadId = grown(this.beadId, new Uint32Array(size));
      this.beadAlong = grown(this.beadAlong, new Float64Array(size));
      this.beadJoined = grown(this.beadJoined, new Uint8Array(size));
    }
    this.beadId[this.formed] = id;
    this.beadAlong[this.formed] = along;
    this.beadJoined[this.formed] = joined;
    this.formed += 1;
  }

  /** By place, equal ones by id. Few, and without allocating. */
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
    this.beads = grown(this.beads, new Uint32Array(size));
    this.middle = grown(this.middle, new Float64Array(size));
    this.beadRadius = grown(this.beadRadius, new Float64Array(size));
    this.stretch = grown(this.stretch, new Float64Array(size));
  }
}

function grown<T extends Uint8Array | Uint32Array | Float64Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}
