/**
 * Drops that have come off the surface: they fall freely, and land on it again or leave. Places are millimetres in the world
 * frame about the surface's middle, which moves with the surface; so its acceleration pulls them as gravity does.
 */
import type { FallingView } from '../../core/frame.js';
import { toSurface, toWorld } from '../../core/pose.js';
import type { StateVisitor } from '../../core/state-visitor.js';
import { createSurfacePoint, type Hit, type Place, type Surface } from '../../surface/surface.js';
import { type Arrival, createArrival } from '../../weather/rain.js';
import type { World } from '../model.js';

/** The columns in which the state of falling drops is kept and saved, besides their ids. */
const COLUMNS = ['mass', 'x', 'y', 'z', 'vx', 'vy', 'vz', 'fromX', 'fromY', 'fromZ'] as const;
type Column = (typeof COLUMNS)[number];

/** A drop comes off this far from the surface [mm], so that it does not meet the place that it comes from. */
const OFF = 1e-3;
/** Drops further from the middle than this many times the surface's reach have left. */
const REACHES = 4;
/** Bounds of what a saved state may hold: masses [mg], places [mm], speeds [mm/s]. */
const HEAVIEST = 1e9;
const FURTHEST = 1e9;
const FASTEST = 1e8;

/** Called with each drop that lands: place, mass, and the part of its velocity along the surface. */
export type Land = (drop: Arrival) => void;

export class Falling implements FallingView {
  count = 0;
  id = new Uint32Array(16);
  mass = new Float64Array(16);
  x = new Float64Array(16);
  y = new Float64Array(16);
  z = new Float64Array(16);
  vx = new Float64Array(16);
  vy = new Float64Array(16);
  vz = new Float64Array(16);
  /** Where it was a step ago, in the surface's own frame [mm]. */
  fromX = new Float64Array(16);
  fromY = new Float64Array(16);
  fromZ = new Float64Array(16);
  /** Water that fell off and left [mg]. */
  dripped = 0;

