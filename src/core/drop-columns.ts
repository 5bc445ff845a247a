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
  lobes!: Uint16Array;
  /** Time since the last residual droplet, τ [s]. */
  tau!: Float64Array;
  /** 1 if the drop's shape lies in the still map. */
  laid!: Uint8Array;
  /** 1 if its still shape shares cells with, or borders on, another one. */
  crowded!: Uint8Array;
  /** Not 0 while the body of a still drop is on its way to its shape at rest (`models/particles/relaxing.ts`). */
  relaxing!: Uint8Array;

  /** How many drops there is room for. */
  protected capacity = 0;
  /** The arrays as one list, kept so that swapping allocates nothing. */
  protected all: readonly Column[] = [];

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
      this.relaxing,
    ];
  }

  /** Makes room for twice as many drops, or for so many. */
  protected grow(capacity = 2 * this.capacity): void {
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
    this.capacity = capacity;
    this.all = [...this.columns(), ...this.bodyColumns()];
  }
}

function grown<T extends Column>(old: T | undefined, fresh: T): T {
  if (old) fresh.set(old as never);
  return fresh;
}
