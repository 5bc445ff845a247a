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