  readonly #surface: Surface;
  /** Beyond this distance from the middle a drop has left [mm]. */
  readonly #far: number;
  #nextId = 1;
  readonly #point = createSurfacePoint();
  readonly #local = new Float64Array(3);
  readonly #world = new Float64Array(3);
  readonly #ray = { origin: new Float64Array(3), direction: new Float64Array(3) };
  readonly #hit: Hit = { chart: 0, x: 0, y: 0, distance: 0 };
  readonly #arrival = createArrival();

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#far = REACHES * reachOf(surface);
  }

  /** Water that falls now [mg]. */
  get water(): number {
    let sum = 0;
    for (let n = 0; n < this.count; n++) sum += this.mass[n];
    return sum;
  }

  /**
   * A drop of `mass` [mg] comes off at a place, which may lie beyond an open edge, with a velocity (vx, vy) [mm/s] along the
   * chart. The surface throws it on as it turns: ω × r is added. The model has taken it out of its own book.
   */
  detach(world: World, place: Place, vx: number, vy: number, mass: number): void {
    if (this.count === this.mass.length) this.#grow();
    const n = this.count++;
    const { position, normal, tangentX, tangentY } = this.#point;
    this.#surface.point(place, this.#point);
    const [local, out] = [this.#local, this.#world];
    this.id[n] = this.#nextId++;
    this.mass[n] = mass;
    for (let k = 0; k < 3; k++) local[k] = position[k] + OFF * normal[k];
    [this.fromX[n], this.fromY[n], this.fromZ[n]] = local;
    toWorld(world.pose, local, out);
    [this.x[n], this.y[n], this.z[n]] = out;
    for (let k = 0; k < 3; k++) local[k] = vx * tangentX[k] + vy * tangentY[k];
    toWorld(world.pose, local, out);
    [this.vx[n], this.vy[n], this.vz[n]] = out;
    this.#addTurning(world, n, 1);
  }

  /**
   * Lets all drops fall for a step. A drop lands where its way since the last step, seen from the surface as it turns, meets
   * the wet side; it has left (`dripped`) where it meets the dry side, or outside a sphere of four times the surface's reach.
   */
  step(world: World, land: Land): void {
    for (let n = this.count - 1; n >= 0; n--) {
      const met = this.#meets(world, n);
      const { x, y, z } = this;
      const isFar = x[n] * x[n] + y[n] * y[n] + z[n] * z[n] > this.#far * this.#far;
      if (met === 'wet') land(this.#landing(world, n));
      else if (met === 'dry' || isFar) this.dripped += this.mass[n];
      else {
        this.#fall(world, n);
        continue;
      }
      this.#remove(n);
    }
  }

  /** All falling water is taken off; returns it [mg]. */
  clear(): number {
    const taken = this.water;
    this.count = 0;
    return taken;
  }

  /** Visits the state. Models on panes, where nothing falls, do not call it. */
  visit(visitor: StateVisitor): void {
    this.dripped = visitor.number(this.dripped, 0);
    const count = visitor.number(this.count, 0);
    const nextId = visitor.number(this.#nextId, 1, 0xff000000);
    const ids = visitor.array(this.id.subarray(0, this.count));
    const columns = COLUMNS.map((name) => visitor.array(this[name].subarray(0, this.count)));
    if (!visitor.loads) return;
    const arrays = [ids, ...columns];
    visitor.check(Number.isInteger(nextId) && arrays.every(({ length }) => length === count));
    visitor.check(ids.every((id) => id > 0 && id < nextId));
    while (this.mass.length < count) this.#grow();
    this.count = count;
    this.#nextId = nextId;
    this.id.set(ids);
    COLUMNS.forEach((name, k) => {
      const most = name === 'mass' ? HEAVIEST : name.startsWith('v') ? FASTEST : FURTHEST;
      const least = name === 'mass' ? 0 : -most;
      visitor.check(columns[k].every((value) => value >= least && value <= most));
      this[name].set(columns[k]);
    });
  }

  /** Does a drop meet the surface on its way from where it was a step ago to where it is now? */
  #meets(world: World, n: number): 'wet' | 'dry' | null {
    const { origin, direction } = this.#ray;
    const [local, out] = [this.#local, this.#world];
    out[0] = this.x[n];
    out[1] = this.y[n];
    out[2] = this.z[n];
    toSurface(world.pose, out, local);
    origin[0] = this.fromX[n];
    origin[1] = this.fromY[n];
    origin[2] = this.fromZ[n];
    let square = 0;
    for (let k = 0; k < 3; k++) {
      direction[k] = local[k] - origin[k];
      square += direction[k] * direction[k];
    }
    const way = Math.sqrt(square);
    [this.fromX[n], this.fromY[n], this.fromZ[n]] = local;
    if (!(way > 0)) return null;
    for (let k = 0; k < 3; k++) direction[k] /= way;
    if (!this.#surface.intersect(this.#ray, this.#hit) || this.#hit.distance > way) return null;
    this.#surface.point(this.#hit, this.#point);
    const { normal } = this.#point;
    const against = direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2];
    return against < 0 ? 'wet' : 'dry';
  }

  /** Adds `share` of the velocity ω × r of the turning surface where the drop is, in the world. */
  #addTurning({ turning }: World, n: number, share: number): void {
    const [x, y, z] = [this.x[n], this.y[n], this.z[n]];
    this.vx[n] += share * (turning[1] * z - turning[2] * y);
    this.vy[n] += share * (turning[2] * x - turning[0] * z);
    this.vz[n] += share * (turning[0] * y - turning[1] * x);
  }

  /** The drop as it lands where `#meets` found, seen from the turning surface: its velocity across the surface is lost. */
  #landing(world: World, n: number): Arrival {
    const arrival = this.#arrival;
    this.#addTurning(world, n, -1);
    const { tangentX, tangentY } = this.#point;
    const [local, out] = [this.#local, this.#world];
    out[0] = this.vx[n];
    out[1] = this.vy[n];
    out[2] = this.vz[n];
    toSurface(world.pose, out, local);
    arrival.chart = this.#hit.chart;
    arrival.x = this.#hit.x;
    arrival.y = this.#hit.y;
    arrival.mass = this.mass[n];
    arrival.vx = local[0] * tangentX[0] + local[1] * tangentX[1] + local[2] * tangentX[2];
    arrival.vy = local[0] * tangentY[0] + local[1] * tangentY[1] + local[2] * tangentY[2];
    return arrival;
  }

  /** Under a constant weight the parabola is exact. */
  #fall({ weight, dt }: World, n: number): void {
    this.x[n] += dt * (this.vx[n] + 0.5 * dt * weight[0]);
    this.y[n] += dt * (this.vy[n] + 0.5 * dt * weight[1]);
    this.z[n] += dt * (this.vz[n] + 0.5 * dt * weight[2]);
    this.vx[n] += dt * weight[0];
    this.vy[n] += dt * weight[1];
    this.vz[n] += dt * weight[2];
  }

  /** The last one fills the gap. */
  #remove(n: number): void {
    const last = --this.count;
    this.id[n] = this.id[last];
    for (const name of COLUMNS) this[name][n] = this[name][last];
  }

  #grow(): void {
    this.id = wider(this.id);
    for (const name of COLUMNS) this[name as Column] = wider(this[name]);
  }
}

function wider<T extends Float64Array | Uint32Array>(old: T): T {
  const made = new (old.constructor as new (length: number) => T)(2 * old.length);
  made.set(old as never);
  return made;
}

/** Distance from the middle of a surface to the furthest of its charts' corners and middles [mm]. */
function reachOf(surface: Surface): number {
  const point = createSurfacePoint();
  const { position } = point;
  let reach = 0;
  surface.charts.forEach(({ width, height }, chart) => {
    for (const u of [0, 0.25, 0.5, 0.75, 1]) {
      for (const v of [0, 0.5, 1]) {
        surface.point({ chart, x: u * width, y: v * height }, point);
        reach = Math.max(reach, position[0] * position[0] + position[1] * position[1] + position[2] * position[2]);
      }
    }
  });
  return Math.sqrt(reach);
}
