import type { Chance } from '../core/chance.js';
import { type Pose, toSurface } from '../core/pose.js';
import { areaOf, createSurfacePoint, type Hit, type Place, type Surface } from '../surface/surface.js';
import {
  LARGEST_DIAMETER,
  levelSpeeds,
  type MarshallPalmerOptions,
  type SizeClasses,
  sizeClasses,
  sizeSlope,
  sphereMass,
} from './marshall-palmer.js';
import { type Arrival, createArrival, FINE_BANDS, type Rain, rainStream, steadyCount } from './rain.js';

/** Size classes of the drops that are simulated, and of those too small for it. */
const CLASSES = 256;
const FINE_CLASSES = 64;
/** A ray to the sky starts this far off the surface [mm], so that it does not meet the place itself. */
const OFF = 1e-3;
/** Places along and across a curved chart at which the rain on it is measured. */
const PROBES = 48;
/** Fine drops that differ over a curved chart by less than this share of their mean fall as if they were even. */
const EVEN = 0.25;
/** Of so many classes of fine drops one asks whether the way to the sky is barred. */
const SHADED_TOGETHER = 8;

/**
 * Marshall–Palmer rain on a surface in space. Drops of a class come along their velocity u: their fall speed down, and level
 * with the wind. On a place of normal n arrives concentration · max(0, −u · n), and nothing where the way to the sky is
 * barred by the surface itself. Candidates are drawn as if every place faced every class, and kept with the probability of
 * the cosine: exact for any surface, and without a table a chart.
 */
export class DirectedRain implements Rain {
  readonly #surface: Surface;
  readonly #max: number;
  readonly #arrivals: number | null;
  readonly #impact: number;
  /** Candidates over those that `rate` brings. */
  #crowd = 1;
  readonly #stream: number;
  readonly #area: number;
  readonly #classes: SizeClasses;
  readonly #fine: SizeClasses;
  /** Level velocity along X and Z [mm/s]. */
  readonly #level: readonly [x: number, z: number];
  readonly #scale: number;
  /** Candidates of all classes before this one [drops/(mm² s)]. */
  readonly #bound = new Float64Array(CLASSES + 1);
  readonly #rotation = new Float64Array(4).fill(Number.NaN);
  readonly #fineDepth: Float64Array;
  /** Band by band on curved charts; null where they are even. */
  readonly #fineDepths: (Float64Array | null)[];
  /** The drops of the step. */
  readonly #drops: Arrival[] = [];
  readonly #pose: Pose = { rotation: new Float64Array(4), acceleration: new Float64Array(3) };
  readonly #point = createSurfacePoint();
  readonly #velocity = new Float64Array(3);
  readonly #ray = { origin: new Float64Array(3), direction: new Float64Array(3) };
  readonly #hit: Hit = { chart: 0, x: 0, y: 0, distance: 0 };

