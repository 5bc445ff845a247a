import { hemisphereRadius, lobeCount, ROUND } from './body.js';
import { type BodyShape, isRegular, PLAIN, radiusFor } from './body-volume.js';
import { ALL_SCENES, MAPS, RECORDS } from './build-flags.js';
import type { DropsView } from './frame.js';
import { IdIndex } from './id-index.js';

/** Numbers of one kind, a place for each drop. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The arrays that drops are kept in, each as long as `capacity`; `DropsView` says what most of them mean. */
export class DropColumns {
  id!: Uint32Array;
  chart!: Uint16Array;
  x!: Float64Array;
  y!: Float64Array;
  vx!: Float64Array;
  vy!: Float64Array;
  mass!: Float64Array;
  moving!: Uint8Array;
  radius!: Float64Array;
  contactAngle!: Float64Array;
  stretch!: Float64Array;
  tail!: Float64Array;
  headingX!: Float64Array;
  headingY!: Float64Array;
  sag!: Float64Array;
  outlineC2!: Float64Array;
  outlineS2!: Float64Array;
  outlineC3!: Float64Array;
  outlineS3!: Float64Array;
  waist!: Float64Array;
  lobes!: Uint16Array;
  /** Time since the last residual droplet, τ [s]. */
  tau!: Float64Array;
  /** 1 if the drop's shape lies in the still map. */
  laid!: Uint8Array;
  /** 1 if its still shape shares cells with, or borders on, another one. */
  crowded!: Uint8Array;
  /** Not 0 while the body of a still drop is on its way to its shape at rest (`models/rivulet/relaxing.ts`). */
  relaxing!: Uint8Array;

  /** How many drops there is room for. */
  protected capacity = 0;
  /** The arrays as one list, and the last of them, kept so that moving drops about allocates nothing. */
  protected all: readonly Column[] = [];
  protected bodies: readonly Column[] = [];

  constructor(capacity = 64) {
    this.grow(capacity);
  }

  /** Every array in a fixed order, for saving and hashing. */
  columns(): readonly Column[] {
    return [
      this.id,
      this.chart,
      this.x,
      this.y,
      this.vx,
      this.vy,
      this.mass,
      this.moving,
      this.radius,
      this.contactAngle,
      this.stretch,
      this.lobes,
      this.tau,
      this.laid,
      this.crowded,
    ];
  }

  /** What only bodies with shapes of their own use; hemispheres leave it at its defaults, and out of their hash. */
  bodyColumns(): readonly Column[] {
    return [
      this.tail,
      this.headingX,
      this.headingY,
      this.sag,
      this.outlineC2,
      this.outlineS2,
      this.outlineC3,
      this.outlineS3,
      this.waist,
      this.relaxing,
    ];
  }

  /** Makes room for twice as many drops, or for so many. */
  protected grow(capacity = 2 * this.capacity): void {
    const doubles = (old: Float64Array) => grown(old, new Float64Array(capacity));
    const bytes = (old: Uint8Array) => grown(old, new Uint8Array(capacity));
    this.id = grown(this.id, new Uint32Array(capacity));
    this.chart = grown(this.chart, new Uint16Array(capacity));
    this.x = doubles(this.x);
    this.y = doubles(this.y);
    this.vx = doubles(this.vx);
    this.vy = doubles(this.vy);
    this.mass = doubles(this.mass);
    this.moving = bytes(this.moving);
    this.radius = doubles(this.radius);
    this.contactAngle = doubles(this.contactAngle);
    this.stretch = doubles(this.stretch);
    this.tail = doubles(this.tail);
    this.headingX = doubles(this.headingX);
    this.headingY = doubles(this.headingY);
    this.sag = doubles(this.sag);
    this.outlineC2 = doubles(this.outlineC2);
    this.outlineS2 = doubles(this.outlineS2);
    this.outlineC3 = doubles(this.outlineC3);
    this.outlineS3 = doubles(this.outlineS3);
    this.waist = doubles(this.waist);
    this.lobes = grown(this.lobes, new Uint16Array(capacity));
    this.tau = doubles(this.tau);
    this.laid = bytes(this.laid);
    this.crowded = bytes(this.crowded);
    this.relaxing = bytes(this.relaxing);
    this.capacity = capacity;
    this.bodies = this.bodyColumns();
    this.all = [...this.columns(), ...this.bodies];
  }
}

