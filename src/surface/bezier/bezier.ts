/**
 * Surfaces of bicubic Bezier patches (KAN-1). Each patch is a chart: x = u · width and y = v · height are coordinates, not
 * lengths. Velocities are in mm/s along an orthonormal tangent frame: tangentX along growing u, tangentY across it.
 */
import { RivuletError } from '../../core/errors.js';
import { crossSeam, EDGES, type SeamTable } from '../seams.js';
import type { Chart, Hit, Place, Ray, Surface, SurfacePoint, VisitImage } from '../surface.js';
import { createSurfacePoint, EDGE } from '../surface.js';
import { dot3, length3, turnWith } from '../vectors.js';
import { clipRay, type PatchHit, seekRay } from './clipping.js';
import { coveredCells } from './covered.js';
import { crossingOf, type NormalCone, normalConeOf } from './normal-cone.js';
import { createPatchPoint, evaluatePatch, PATCH_SIZE, patchFrame, patchLengths } from './patch.js';
import { type SewnPatches, sewPatches } from './patch-seams.js';

/** Most cells of a whole surface. */
export const BEZIER_CELLS = { most: 4_000_000 } as const;

export interface BezierOptions {
  /** Control points of each patch: four rows of four points, x y z [mm], 48 numbers. */
  readonly patches: readonly ArrayLike<number>[];
  /** Side of a cell [mm]; patches are divided into whole cells of about this side. */
  readonly cellSize: number;
}

/** A patch whose mean curves are shorter than this share of the whole is none. */
const LEAST_LENGTH = 1e-9;
/** A place moves by this share of a cell at a time. */
const STRIDE = 0.25;

export class Bezier implements Surface {
  readonly kind = 'bezier';
  readonly charts: readonly Chart[];
  readonly seams: SeamTable;
  /** Control points, oriented alike: byU × byV points to the wet side. */
  readonly patches: readonly Float64Array[];
  /** Connected part of each chart. */
  readonly parts: readonly number[];
  readonly #sewn: SewnPatches;
  /** Found when it is asked for: the winding number of many cells takes its time. */
  #covered: readonly Uint8Array[] | null | undefined;
  /** Boxes around the patches: low and high x, y, z. */
  readonly #boxes: readonly Float64Array[];
  /** Of a surface of one patch: directions of lines that meet it once at most. */
  readonly #cone: NormalCone | null;
  /** Area up to and with each cell of each chart, over that of all; covered cells have none. */
  #shares: Float64Array | null = null;

  constructor({ patches, cellSize }: BezierOptions) {
    const given = patches.map(readPatch);
    checkCells(given, cellSize);
    const sewn = sewPatches(given, cellSize);
    this.charts = sewn.charts;
    this.seams = sewn.seams;
    this.patches = sewn.patches;
    this.parts = sewn.parts;
    this.#sewn = sewn;
    this.#boxes = sewn.patches.map(boxAround);
    this.#cone = sewn.patches.length === 1 ? normalConeOf(sewn.patches[0]) : null;
  }