  /** @param level velocity of the air that carries the drops, along X and Z of the world [mm/s] */
  constructor(
    options: MarshallPalmerOptions,
    level: readonly [x: number, z: number],
    { surface, index }: { readonly surface: Surface; readonly index: number },
  ) {
    this.#surface = surface;
    this.#max = options.max;
    this.#arrivals = options.arrivals ?? null;
    this.#impact = options.impact ?? 0;
    this.#stream = rainStream(index);
    this.#level = level;
    this.#area = areaOf(surface);
    const slope = sizeSlope(options.rate);
    this.#classes = sizeClasses(slope, options.smallest, LARGEST_DIAMETER, CLASSES);
    this.#fine = sizeClasses(slope, 0, options.smallest, FINE_CLASSES);
    if (options.weighting === 'air') levelSpeeds([this.#classes, this.#fine]);
    const flux = fluxDown(this.#classes) + fluxDown(this.#fine);
    this.#scale = flux > 0 ? options.rate / flux : 0;
    for (let k = 0; k < CLASSES; k++) {
      this.#bound[k + 1] =
        this.#bound[k] + this.#scale * this.#classes.concentration[k] * this.#speedOf(this.#classes, k);
    }
    this.#fineDepth = new Float64Array(surface.charts.length);
    this.#fineDepths = surface.charts.map(() => null);
  }

  fineDepthOn(chart: number): number {
    return this.#fineDepth[chart];
  }

  fineDepthsOn(chart: number): Float64Array | null {
    return this.#fineDepths[chart];
  }

  /** Water that arrives at a place in drops of both kinds, shadow or not [mm/s of depth]. */
  depthAt(place: Place): number {
    return this.#depth(this.#classes, place) + this.#depth(this.#fine, place);
  }

  aim(_tilt: number, { rotation }: Pose): void {
    if (rotation.every((value, n) => value === this.#rotation[n])) return;
    this.#rotation.set(rotation);
    this.#pose.rotation.set(rotation);
    let brought = 0;
    this.#surface.charts.forEach(({ isFlat, isPlanar, width, height }, chart) => {
      const probes = isPlanar ? 1 : PROBES;
      let sum = 0;
      for (let n = 0; n < probes; n++) {
        const place = { chart, x: ((n + 0.5) / probes) * width, y: height / 2 };
        sum += this.#depth(this.#fine, place);
        if (this.#arrivals !== null) brought += (this.#dropsAt(place) * width * height) / probes;
      }
      this.#fineDepth[chart] = sum / probes;
      // Rays to the sky are quick on sheets that can be laid flat; on others fine drops are even.
      if (isFlat && !isPlanar) this.#setBands(chart);
    });
    if (this.#arrivals !== null) this.#crowd = brought > 0 ? this.#arrivals / brought : 0;
  }

  /** Finds what arrives in fine drops band by band, none where the surface itself bars the way. */
  #setBands(chart: number): void {
    const { columns, rows } = FINE_BANDS;
    const { width, height } = this.#surface.charts[chart];
    const depths = this.#fineDepths[chart] ?? new Float64Array(columns * rows);
    let [least, most, sum] = [Number.POSITIVE_INFINITY, 0, 0];
    for (let n = 0; n < depths.length; n++) {
      const [row, col] = [Math.floor(n / columns), n % columns];
      depths[n] = this.#openDepth({ chart, x: ((col + 0.5) * width) / columns, y: ((row + 0.5) * height) / rows });
      least = Math.min(least, depths[n]);
      most = Math.max(most, depths[n]);
      sum += depths[n];
    }
    const mean = sum / depths.length;
    const all = this.#fineDepth[chart];
    const isEven = most - least <= EVEN * all && Math.abs(all - mean) <= EVEN * all;
    this.#fineDepths[chart] = isEven ? null : depths;
    if (!isEven) this.#fineDepth[chart] = mean;
  }

  /** Water that arrives at a place in fine drops [mm/s of depth], less those whose way is barred. */
  #openDepth(place: Place): number {
    this.#surface.point(place, this.#point);
    const { concentration, mass } = this.#fine;
    let depth = 0;
    let asked = -1;
    let isShaded = false;
    for (let k = 0; k < mass.length; k++) {
      this.#setVelocity(this.#fine, k);
      const arriving = -dot(this.#velocity, this.#point.normal);
      if (arriving <= 0) continue;
      const group = Math.floor(k / SHADED_TOGETHER);
      if (group !== asked) isShaded = this.#isShaded();
      asked = group;
      if (!isShaded) depth += this.#scale * concentration[k] * mass[k] * arriving;
    }
    return depth;
  }

  count(chance: Chance, step: number, dt: number, present: number): number {
    const mean = this.#crowd * this.#bound[CLASSES] * this.#area * dt;
    const candidates = steadyCount(chance, this.#stream, step, mean, Number.POSITIVE_INFINITY);
    const room = this.#max - present;
    let count = 0;
    for (let n = 0; n < candidates && count < room; n++) {
      if (this.#drops.length === count) this.#drops.push(createArrival());
      if (this.#arrives(chance, step, n, this.#drops[count])) count += 1;
    }
    return count;
  }

  drop(_chance: Chance, _step: number, n: number, out: Arrival): void {
    Object.assign(out, this.#drops[n]);
  }

  /** Draws a candidate. False if it does not meet the wet side there. */
  #arrives(chance: Chance, step: number, n: number, out: Arrival): boolean {
    const draw = (use: number) => chance.uniform(this.#stream, n, step, use);
    const sought = draw(2) * this.#bound[CLASSES];
    const k = this.#classAt(sought);
    this.#surface.sample(draw(0), draw(1), out);
    this.#surface.point(out, this.#point);
    this.#setVelocity(this.#classes, k);
    const cosine = -dot(this.#velocity, this.#point.normal) / this.#speedOf(this.#classes, k);
    if (!(draw(3) < cosine) || this.#isShaded()) return false;
    const { edges } = this.#classes;
    const inside = (sought - this.#bound[k]) / (this.#bound[k + 1] - this.#bound[k]);
    out.mass = sphereMass(edges[k] + inside * (edges[k + 1] - edges[k]));
    out.vx = this.#impact && this.#impact * dot(this.#velocity, this.#point.tangentX);
    out.vy = this.#impact && this.#impact * dot(this.#velocity, this.#point.tangentY);
    return true;
  }

  /** The class of the candidate that the running sum `sought` belongs to. */
  #classAt(sought: number): number {
    let low = 0;
    let high = CLASSES;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#bound[middle] <= sought) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Is the way back to the sky from the last point barred by the surface? */
  #isShaded(): boolean {
    const { origin, direction } = this.#ray;
    const speed = Math.sqrt(dot(this.#velocity, this.#velocity));
    for (let n = 0; n < 3; n++) {
      origin[n] = this.#point.position[n] + OFF * this.#point.normal[n];
      direction[n] = -this.#velocity[n] / speed;
    }
    return this.#surface.intersect(this.#ray, this.#hit);
  }

  /** Drops that arrive at a place, shadow or not [1/(mm² s)]. */
  #dropsAt(place: Place): number {
    this.#surface.point(place, this.#point);
    let drops = 0;
    for (let k = 0; k < CLASSES; k++) {
      this.#setVelocity(this.#classes, k);
      drops += this.#scale * this.#classes.concentration[k] * Math.max(0, -dot(this.#velocity, this.#point.normal));
    }
    return drops;
  }

  #depth(classes: SizeClasses, place: Place): number {
    this.#surface.point(place, this.#point);
    let depth = 0;
    for (let k = 0; k < classes.mass.length; k++) {
      this.#setVelocity(classes, k);
      const arriving = Math.max(0, -dot(this.#velocity, this.#point.normal));
      depth += this.#scale * classes.concentration[k] * classes.mass[k] * arriving;
    }
    return depth;
  }

  /** Sets the velocity of a class in the surface's frame. */
  #setVelocity({ speed }: SizeClasses, k: number): void {
    const [x, z] = this.#level;
    WORLD[0] = x;
    WORLD[1] = -speed[k];
    WORLD[2] = z;
    toSurface(this.#pose, WORLD, this.#velocity);
  }

  #speedOf({ speed }: SizeClasses, k: number): number {
    const [x, z] = this.#level;
    return Math.sqrt(x * x + speed[k] * speed[k] + z * z);
  }
}

const WORLD = new Float64Array(3);

/** Water that passes level ground [mm/s of depth]. */
function fluxDown({ concentration, mass, speed }: SizeClasses): number {
  let flux = 0;
  for (let k = 0; k < mass.length; k++) flux += concentration[k] * mass[k] * speed[k];
  return flux;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