function grown<T extends Column>(old: T | undefined, fresh: T): T {
  if (old) fresh.set(old as never);
  return fresh;
}

/**
 * The drops as a growable struct of arrays. Running drops stand first, slots 0 to `movingCount` − 1, still ones after
 * them, so that a step visits only what runs. Removal swaps the last one in: slots change, ids never do.
 */
export class Drops extends DropColumns implements DropsView {
  count = 0;
  movingCount = 0;
  /** The id the next drop gets. */
  nextId = 1;

  readonly #index = new IdIndex();

  /** Slot of the drop with this id, or −1. */
  slotOf(id: number): number {
    return this.#index.get(id);
  }

  /** Adds a round, still drop without speed and returns its slot; the caller sets what differs. */
  add(chart: number, x: number, y: number, mass: number): number {
    return this.restore(this.nextId, chart, x, y, mass);
  }

  /** Adds a drop with a given id, as a saved state does. */
  restore(id: number, chart: number, x: number, y: number, mass: number): number {
    if (this.count === this.capacity) this.grow();
    const slot = this.count++;
    if (id >= this.nextId) this.nextId = id + 1;
    this.id[slot] = id;
    this.chart[slot] = chart;
    this.x[slot] = x;
    this.y[slot] = y;
    this.vx[slot] = 0;
    this.vy[slot] = 0;
    this.mass[slot] = mass;
    this.moving[slot] = 0;
    this.contactAngle[slot] = Math.PI / 2;
    this.roundOff(slot);
    this.tau[slot] = 0;
    this.laid[slot] = 0;
    this.crowded[slot] = 0;
    this.radius[slot] = hemisphereRadius(mass, 1);
    this.#index.set(id, slot);
    return slot;
  }

  /** Takes a drop out; the last one of its kind fills the gap. */
  remove(slot: number): void {
    const still = this.setMoving(slot, false);
    this.#index.delete(this.id[still]);
    const last = --this.count;
    if (still !== last) this.#copy(last, still);
  }

  /** Makes of a drop another one at rest, with the next id and all else as it was; returns its slot. Cheaper than `remove` and `add`. */
  renew(slot: number): number {
    if (!ALL_SCENES) return slot;
    const still = this.setMoving(slot, false);
    this.#index.delete(this.id[still]);
    this.id[still] = this.nextId++;
    this.#index.set(this.id[still], still);
    return still;
  }

  /** Lets a drop run or rest and returns the slot it has then. */
  setMoving(slot: number, moving: boolean): number {
    if (this.moving[slot] === (moving ? 1 : 0)) return slot;
    this.moving[slot] = moving ? 1 : 0;
    // Running drops stand first: the one at the border of the two kinds changes places with this one.
    const border = moving ? this.movingCount++ : --this.movingCount;
    this.#swap(slot, border);
    return border;
  }

  setMass(slot: number, mass: number): void {
    this.mass[slot] = mass;
    this.fit(slot);
  }

  setLobes(slot: number, code: number): void {
    if (!MAPS) return;
    this.lobes[slot] = code;
    this.fit(slot);
  }

  /** Gives a drop the plainest shape, whatever its angle; `fit` is to follow. */
  roundOff(slot: number): void {
    this.stretch[slot] = 0;
    this.lobes[slot] = ROUND;
    this.#makeRound(slot);
  }

  /** Makes the radius such that the body holds the mass: after a change of either. */
  fit(slot: number): void {
    this.radius[slot] = this.fittingRadius(slot);
  }

  /** The radius with which the body holds the mass [mm]. */
  fittingRadius(slot: number): number {
    const lobes = lobeCount(this.lobes[slot]);
    const shape = this.shapeOf(slot);
    const { angle, stretch, sag } = shape;
    const plain = angle === Math.PI / 2 && stretch === 0 && (!MAPS || (sag === 0 && isRegular(shape)));
    return plain ? hemisphereRadius(this.mass[slot], lobes) : radiusFor(this.mass[slot] / lobes, shape);
  }

