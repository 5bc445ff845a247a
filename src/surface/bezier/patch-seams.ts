/**
 * How patches hang together: which edges they share, found by position; on which side each is wet; and how many cells each
 * edge is divided into, so that cells of neighbours meet corner to corner.
 */
import { RivuletError } from '../../core/errors.js';
import { crossSeam, EDGES, SeamTable } from '../seams.js';
import { type Chart, EDGE, type Place, type Seam } from '../surface.js';
import { edgePoints, flipPatch, patchLengths } from './patch.js';

/** Points of two edges within this share of the whole surface's size are the same. */
const SAME = 1e-6;

/** Where an edge goes on: a patch and an edge of it, or null where it is open or a pole. */
interface Meeting {
  readonly patch: number;
  readonly edge: number;
  /** Do both edges run the same way? */
  readonly isAlong: boolean;
}

/** Patches that are oriented alike, with their charts and seams. */
export interface SewnPatches {
  readonly patches: readonly Float64Array[];
  readonly charts: readonly Chart[];
  readonly seams: SeamTable;
  /** Number of the connected part that each patch belongs to. */
  readonly parts: readonly number[];
}

/**
 * Orients the patches of each connected part as its first one, and divides them into cells of about `cellSize` [mm]. Edges
 * that are opposite or shared have the same number of cells, so there are no T-junctions.
 */
export function sewPatches(given: readonly Float64Array[], cellSize: number): SewnPatches {
  const tolerance = SAME * sizeOf(given);
  const found = meetings(given, tolerance);
  const { flips, parts } = orient(found, given.length);
  const patches = given.map((patch, p) => (flips[p] ? flipPatch(patch) : patch));
  // A flipped patch has its left and right edge exchanged, so the edges are looked for again.
  const met = flips.includes(true) ? meetings(patches, tolerance) : found;
  const divisions = divide(patches, met, cellSize);
  const charts = patches.map((_, p) => {
    const [columns, rows] = [divisions[2 * p], divisions[2 * p + 1]];
    const [width, height] = [columns * cellSize, rows * cellSize];
    return { name: `patch ${p}`, columns, rows, cellSize, width, height, isFlat: false, isPlanar: false };
  });
  const seams = met.map((meeting, n) => meeting && seamOf(charts, Math.floor(n / 4), n % 4, meeting));
  return { patches, charts, seams: new SeamTable(seams), parts };
}

/** The largest side of the box around all control points [mm]. */
function sizeOf(patches: readonly Float64Array[]): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const patch of patches) {
    patch.forEach((value, n) => {
      low[n % 3] = Math.min(low[n % 3], value);
      high[n % 3] = Math.max(high[n % 3], value);
    });
  }
  return Math.max(...high.map((value, n) => value - low[n]));
}

/** What each edge of each patch meets, four a patch. An edge that shrinks to a point is a pole and meets nothing. */
function meetings(patches: readonly Float64Array[], tolerance: number): (Meeting | null)[] {
  const edges = patches.flatMap((patch) => EDGES.map((edge) => edgePoints(patch, edge)));
  const poles = edges.map((points) => isPole(points, tolerance));
  const met: (Meeting | null)[] = edges.map(() => null);
  for (let a = 0; a < edges.length; a++) {
    for (let b = a + 1; b < edges.length; b++) {
      if (poles[a] || poles[b]) continue;
      const isAlong = areSame(edges[a], edges[b], false, tolerance);
      if (!isAlong && !areSame(edges[a], edges[b], true, tolerance)) continue;
      const other = met[a] ?? met[b];
      if (other) refuseThird(a, b, other);
      met[a] = { patch: Math.floor(b / 4), edge: b % 4, isAlong };
      met[b] = { patch: Math.floor(a / 4), edge: a % 4, isAlong };
    }
  }
  return met;
}

function refuseThird(a: number, b: number, { patch }: Meeting): never {
  const numbers = [Math.floor(a / 4), Math.floor(b / 4), patch].sort((one, other) => one - other);
  throw new RivuletError(
    `surface.patches must share an edge between two patches at most; got patches ${numbers.join(', ')} with one edge. Leave one of them out.`,
    'surface.patches',
  );
}

function isPole(points: Float64Array, tolerance: number): boolean {
  return points.every((value, n) => Math.abs(value - points[n % 3]) <= tolerance);
}

