/** Water as the water maps of the charts have it (render/water/water-map.ts): heights over the sheet's plane. */
import type { Frame } from '../../core/frame.js';
import { ChartWater, SAMPLE, type WaterMap } from '../water/water-map.js';
import { beyondSeams } from './beyond-seams.js';
import { enterWet, leaveDry } from './glass.js';
import type { Meeting } from './meeting.js';
import type { Path, Rays } from './rays.js';
import type { Setting } from './setting.js';
import { type Bounds, EXIT, SheetPaths, type WaterRay } from './sheet-paths.js';
import type { FoundWater, SheetWater } from './sheet-water.js';
import { unfold } from './unfold.js';
import { BIN_MARGIN, BIN_SIDE, WetBins } from './wet-bins.js';

/** Grazing rays may find water so far before the place where they meet the sheet [mm]. */
const FARTHEST_BEFORE = 60;
/** Steps towards water that is met from outside [mm], over how fast the ray comes down. */
const STEP = 0.25;
const CLOSING = 12;
/** Water that stands no more widths of a sample high than this is taken as thin: its relief would not be seen. */
const THIN = 3;

export class MappedWater implements SheetWater {
  readonly found: FoundWater = { id: 0, normal: new Float64Array(3) };
  readonly #set: Setting;
  readonly #rays: Rays;
  readonly #waters: readonly WaterMap[];
  readonly #bins: readonly WetBins[];
  readonly #bounds: readonly Bounds[];
  readonly #sheet = new SheetPaths();
  /** Shared: what is found where a ray meets water is where its way through the water begins. */
  readonly #sample = this.#sheet.sample;

  constructor(set: Setting, frame: Frame, rays: Rays) {
    this.#set = set;
    this.#rays = rays;
    const flat = unfold(frame, set.surface);
    const beyond = flat.charts.map((_, chart) => beyondSeams(flat, set.surface, chart));
    this.#waters = beyond.map((others, chart) => new ChartWater(flat, chart, others));
    this.#bins = beyond.map((others, chart) => new WetBins(flat, chart, others));
    this.#bounds = this.#waters.map((water, chart) => {
      const isTexture = frame.charts[chart].smoothing === 'mean';
      return { water, isMirror: set.mirrors[chart] ?? false, room: set.reflection === 'room', isTexture };
    });
  }

  /** Heights over a sheet are looked for where the ray comes to it. */
  meetBefore(_: Path, limit: number): number {
    return limit;
  }

  cover(meeting: Meeting): number {
    const { ray, hit, fromDry } = meeting;
    ray.relief = this.#set.relief && this.#bins[hit.chart].top(hit.x, hit.y) > THIN * ray.width;
    const cover = fromDry ? this.#waterAt(hit.chart, ray) : this.#waterBefore(hit.chart, ray);
    if (cover > 0) this.#noteFound(meeting);
    return cover;
  }

  #noteFound({ point: { normal, tangentX }, across }: Meeting): void {
    const [gx, gy] = [this.#sample[SAMPLE.gx], this.#sample[SAMPLE.gy]];
    const per = 1 / Math.sqrt(1 + gx * gx + gy * gy);
    for (let n = 0; n < 3; n++) this.found.normal[n] = (normal[n] - gx * tangentX[n] - gy * across[n]) * per;
    this.found.id = this.#sample[SAMPLE.id];
  }

  /** Coverage where a ray from the dry side comes to the wet face. */
  #waterAt(chart: number, { x, y, width }: WaterRay): number {
    const sample = this.#sample;
    sample[SAMPLE.cover] = 0;
    if (width < BIN_MARGIN && this.#bins[chart].top(x, y) === 0) return 0;
    this.#waters[chart].at(x, y, width, sample);
    return sample[SAMPLE.cover];
  }

  /**
   * The same for a ray from the wet side, which meets water that stands in its way before it comes to the sheet. Moves the ray
   * to where it does.
   */
  #waterBefore(chart: number, ray: WaterRay): number {
    const bins = this.#bins[chart];
    const { crest } = bins;
    if (crest === 0) return 0;
    const water = this.#waters[chart];
    const sample = this.#sample;
    const { x, y, dx, dy, dz, width } = ray;
    const thin = THIN * width;
    if (this.#set.relief && crest > thin) {
      // From where it dives below the highest water, skipping bins whose water is thin, or all below it.
      let t = -Math.min(FARTHEST_BEFORE, crest / -dz);
      let before = t;
      while (t < 0) {
        const z = t * dz;
        const near = bins.top(x + t * dx, y + t * dy) > Math.max(z, thin);
        if (near) {
          water.at(x + t * dx, y + t * dy, width, sample);
          if (sample[SAMPLE.height] > z) return this.#close(chart, ray, before, t);
        }
        before = t;
        t += near ? Math.min(STEP, Math.max(0.05, (0.5 * z) / -dz)) : BIN_SIDE / 2;
      }
      if (ray.relief) {
        water.at(x, y, width, sample);
        if (sample[SAMPLE.height] > 0 && before > -STEP) return this.#close(chart, ray, before, 0);
      }
    }
    const cover = this.#waterAt(chart, ray);
    ray.z = ray.relief && cover > 0 ? sample[SAMPLE.height] : 0;
    return cover;
  }

  /** Finds the surface between `above` and `below` it along a ray; leaves the ray there and the water in the sample. */
  #close(chart: number, ray: WaterRay, above: number, below: number): number {
    const water = this.#waters[chart];
    const sample = this.#sample;
    const { x, y, dx, dy, dz, width } = ray;
    let [high, low] = [above, below];
    for (let n = 0; n < CLOSING; n++) {
      const t = (high + low) / 2;
      water.at(x + t * dx, y + t * dy, width, sample);
      if (sample[SAMPLE.height] > t * dz) low = t;
      else high = t;
    }
    water.at(x + low * dx, y + low * dy, width, sample);
    ray.x += low * dx;
    ray.y += low * dy;
    ray.z = low * dz;
    ray.relief = true;
    return sample[SAMPLE.cover];
  }

  /** What leaves wet glass: from its faces, and from the water. */
  follow(meeting: Meeting, path: Path, weight: number): void {
    const { ray, hit, fromDry } = meeting;
    const rays = this.#rays;
    const sheet = this.#sheet;
    const bounds = this.#bounds[hit.chart];
    const inside =
      fromDry && this.#set.reflection !== 'none' ? enterWet(this.#set, meeting, path, rays, weight) : weight;
    if (fromDry) sheet.fromDry(bounds, ray);
    else sheet.fromWet(bounds, ray);
    if (sheet.room > 0) {
      for (let c = 0; c < 3; c++) rays.light[c] += inside * sheet.room * rays.surroundings.mean[c];
    }
    const { exits } = sheet;
    for (let at = 0; at < EXIT.size * sheet.count; at += EXIT.size) {
      const way = [exits[at + EXIT.dx], exits[at + EXIT.dy], exits[at + EXIT.dz]] as const;
      const place = [exits[at + EXIT.x] - hit.x, exits[at + EXIT.y] - hit.y, exits[at + EXIT.z]];
      if (way[2] < 0 && place[2] <= 0) leaveDry(this.#set, place, way);
      const next = meeting.push(rays, path, place, way, inside * exits[at + EXIT.weight]);
      next.width = ray.width;
      next.spread = exits[at + EXIT.spread];
    }
  }
}