  /** Gives the drop in `to` the shape and the heading of another, but neither its angle nor its size; `fit` is to follow. */
  copyShape(from: number, to: number): void {
    if (!MAPS) return;
    this.stretch[to] = this.stretch[from];
    for (const column of this.bodies) if (column !== this.relaxing) column[to] = column[from];
  }

  /** The shape of a drop's body, whatever its size; valid until the next call. */
  shapeOf(slot: number): Readonly<BodyShape> {
    const shape = this.#shape;
    shape.angle = this.contactAngle[slot];
    shape.stretch = this.stretch[slot];
    shape.tail = this.stretch[slot] === 0 ? 1 : this.tail[slot];
    if (!MAPS) return shape;
    shape.sag = this.sag[slot];
    shape.c2 = this.outlineC2[slot];
    shape.s2 = this.outlineS2[slot];
    shape.c3 = this.outlineC3[slot];
    shape.s3 = this.outlineS3[slot];
    shape.waist = this.waist[slot];
    return shape;
  }
  readonly #shape: BodyShape = { ...PLAIN };

  /** All water on drops [mg], summed in slot order. */
  totalMass(): number {
    let sum = 0;
    for (let slot = 0; slot < this.count; slot++) sum += this.mass[slot];
    return sum;
  }

  clear(): void {
    this.count = 0;
    this.movingCount = 0;
    this.#index.clear();
  }

  /** Takes over arrays made by `columns()` of another store, and by `bodyColumns()` after them or not. */
  takeOver(count: number, movingCount: number, nextId: number, columns: readonly Column[]): void {
    if (!RECORDS) return;
    while (this.capacity < count) this.grow();
    // A visitor that does not load returns these very arrays: they must stay as they are.
    if (columns.length < this.all.length) for (let slot = 0; slot < count; slot++) this.#makeRound(slot);
    for (let c = 0; c < columns.length; c++) this.all[c].set(columns[c].subarray(0, count));
    this.count = count;
    this.movingCount = movingCount;
    this.nextId = nextId;
    this.#index.clear();
    for (let slot = 0; slot < count; slot++) this.#index.set(this.id[slot], slot);
  }

  /** What the body columns are for a hemisphere. */
  #makeRound(slot: number): void {
    this.tail[slot] = 1;
    this.headingX[slot] = 0;
    this.headingY[slot] = 1;
    this.sag[slot] = 0;
    this.outlineC2[slot] = 0;
    this.outlineS2[slot] = 0;
    this.outlineC3[slot] = 0;
    this.outlineS3[slot] = 0;
    this.waist[slot] = 0;
    this.relaxing[slot] = 0;
  }

  #swap(a: number, b: number): void {
    if (a === b) return;
    for (const column of this.all) {
      const kept = column[a];
      column[a] = column[b];
      column[b] = kept;
    }
    this.#index.set(this.id[a], a);
    this.#index.set(this.id[b], b);
  }

  #copy(from: number, to: number): void {
    for (const column of this.all) column[to] = column[from];
    this.#index.set(this.id[to], to);
  }
}

/** Finds the few drops whose flag is not 0 in a column such as `relaxing`: most are passed eight at a time. */
export class FlagSearch {
  #flags: Uint8Array = new Uint8Array(0);
  #eights: Float64Array = new Float64Array(0);

  /** The first place from `from` on, below `end`, whose flag is set; `end` if there is none. */
  next(flags: Uint8Array, from: number, end: number): number {
    if (flags !== this.#flags) this.#look(flags);
    const eights = this.#eights;
    for (let at = from; at < end; ) {
      // Eight bytes that are 0 are the number 0, and no others are: flags are 0 to 127.
      if ((at & 7) === 0 && eights[at >> 3] === 0) at += 8;
      else if (flags[at] !== 0) return at;
      else at += 1;
    }
    return end;
  }

  /** The array grew into another one. */
  #look(flags: Uint8Array): void {
    this.#flags = flags;
    this.#eights = new Float64Array(flags.buffer, flags.byteOffset, flags.length >> 3);
  }
}