function areSame(a: Float64Array, b: Float64Array, reversed: boolean, tolerance: number): boolean {
  for (let k = 0; k < 4; k++) {
    const other = 3 * (reversed ? 3 - k : k);
    for (let n = 0; n < 3; n++) if (!(Math.abs(a[3 * k + n] - b[other + n]) <= tolerance)) return false;
  }
  return true;
}

/** Does an edge run with the boundary of its patch, normal up: left, right, top, bottom? */
const WITH_BOUNDARY = [false, true, true, false];

/** Which patches must be flipped so that neighbours are wet on the same side, and the part of each. */
function orient(met: readonly (Meeting | null)[], count: number): { flips: boolean[]; parts: number[] } {
  const flips: boolean[] = new Array(count).fill(false);
  const parts: number[] = new Array(count).fill(-1);
  let part = 0;
  for (let first = 0; first < count; first++) {
    if (parts[first] >= 0) continue;
    parts[first] = part;
    const queue = [first];
    for (let patch = queue.pop(); patch !== undefined; patch = queue.pop()) {
      for (const edge of EDGES) {
        const meeting = met[4 * patch + edge];
        if (!meeting) continue;
        // Neighbours that are oriented alike run along their edge in opposite ways.
        const alike = (WITH_BOUNDARY[edge] === WITH_BOUNDARY[meeting.edge]) !== meeting.isAlong;
        const flip = alike ? flips[patch] : !flips[patch];
        if (parts[meeting.patch] < 0) {
          parts[meeting.patch] = part;
          flips[meeting.patch] = flip;
          queue.push(meeting.patch);
        } else if (flips[meeting.patch] !== flip) {
          throw new RivuletError(
            `surface.patches must have two sides; got patches ${patch} and ${meeting.patch}, where the wet side meets the dry one. Cut the surface there.`,
            'surface.patches',
          );
        }
      }
    }
    part += 1;
  }
  return { flips, parts };
}

/** Cells along u and along v of each patch: one number for each class of edges, from the mean length of its curves. */
function divide(patches: readonly Float64Array[], met: readonly (Meeting | null)[], cellSize: number): number[] {
  const root = Array.from({ length: 2 * patches.length }, (_, n) => n);
  const find = (n: number): number => {
    let at = n;
    while (root[at] !== at) at = root[at];
    return at;
  };
  met.forEach((meeting, n) => {
    if (!meeting) return;
    const a = find(direction(Math.floor(n / 4), n % 4));
    const b = find(direction(meeting.patch, meeting.edge));
    root[Math.max(a, b)] = Math.min(a, b);
  });
  const sums = root.map(() => 0);
  const counts = root.map(() => 0);
  patches.forEach((patch, p) => {
    patchLengths(patch).forEach((length, n) => {
      sums[find(2 * p + n)] += length;
      counts[find(2 * p + n)] += 1;
    });
  });
  return root.map((_, n) => Math.max(2, Math.round(sums[find(n)] / counts[find(n)] / cellSize)));
}

/** The direction of a patch, u or v, that an edge divides. */
function direction(patch: number, edge: number): number {
  return 2 * patch + (edge === EDGE.left || edge === EDGE.right ? 1 : 0);
}

/** Out of the chart, by right angles from +x towards +y: left, right, top, bottom. */
const OUTWARD = [2, 0, 3, 1];

/** The seam at an edge. Shared edges have equally many cells of one size, so it is a turn and a shift on the charts. */
function seamOf(charts: readonly Chart[], patch: number, edge: number, { patch: chart, edge: other }: Meeting): Seam {
  // Outward here is inward there.
  const quarters = ((OUTWARD[other] + 2 - OUTWARD[edge] + 4) % 4) as Seam['quarters'];
  const from = middleOf(charts[patch], edge);
  const to = middleOf(charts[chart], other);
  const turned: Place = { chart, x: 0, y: 0 };
  crossSeam({ chart, quarters, shiftX: 0, shiftY: 0 }, from[0], from[1], turned);
  return { chart, quarters, shiftX: to[0] - turned.x, shiftY: to[1] - turned.y };
}

function middleOf({ width, height }: Chart, edge: number): readonly [x: number, y: number] {
  if (edge === EDGE.left || edge === EDGE.right) return [edge === EDGE.left ? 0 : width, height / 2];
  return [width / 2, edge === EDGE.top ? 0 : height];
}
