import { cellsIn } from './pane.js';
import { crossSeam, EDGES, SeamTable, turnVector } from './seams.js';
import type { Chart, Hit, Place, Ray, Seam, Seams, Surface, SurfacePoint, VisitImage } from './surface.js';
import { EDGE, isOnSurface } from './surface.js';

/** The faces of a box, in the order of their charts. */
export const BOX_FACES = ['front', 'right', 'back', 'left', 'top', 'bottom'] as const;
export type BoxFace = (typeof BOX_FACES)[number];

/** A box of six faces, wet on the outside; faces can be left out. */
export interface BoxOptions {
  /** Sides along X, Y and Z [mm]. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Side of a grid cell [mm]. */
  readonly cellSize: number;
  /** Faces that are not there: their edges are open. */
  readonly open: readonly BoxFace[];
}

export const BOX_DEFAULTS = { width: 100, height: 100, depth: 100 } as const;

/** Shortest side of a box [mm]: a drop that lies over one edge must not reach the opposite one. */
export const LEAST_BOX_SIDE = 30;

type Vector = readonly [number, number, number];

/** How each face lies: its tangents; the normal follows from them. Upright faces have y down. */
const TANGENTS: Readonly<Record<BoxFace, readonly [x: Vector, y: Vector]>> = {
  front: [
    [-1, 0, 0],
    [0, -1, 0],
  ],
  right: [
    [0, 0, 1],
    [0, -1, 0],
  ],
  back: [
    [1, 0, 0],
    [0, -1, 0],
  ],
  left: [
    [0, 0, -1],
    [0, -1, 0],
  ],
  top: [
    [1, 0, 0],
    [0, 0, -1],
  ],
  bottom: [
    [1, 0, 0],
    [0, 0, 1],
  ],
};

/** A place moves over at most so many edges at once; water that is faster has left any real box. */
const MOST_CROSSINGS = 64;

/** One face: its chart, and where it lies. */
interface Face {
  readonly chart: Chart;
  /** Position of the chart's (0, 0) [mm]. */
  readonly corner: Vector;
  readonly tangentX: Vector;
  readonly tangentY: Vector;
  readonly normal: Vector;
}

/** Six planar charts that meet at twelve seams, in the middle of their own frame. Sides are whole cells. */
export class Box implements Surface {
  readonly kind = 'box';
  readonly charts: readonly Chart[];
  readonly seams: Seams;
  readonly #faces: readonly Face[];
  /** Area up to and with each chart, over that of all. */
  readonly #shares: readonly number[];
  readonly #next: Place = { chart: 0, x: 0, y: 0 };

  constructor({ width, height, depth, cellSize, open }: BoxOptions) {
    const cells = [width, height, depth].map((side) => cellsIn(side, cellSize)) as unknown as Vector;
    const names = BOX_FACES.filter((name) => !open.includes(name));
    this.#faces = names.map((name) => faceOf(name, cells, cellSize));
    this.charts = this.#faces.map(({ chart }) => chart);
    this.seams = new SeamTable(
      this.#faces.flatMap((face) => EDGES.map((edge) => seamBetween(face, edge, this.#faces))),
    );
    const areas = this.charts.map((chart) => chart.width * chart.height);
    const whole = areas.reduce((sum, area) => sum + area, 0);
    let sum = 0;
    this.#shares = areas.map((area) => (sum += area) / whole);
  }

  point({ chart, x, y }: Place, { position, normal, tangentX, tangentY }: SurfacePoint): void {
    const face = this.#faces[chart];
    for (let n = 0; n < 3; n++) {
      position[n] = face.corner[n] + x * face.tangentX[n] + y * face.tangentY[n];
      normal[n] = face.normal[n];
      tangentX[n] = face.tangentX[n];
      tangentY[n] = face.tangentY[n];
    }
  }

  move(place: Place, velocity: Float64Array, dt: number): boolean {
    let left = dt;
    for (let n = 0; n < MOST_CROSSINGS; n++) {
      const chart = this.charts[place.chart];
      const x = place.x + velocity[0] * left;
      const y = place.y + velocity[1] * left;
      if (isOnSurface(this, place.chart, x, y)) {
        place.x = x;
        place.y = y;
        return true;
      }
      const timeX = timeToEdge(place.x, velocity[0], chart.width);
      const timeY = timeToEdge(place.y, velocity[1], chart.height);
      const across = timeX <= timeY;
      const edge = across ? (velocity[0] < 0 ? EDGE.left : EDGE.right) : velocity[1] < 0 ? EDGE.top : EDGE.bottom;
      const seam = this.seams.at(place.chart, edge);
      if (!seam) {
        place.x = x;
        place.y = y;
        return false;
      }
      const time = Math.min(left, across ? timeX : timeY);
      crossSeam(seam, place.x + velocity[0] * time, place.y + velocity[1] * time, place);
      turnVector(velocity, seam.quarters);
      hold(place, this.charts[place.chart]);
      left -= time;
    }
    return true;
  }

