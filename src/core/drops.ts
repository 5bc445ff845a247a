import { type BodyShape, radiusFor } from './body-volume.js';
import type { DropsView } from './frame.js';
import { IdIndex } from './id-index.js';
import { hemisphereRadius, lobeCount, ROUND } from './shape.js';

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/**
 * The drops as a growable struct of arrays. Running drops stand first, slots 0 to `movingCount` − 1, still ones after
 * them, so that a step visits only what runs. Removal swaps the last one in: slots change, ids never do.
 */
export class Drops implements DropsView {
  count = 0;
  movingCount = 0;
  /** The id the next drop gets. */
  nextId = 1;

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
  lobes!: Uint16Array;
  /** Time since the last residual droplet, τ [s]. */
  tau!: Float64Array;
  /** 1 if the drop's shape lies in the still map. */
  laid!: Uint8Array;
  /** 1 if its still shape shares cells with, or borders on, another one. */
  crowded!: Uint8Array;
  /** Not 0 while the body of a still drop is on its way to its shape at rest (`models/particles/relaxing.ts`). */
  relaxing!: Uint8Array;

  readonly #index = new IdIndex();
  #capacity = 0;

  constructor(capacity = 64) {
    this.#allocate(capacity);
  }

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
    if (this.count === this.#capacity) this.#allocate(this.#capacity * 2);
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
    const lobes = lobeCount(this.lobes[slot]);
    const shape = this.shapeOf(slot);
    const { angle, stretch, sag, c2, s2, c3, s3 } = shape;
    const plain = angle === Math.PI / 2 && stretch === 0 && sag === 0 && c2 === 0 && s2 === 0 && c3 === 0 && s3 === 0;
    this.radius[slot] = plain ? hemisphereRadius(this.mass[slot], lobes) : radiusFor(this.mass[slot] / lobes, shape);
  }

  /** The shape of a drop's body, whatever its size; valid until the next call. */
  shapeOf(slot: number): Readonly<BodyShape> {
    const shape = this.#shape;
    shape.angle = this.contactAngle[slot];
    shape.stretch = this.stretch[slot];
    shape.tail = this.stretch[slot] === 0 ? 1 : this.tail[slot];
    shape.sag = this.sag[slot];
    shape.c2 = this.outlineC2[slot];
    shape.s2 = this.outlineS2[slot];
    shape.c3 = this.outlineC3[slot];
    shape.s3 = this.outlineS3[slot];
    return shape;
  }
  readonly #shape: BodyShape = { angle: 0, stretch: 0, tail: 1, sag: 0, c2: 0, s2: 0, c3: 0, s3: 0 };

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
      this.relaxing,
    ];
  }

  /** Takes over arrays made by `columns()` of another store, and by `bodyColumns()` after them or not. */
  adopt(count: number, movingCount: number, nextId: number, columns: readonly Column[]): void {
    while (this.#capacity < count) this.#allocate(this.#capacity * 2);
    // A walk that does not load hands these very arrays back: nothing of them may be lost.
    if (columns.length < this.#all.length) for (let slot = 0; slot < count; slot++) this.#makeRound(slot);
    for (let c = 0; c < columns.length; c++) this.#all[c].set(columns[c].subarray(0, count));
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
    this.relaxing[slot] = 0;
  }

  #swap(a: number, b: number): void {
    if (a === b) return;
    for (const column of this.#all) {
      const kept = column[a];
      column[a] = column[b];
      column[b] = kept;
    }
    this.#index.set(this.id[a], a);
    this.#index.set(this.id[b], b);
  }

  #copy(from: number, to: number): void {
    for (const column of this.#all) column[to] = column[from];
    this.#index.set(this.id[to], to);
  }

  /** The arrays as one list, kept so that swapping allocates nothing. */
  #all: readonly Column[] = [];

  #allocate(capacity: number): void {
    this.id = grown(this.id, new Uint32Array(capacity));
    this.chart = grown(this.chart, new Uint16Array(capacity));
    this.x = grown(this.x, new Float64Array(capacity));
    this.y = grown(this.y, new Float64Array(capacity));
    this.vx = grown(this.vx, new Float64Array(capacity));
    this.vy = grown(this.vy, new Float64Array(capacity));
    this.mass = grown(this.mass, new Float64Array(capacity));
    this.moving = grown(this.moving, new Uint8Array(capacity));
    this.radius = grown(this.radius, new Float64Array(capacity));
    this.contactAngle = grown(this.contactAngle, new Float64Array(capacity));
    this.stretch = grown(this.stretch, new Float64Array(capacity));
    this.tail = grown(this.tail, new Float64Array(capacity));
    this.headingX = grown(this.headingX, new Float64Array(capacity));
    this.headingY = grown(this.headingY, new Float64Array(capacity));
    this.sag = grown(this.sag, new Float64Array(capacity));
    this.outlineC2 = grown(this.outlineC2, new Float64Array(capacity));
    this.outlineS2 = grown(this.outlineS2, new Float64Array(capacity));
    this.outlineC3 = grown(this.outlineC3, new Float64Array(capacity));
    this.outlineS3 = grown(this.outlineS3, new Float64Array(capacity));
    this.lobes = grown(this.lobes, new Uint16Array(capacity));
    this.tau = grown(this.tau, new Float64Array(capacity));
    this.laid = grown(this.laid, new Uint8Array(capacity));
    this.crowded = grown(this.crowded, new Uint8Array(capacity));
    this.relaxing = grown(this.relaxing, new Uint8Array(capacity));
    this.#capacity = capacity;
    this.#all = [...this.columns(), ...this.bodyColumns()];
  }
}

function grown<T extends Column>(old: T | undefined, fresh: T): T {
  if (old) fresh.set(old as never);
  return fresh;
}