  /** Does a cell lie inside another part of the surface, where no water comes? */
  isCovered(chart: number, row: number, col: number): boolean {
    if (this.#covered === undefined) this.#covered = coveredCells(this.#sewn);
    return this.#covered !== null && this.#covered[chart][row * this.charts[chart].columns + col] === 1;
  }

  point({ chart, x, y }: Place, out: SurfacePoint): void {
    const { width, height } = this.charts[chart];
    patchFrame(this.patches[chart], x / width, y / height, out);
  }

  move(place: Place, velocity: Float64Array, dt: number): boolean {
    let left = dt;
    while (left > 0) {
      const { width, height, cellSize } = this.charts[place.chart];
      const [startX, startY] = this.#chartVelocity(place, velocity);
      const speed = Math.max(Math.abs(startX), Math.abs(startY));
      if (!(speed > 0)) return true;
      const time = Math.min(left, (STRIDE * cellSize) / speed);
      // With the velocity halfway, since coordinates stretch on the way; the frame stays that of the start.
      HALFWAY.chart = place.chart;
      HALFWAY.x = place.x + (startX * time) / 2;
      HALFWAY.y = place.y + (startY * time) / 2;
      const [dx, dy] = this.#chartVelocity(HALFWAY, velocity);
      this.point(place, FRAME);
      const x = place.x + dx * time;
      const y = place.y + dy * time;
      left -= time;
      place.x = x;
      place.y = y;
      const edge = x < 0 ? EDGE.left : x >= width ? EDGE.right : y < 0 ? EDGE.top : y >= height ? EDGE.bottom : -1;
      if (edge < 0) this.#keepTangent(place, velocity);
      else if (!this.#cross(place, velocity, edge)) return false;
    }
    return true;
  }

  images(place: Place, reach: number, visit: VisitImage): void {
    const { chart, x, y } = place;
    const { width, height } = this.charts[chart];
    visit(chart, x, y, 0);
    evaluatePatch(this.patches[chart], x / width, y / height, AT);
    const [scaleX, scaleY] = [length3(AT.byU) / width, length3(AT.byV) / height];
    const away = [x * scaleX, (width - x) * scaleX, y * scaleY, (height - y) * scaleY];
    for (const edge of EDGES) {
      const seam = away[edge] < reach ? this.seams.at(chart, edge) : null;
      if (!seam) continue;
      crossSeam(seam, x, y, NEXT);
      visit(seam.chart, NEXT.x, NEXT.y, seam.quarters);
    }
  }

  sample(u: number, v: number, out: Place): void {
    this.#shares ??= this.#cellShares();
    const shares = this.#shares;
    // The first cell up to which the share is above u.
    let low = 0;
    let high = shares.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (shares[middle] > u) high = middle;
      else low = middle + 1;
    }
    const before = low === 0 ? 0 : shares[low - 1];
    const part = Math.min(BELOW_ONE, Math.max(0, (u - before) / (shares[low] - before)));
    let chart = 0;
    let cell = low;
    while (cell >= this.charts[chart].columns * this.charts[chart].rows) {
      cell -= this.charts[chart].columns * this.charts[chart].rows;
      chart += 1;
    }
    const { columns, cellSize } = this.charts[chart];
    const row = Math.floor(cell / columns);
    out.chart = chart;
    out.x = (cell - row * columns + part) * cellSize;
    out.y = (row + Math.min(BELOW_ONE, v)) * cellSize;
  }

  intersect(ray: Ray, out: Hit): boolean {
    HIT.distance = Number.POSITIVE_INFINITY;
    let found = false;
    for (let chart = 0; chart < this.patches.length; chart++) {
      if (!meetsBox(ray, this.#boxes[chart], HIT.distance)) continue;
      const once = this.crossing(ray.direction) !== 0;
      if (!(once && seekRay(this.patches[chart], ray, HIT)) && !clipRay(this.patches[chart], ray, HIT)) continue;
      found = true;
      const { width, height } = this.charts[chart];
      out.chart = chart;
      out.x = Math.min(HIT.u, BELOW_ONE) * width;
      out.y = Math.min(HIT.v, BELOW_ONE) * height;
      out.distance = HIT.distance;
    }
    return found;
  }

  crossing(direction: Float64Array): -1 | 0 | 1 {
    return this.#cone ? crossingOf(this.#cone, direction) : 0;
  }

  /** Chart coordinates per second of a velocity in the tangent frame: v = dx · ∂P/∂x + dy · ∂P/∂y. */
  #chartVelocity({ chart, x, y }: Place, velocity: Float64Array): readonly [dx: number, dy: number] {
    const { width, height } = this.charts[chart];
    this.point({ chart, x, y }, FRAME);
    evaluatePatch(this.patches[chart], x / width, y / height, AT);
    const alongU = dot3(AT.byU, FRAME.tangentX) / width;
    const skew = dot3(AT.byV, FRAME.tangentX) / height;
    const across = dot3(AT.byV, FRAME.tangentY) / height;
    // At a pole nothing moves along the shrunken direction.
    const dy = across > 0 ? velocity[1] / across : 0;
    const dx = alongU > 0 ? (velocity[0] - skew * dy) / alongU : 0;
    return [dx, dy];
  }

  /** Takes a place that left its chart over an edge to the next one; false if the edge is open. */
  #cross(place: Place, velocity: Float64Array, edge: number): boolean {
    const seam = this.seams.at(place.chart, edge);
    if (!seam) return false;
    toSpace(FRAME, velocity, VECTOR);
    NORMAL.set(FRAME.normal);
    crossSeam(seam, place.x, place.y, place);
    hold(place, this.charts[place.chart]);
    this.point(place, FRAME);
    this.#turn(velocity);
    return true;
  }

  /** The frame turns on the way: the velocity goes with it as a vector in space. */
  #keepTangent(place: Place, velocity: Float64Array): void {
    toSpace(FRAME, velocity, VECTOR);
    NORMAL.set(FRAME.normal);
    this.point(place, FRAME);
    this.#turn(velocity);
  }

