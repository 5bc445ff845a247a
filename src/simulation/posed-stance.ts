/** How a surface stands by a rotation, and what pulls its water at each place. */
import { createPose, type Pose, setPaneRotation, toSurface } from '../core/pose.js';
import type { Scene } from '../scene/scene.js';
import { limitUnder } from '../scene/static-limit.js';
import { pendantMass } from '../surface/pendant.js';
import { createSurfacePoint, type Place, type Surface } from '../surface/surface.js';
import { PoseMotion } from '../weather/pose-motion.js';

/** A pull of less than this along the surface is rounding, and the place level [mm/s²]. */
const LEVEL = 1e-6;

/** What holds everywhere on a planar chart. */
interface ChartStance {
  /** Pull along x and y [mm/s²]. */
  x: number;
  y: number;
  /** [mg] */
  limit: number;
  hang: number;
}

/** Turns gravity into the surface's frame once a step; planar charts are answered from a table, others place by place. */
export class PosedStance {
  readonly pose: Pose = createPose();
  /** Gravity less the acceleration of the frame, in the world [mm/s²]. */
  readonly weight = new Float64Array(3);
  /** Angular velocity in the world [rad/s]. */
  readonly turning = new Float64Array(3);
  readonly #scene: Scene;
  readonly #surface: Surface;
  readonly #motion: PoseMotion | null;
  /** The weight in the surface's frame; no number until it first stands, so that no weight at all is a change too. */
  readonly #local = new Float64Array(3).fill(Number.NaN);
  readonly #charts: readonly ChartStance[];
  readonly #at: ChartStance = { x: 0, y: 0, limit: 0, hang: 0 };
  readonly #point = createSurfacePoint();

  constructor(scene: Scene, surface: Surface) {
    this.#scene = scene;
    this.#surface = surface;
    const { motion } = scene;
    this.#charts = surface.charts.map(() => ({ x: 0, y: 0, limit: 0, hang: 0 }));
    setRest(scene, this.pose);
    this.#motion = motion && new PoseMotion(motion, this.pose.rotation.slice());
  }

  get moves(): boolean {
    return this.#motion !== null;
  }

  /** Sets the instant [s]. True if what pulls water has changed. */
  stand(time: number): boolean {
    this.#motion?.at(time, this.pose, this.turning);
    const { weight, pose } = this;
    const [x, y, z] = this.#local;
    weight[0] = -pose.acceleration[0];
    weight[1] = -this.#scene.gravity - pose.acceleration[1];
    weight[2] = -pose.acceleration[2];
    toSurface(pose, weight, this.#local);
    if (x === this.#local[0] && y === this.#local[1] && z === this.#local[2]) return false;
    this.#surface.charts.forEach(({ isPlanar }, chart) => {
      if (isPlanar) this.#set({ chart, x: 0, y: 0 }, this.#charts[chart], true);
    });
    return true;
  }

  pull(place: Place, out: Float64Array): void {
    const { x, y } = this.#askedAt(place, false);
    out[0] = x;
    out[1] = y;
  }

  limit(place: Place): number {
    return this.#askedAt(place, true).limit;
  }

  hang(place: Place): number {
    return this.#askedAt(place, true).hang;
  }

  #askedAt(place: Place, limits: boolean): Readonly<ChartStance> {
    if (this.#surface.charts[place.chart].isPlanar) return this.#charts[place.chart];
    this.#set(place, this.#at, limits);
    return this.#at;
  }

  /** Writes what holds at a place; the limits only if they are asked for. */
  #set(place: Place, out: ChartStance, limits: boolean): void {
    const point = this.#point;
    this.#surface.point(place, point);
    const x = dot(this.#local, point.tangentX);
    const y = dot(this.#local, point.tangentY);
    const size = Math.sqrt(x * x + y * y);
    const isLevel = size < LEVEL;
    out.x = isLevel ? 0 : x;
    out.y = isLevel ? 0 : y;
    if (!limits) return;
    out.limit = limitUnder(this.#scene, isLevel ? 0 : size);
    // Water stays on both sides of a pane, as it always has.
    const hangs = this.#surface.kind !== 'pane';
    out.hang = hangs ? pendantMass(this.#scene.coating.receding, dot(this.#local, point.normal)) : Infinity;
  }
}

/** The rotation of a surface that does not move: its pose, or what its tilt and turn make. */
function setRest({ pose, surface }: Scene, out: Pose): void {
  if (pose) out.rotation.set(pose);
  else if ('tilt' in surface) setPaneRotation(out, surface.tilt, surface.kind === 'pane' ? surface.turn : 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