  images(place: Place, reach: number, visit: VisitImage): void {
    const { chart, x, y } = place;
    const { width, height } = this.charts[chart];
    visit(chart, x, y, 0);
    const away = [x, width - x, y, height - y];
    for (const edge of EDGES) {
      const seam = away[edge] < reach ? this.seams.at(chart, edge) : null;
      if (!seam) continue;
      crossSeam(seam, x, y, this.#next);
      visit(seam.chart, this.#next.x, this.#next.y, seam.quarters);
    }
  }

  sample(u: number, v: number, out: Place): void {
    let chart = 0;
    while (chart < this.charts.length - 1 && u >= this.#shares[chart]) chart += 1;
    const from = chart === 0 ? 0 : this.#shares[chart - 1];
    out.chart = chart;
    out.x = ((u - from) / (this.#shares[chart] - from)) * this.charts[chart].width;
    out.y = v * this.charts[chart].height;
    hold(out, this.charts[chart]);
  }

  intersect({ origin, direction }: Ray, out: Hit): boolean {
    let nearest = Number.POSITIVE_INFINITY;
    this.#faces.forEach(({ corner, normal, tangentX, tangentY }, chart) => {
      const from: Vector = [origin[0] - corner[0], origin[1] - corner[1], origin[2] - corner[2]];
      const distance = -dot(from, normal) / dot(direction, normal);
      // Along the face it is infinite or no number.
      if (!(distance >= 0 && distance < nearest)) return;
      const x = dot(from, tangentX) + distance * dot(direction, tangentX);
      const y = dot(from, tangentY) + distance * dot(direction, tangentY);
      if (!isOnSurface(this, chart, x, y)) return;
      nearest = distance;
      out.chart = chart;
      out.x = x;
      out.y = y;
      out.distance = distance;
    });
    return nearest < Number.POSITIVE_INFINITY;
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function faceOf(name: BoxFace, cells: Vector, cellSize: number): Face {
  const [tangentX, tangentY] = TANGENTS[name];
  const normal: Vector = [
    tangentX[1] * tangentY[2] - tangentX[2] * tangentY[1],
    tangentX[2] * tangentY[0] - tangentX[0] * tangentY[2],
    tangentX[0] * tangentY[1] - tangentX[1] * tangentY[0],
  ];
  const columns = Math.abs(dot(cells, tangentX));
  const rows = Math.abs(dot(cells, tangentY));
  const size = { columns, rows, cellSize, width: columns * cellSize, height: rows * cellSize };
  const chart = { name, ...size, isFlat: true, isPlanar: true };
  const corner = cells.map((count, n) => ((normal[n] - tangentX[n] - tangentY[n]) * count * cellSize) / 2);
  return { chart, corner: corner as unknown as Vector, tangentX, tangentY, normal };
}

/** The seam at an edge of a face: the face that has the same edge in space, unfolded into the plane of the first. */
function seamBetween(face: Face, edge: number, faces: readonly Face[]): Seam | null {
  const { width, height } = face.chart;
  const isAcross = edge === EDGE.left || edge === EDGE.right;
  const x = edge === EDGE.right ? width : 0;
  const y = edge === EDGE.bottom ? height : 0;
  const start = positionOn(face, x, y);
  // The face beyond an edge is the one whose normal points outward across it.
  const sign = edge === EDGE.left || edge === EDGE.top ? -1 : 1;
  const outward = (isAcross ? face.tangentX : face.tangentY).map((value) => sign * value);
  const chart = faces.findIndex(({ normal }) => normal.every((value, n) => value === outward[n]));
  if (chart < 0) return null;
  const next = faces[chart];
  // Outward on this face is against this face's normal on the next one; along the edge both agree.
  const inward = face.normal.map((value) => -value);
  const along = isAcross ? face.tangentY : face.tangentX;
  const xAxis = isAcross ? inward.map((value) => sign * value) : along;
  const cosine = dot(xAxis, next.tangentX);
  const sine = dot(xAxis, next.tangentY);
  const quarters = ([1, 0, -1, 0].findIndex((c, n) => c === cosine && [0, 1, 0, -1][n] === sine) + 4) % 4;
  const from = start.map((value, n) => value - next.corner[n]);
  const turned: Place = { chart, x: 0, y: 0 };
  const bare = { chart, quarters: quarters as 0 | 1 | 2 | 3, shiftX: 0, shiftY: 0 };
  crossSeam(bare, x, y, turned);
  return { ...bare, shiftX: dot(from, next.tangentX) - turned.x, shiftY: dot(from, next.tangentY) - turned.y };
}

function positionOn({ corner, tangentX, tangentY }: Face, x: number, y: number): number[] {
  return corner.map((value, n) => value + x * tangentX[n] + y * tangentY[n]);
}

/** Time until a coordinate reaches 0 or `far` at this speed; Infinity at rest. */
function timeToEdge(at: number, speed: number, far: number): number {
  if (speed === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, ((speed < 0 ? 0 : far) - at) / speed);
}

/** Keeps a place that rounding put a hair beyond its chart on it. */
function hold(place: Place, { width, height }: Chart): void {
  place.x = Math.min(Math.max(0, place.x), width * BELOW_ONE);
  place.y = Math.min(Math.max(0, place.y), height * BELOW_ONE);
}

/** The largest number below 1. */
const BELOW_ONE = 1 - Number.EPSILON / 2;