  #turn(velocity: Float64Array): void {
    turnWith(VECTOR, NORMAL, FRAME.normal);
    velocity[0] = dot3(VECTOR, FRAME.tangentX);
    velocity[1] = dot3(VECTOR, FRAME.tangentY);
  }

  #cellShares(): Float64Array {
    const total = this.charts.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
    const shares = new Float64Array(total);
    let at = 0;
    let sum = 0;
    this.charts.forEach(({ columns, rows }, chart) => {
      for (let row = 0; row < rows; row++) {
        for (let col = 0; col < columns; col++) {
          if (!this.isCovered(chart, row, col)) {
            evaluatePatch(this.patches[chart], (col + 0.5) / columns, (row + 0.5) / rows, AT);
            sum += areaOf(AT.byU, AT.byV) / (columns * rows);
          }
          shares[at++] = sum;
        }
      }
    });
    for (let n = 0; n < total; n++) shares[n] /= sum;
    return shares;
  }
}

const AT = createPatchPoint();
const FRAME = createSurfacePoint();
const VECTOR = new Float64Array(3);
const NORMAL = new Float64Array(3);
const NEXT: Place = { chart: 0, x: 0, y: 0 };
const HALFWAY: Place = { chart: 0, x: 0, y: 0 };
const HIT: PatchHit = { u: 0, v: 0, distance: 0 };
/** The largest number below 1: the far edges are not part of a chart. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

/** A vector of the tangent frame in space. */
function toSpace({ tangentX, tangentY }: SurfacePoint, velocity: Float64Array, out: Float64Array): void {
  for (let n = 0; n < 3; n++) out[n] = velocity[0] * tangentX[n] + velocity[1] * tangentY[n];
}

function hold(place: Place, { width, height }: Chart): void {
  place.x = Math.min(Math.max(0, place.x), width * BELOW_ONE);
  place.y = Math.min(Math.max(0, place.y), height * BELOW_ONE);
}

function areaOf(a: Float64Array, b: Float64Array): number {
  const [x, y, z] = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Checks and copies the control points of a patch. */
function readPatch(points: ArrayLike<number>, n: number): Float64Array {
  const path = `surface.patches[${n}]`;
  const patch = Float64Array.from(points);
  if (patch.length !== PATCH_SIZE) {
    throw new RivuletError(
      `${path} must be 48 numbers, four rows of four points x y z [mm]; got ${patch.length}.`,
      path,
    );
  }
  const bad = patch.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    throw new RivuletError(`${path} must be finite numbers [mm]; got ${patch[bad]} as number ${bad}.`, path);
  }
  const [low, high] = [Math.min(...patch), Math.max(...patch)];
  const least = LEAST_LENGTH * Math.max(high - low, Math.abs(high), Math.abs(low));
  if (!(Math.min(...patchLengths(patch)) > least)) {
    throw new RivuletError(
      `${path} must have an area; got control points that coincide. Move them apart or leave the patch out.`,
      path,
    );
  }
  return patch;
}

function checkCells(patches: readonly Float64Array[], cellSize: number): void {
  const cells = patches.reduce((sum, patch) => {
    const [alongU, alongV] = patchLengths(patch);
    return sum + (alongU * alongV) / (cellSize * cellSize);
  }, 0);
  if (cells <= BEZIER_CELLS.most) return;
  throw new RivuletError(
    `surface.cellSize must make at most ${BEZIER_CELLS.most} cells; got ${cellSize} mm, about ${Math.round(cells)} cells. Make the cells larger.`,
    'surface.cellSize',
  );
}

function boxAround(patch: Float64Array): Float64Array {
  const box = Float64Array.of(patch[0], patch[1], patch[2], patch[0], patch[1], patch[2]);
  patch.forEach((value, at) => {
    box[at % 3] = Math.min(box[at % 3], value);
    box[3 + (at % 3)] = Math.max(box[3 + (at % 3)], value);
  });
  return box;
}

/** Does a ray pass a box before `far`? A box of no thickness counts: the edges belong to it. */
function meetsBox({ origin, direction }: Ray, box: Float64Array, far: number): boolean {
  let enter = 0;
  let leave = far;
  for (let n = 0; n < 3; n++) {
    const slack = 1e-9 * (1 + box[3 + n] - box[n]);
    const low = box[n] - slack - origin[n];
    const high = box[3 + n] + slack - origin[n];
    if (direction[n] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const [a, b] = [low / direction[n], high / direction[n]];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave;
}
