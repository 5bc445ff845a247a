/**
 * The quadrilaterals of all charts and how they meet: corners joined across seams, quadrilaterals merged into one cell
 * around a pole, and those inside another part left out. What `cell-graph.ts` measures and links.
 */
import { crossSeam, EDGES } from './seams.js';
import { type Chart, createSurfacePoint, EDGE, type Place, type Surface } from './surface.js';

/** Quadrilaterals are numbered row by row, chart after chart. */
export interface Lattice {
  /** Number of cells. */
  readonly count: number;
  /** Cell of each quadrilateral; `GONE` of one inside another part. */
  readonly cellOf: Uint32Array;
  /** Quadrilaterals of cell i: members firstMember[i] to firstMember[i + 1] − 1. */
  readonly members: Uint32Array;
  readonly firstMember: Uint32Array;
  /** Four corners of each quadrilateral, around it. */
  readonly corner: Uint32Array;
  /** Positions of the corners [mm], three numbers each. */
  readonly position: Float64Array;
  /** Quadrilaterals around corner i: entries firstAround[i] to firstAround[i + 1] − 1. */
  readonly around: Uint32Array;
  readonly firstAround: Uint32Array;
  /** Which sides of a quadrilateral are open, a bit each: from corner k to the next. */
  readonly openSides: Uint8Array;
  /** Cells beside quadrilaterals that were left out, and the connected part of each cell (empty without such). */
  readonly cutCells: readonly number[];
  readonly partOf: Uint32Array;
  indexAt(chart: number, x: number, y: number): number;
  placeOf(quad: number): Place;
}

/** Not a cell: the quadrilateral lies inside another part. */
export const GONE = 0xffffffff;

/** Corners nearer than this share of a cell are one: a pole. */
const POLE = 1e-4;

export function cellLattice(surface: Surface): Lattice {
  const { charts } = surface;
  const firstQuad = startsOf(charts, ({ columns, rows }) => columns * rows);
  const firstCorner = startsOf(charts, ({ columns, rows }) => (columns + 1) * (rows + 1));
  const quads = firstQuad[charts.length];
  const position = cornerPositions(surface, firstCorner);
  const { roots, poles } = joinCorners(surface, firstCorner, position);
  const corner = new Uint32Array(4 * quads);
  const openSides = new Uint8Array(quads);
  const group = new Uint32Array(quads);
  charts.forEach((chart, number) => {
    layQuads(surface, number, firstQuad[number], firstCorner[number], { poles, corner, openSides });
    for (let quad = firstQuad[number]; quad < firstQuad[number + 1]; quad++) group[quad] = quad;
    for (const edge of EDGES) {
      if (poles[4 * number + edge]) mergeAtPole(chart, edge, firstQuad[number], corner, position, group);
    }
  });
  for (let n = 0; n < corner.length; n++) corner[n] = roots[corner[n]];
  mergeCaps(charts, firstQuad, poles, corner, group);
  const isGone = goneQuads(surface, firstQuad, quads);
  const { count, cellOf, members, firstMember } = numberCells(group, isGone);
  const { around, firstAround } = quadsAround(corner, position.length / 3);
  const lattice = { count, cellOf, members, firstMember, corner, position, around, firstAround, openSides };
  const cutCells = isGone ? cellsBesideGone(lattice, isGone) : [];
  const partOf = isGone ? partsOf(lattice) : new Uint32Array(0);
  return {
    ...lattice,
    cutCells,
    partOf,
    indexAt(chart, x, y) {
      const { columns, rows, cellSize } = charts[chart];
      const col = Math.min(columns - 1, Math.max(0, Math.floor(x / cellSize)));
      const row = Math.min(rows - 1, Math.max(0, Math.floor(y / cellSize)));
      return firstQuad[chart] + row * columns + col;
    },
    placeOf(quad) {
      let chart = 0;
      while (quad >= firstQuad[chart + 1]) chart += 1;
      const { columns, cellSize } = charts[chart];
      const row = Math.floor((quad - firstQuad[chart]) / columns);
      const col = quad - firstQuad[chart] - row * columns;
      return { chart, x: (col + 0.5) * cellSize, y: (row + 0.5) * cellSize };
    },
  };
}

function startsOf(charts: readonly Chart[], size: (chart: Chart) => number): number[] {
  const starts = [0];
  for (const chart of charts) starts.push(starts[starts.length - 1] + size(chart));
  return starts;
}

function cornerPositions(surface: Surface, firstCorner: readonly number[]): Float64Array {
  const position = new Float64Array(3 * firstCorner[firstCorner.length - 1]);
  const point = createSurfacePoint();
  const place: Place = { chart: 0, x: 0, y: 0 };
  surface.charts.forEach(({ columns, rows, cellSize }, chart) => {
    place.chart = chart;
    for (let row = 0; row <= rows; row++) {
      for (let col = 0; col <= columns; col++) {
        place.x = col * cellSize;
        place.y = row * cellSize;
        surface.point(place, point);
        position.set(point.position, 3 * (firstCorner[chart] + row * (columns + 1) + col));
      }
    }
  });
  return position;
}

/** The corner that stands for each after joining those across seams and at poles, and which edges are poles. */
function joinCorners(
  { charts, seams }: Surface,
  firstCorner: readonly number[],
  position: Float64Array,
): { roots: Uint32Array; poles: boolean[] } {
  const roots = new Uint32Array(firstCorner[charts.length]);
  for (let n = 0; n < roots.length; n++) roots[n] = n;
  const find = (n: number): number => {
    let at = n;
    while (roots[at] !== at) at = roots[at];
    return at;
  };
  const join = (a: number, b: number) => {
    const [one, other] = [find(a), find(b)];
    roots[Math.max(one, other)] = Math.min(one, other);
  };
  const poles: boolean[] = [];
  const next: Place = { chart: 0, x: 0, y: 0 };
  charts.forEach((chart, number) => {
    const { columns, cellSize } = chart;
    for (const edge of EDGES) {
      const corners = edgeCorners(chart, edge);
      const start = firstCorner[number] + corners[0];
      const isPole = corners.every((at) => {
        const k = firstCorner[number] + at;
        return [0, 1, 2].every((n) => Math.abs(position[3 * k + n] - position[3 * start + n]) < POLE * cellSize);
      });
      poles.push(isPole);
      const seam = seams.at(number, edge);
      for (const at of corners) {
        if (isPole) join(start, firstCorner[number] + at);
        if (!seam) continue;
        const row = Math.floor(at / (columns + 1));
        crossSeam(seam, (at - row * (columns + 1)) * cellSize, row * cellSize, next);
        const there = charts[seam.chart];
        const col = Math.round(next.x / there.cellSize);
        join(
          firstCorner[number] + at,
          firstCorner[seam.chart] + Math.round(next.y / there.cellSize) * (there.columns + 1) + col,
        );
      }
    }
  });
  joinPoles(charts, firstCorner, poles, position, join);
  for (let n = 0; n < roots.length; n++) roots[n] = find(n);
  return { roots, poles };
}

/** Poles of several charts at one place are one corner: no seam says so, since the edge has no length. */
function joinPoles(
  charts: readonly Chart[],
  firstCorner: readonly number[],
  poles: readonly boolean[],
  position: Float64Array,
  join: (a: number, b: number) => void,
): void {
  const found: number[] = [];
  charts.forEach((chart, number) => {
    for (const edge of EDGES) {
      if (!poles[4 * number + edge]) continue;
      const at = firstCorner[number] + edgeCorners(chart, edge)[0];
      const near = (k: number) =>
        [0, 1, 2].every((n) => Math.abs(position[3 * k + n] - position[3 * at + n]) < POLE * chart.cellSize);
      for (const other of found.filter(near)) join(at, other);
      found.push(at);
    }
  });
}

/** Corners along an edge of a chart, from the chart's first corner. */
function edgeCorners({ columns, rows }: Chart, edge: number): number[] {
  const isAcross = edge === EDGE.top || edge === EDGE.bottom;
  const length = isAcross ? columns : rows;
  const start = edge === EDGE.right ? columns : edge === EDGE.bottom ? rows * (columns + 1) : 0;
  return Array.from({ length: length + 1 }, (_, n) => start + n * (isAcross ? 1 : columns + 1));
}

/** Writes the corners of a chart's quadrilaterals and which of their sides lie at open edges: top, right, bottom, left. */
function layQuads(
  { charts, seams }: Surface,
  chart: number,
  firstQuad: number,
  firstCorner: number,
  { poles, corner, openSides }: { poles: readonly boolean[] } & Pick<Lattice, 'corner' | 'openSides'>,
): void {
  const { columns, rows } = charts[chart];
  const isOpen = EDGES.map((edge) => seams.at(chart, edge) === null && !poles[4 * chart + edge]);
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < columns; col++) {
      const quad = firstQuad + row * columns + col;
      const at = firstCorner + row * (columns + 1) + col;
      corner[4 * quad] = at;
      corner[4 * quad + 1] = at + 1;
      corner[4 * quad + 2] = at + columns + 2;
      corner[4 * quad + 3] = at + columns + 1;
      if (row === 0 && isOpen[EDGE.top]) openSides[quad] |= 1;
      if (col === columns - 1 && isOpen[EDGE.right]) openSides[quad] |= 2;
      if (row === rows - 1 && isOpen[EDGE.bottom]) openSides[quad] |= 4;
      if (col === 0 && isOpen[EDGE.left]) openSides[quad] |= 8;
    }
  }
}

/**
 * Merges the narrow quadrilaterals before a pole, line by line away from it, into groups about as wide as they are deep; the
 * first line is one group. It ends where single quadrilaterals are wide enough.
 */
function mergeAtPole(
  { columns, rows }: Chart,
  edge: number,
  firstQuad: number,
  corner: Uint32Array,
  position: Float64Array,
  group: Uint32Array,
): void {
  const isRow = edge === EDGE.top || edge === EDGE.bottom;
  const isFar = edge === EDGE.bottom || edge === EDGE.right;
  const [lines, length] = isRow ? [rows, columns] : [columns, rows];
  const quadAt = (line: number, n: number): number => {
    const away = isFar ? lines - 1 - line : line;
    return firstQuad + (isRow ? away * columns + n : n * columns + away);
  };
  const side = (quad: number, a: number, b: number): number => {
    let sum = 0;
    for (let n = 0; n < 3; n++) {
      const off = position[3 * corner[4 * quad + b] + n] - position[3 * corner[4 * quad + a] + n];
      sum += off * off;
    }
    return Math.sqrt(sum);
  };
  for (let line = 0; line < lines; line++) {
    let width = 0;
    let depth = 0;
    for (let n = 0; n < length; n++) {
      const quad = quadAt(line, n);
      const [along, across] = [(side(quad, 0, 1) + side(quad, 3, 2)) / 2, (side(quad, 0, 3) + side(quad, 1, 2)) / 2];
      width += isRow ? along : across;
      depth += (isRow ? across : along) / length;
    }
    const groups = line === 0 ? 1 : Math.max(1, Math.round(width / depth));
    if (groups >= length) return;
    for (let n = 0; n < length; n++) {
      // Every quadrilateral is in the group of the first one of its share of the line.
      const share = Math.floor((n * groups) / length);
      group[quadAt(line, n)] = quadAt(line, Math.ceil((share * length) / groups));
    }
  }
}

/** The lines next to one pole are one cell, whatever charts they are of. */
function mergeCaps(
  charts: readonly Chart[],
  firstQuad: readonly number[],
  poles: readonly boolean[],
  corner: Uint32Array,
  group: Uint32Array,
): void {
  const caps = new Map<number, number>();
  charts.forEach(({ columns, rows }, number) => {
    for (const edge of EDGES) {
      if (!poles[4 * number + edge]) continue;
      const isRow = edge === EDGE.top || edge === EDGE.bottom;
      const start = edge === EDGE.bottom ? (rows - 1) * columns : edge === EDGE.right ? columns - 1 : 0;
      const first = firstQuad[number] + start;
      // The pole is corner 0 of a quadrilateral at the top or left edge, 2 at the others.
      const pole = corner[4 * first + (edge === EDGE.bottom || edge === EDGE.right ? 2 : 0)];
      const cap = caps.get(pole) ?? group[first];
      caps.set(pole, cap);
      const length = isRow ? columns : rows;
      for (let n = 0; n < length; n++) group[first + n * (isRow ? 1 : columns)] = cap;
    }
  });
}

/** Which quadrilaterals are inside another part; null if none is. */
function goneQuads(surface: Surface, firstQuad: readonly number[], quads: number): Uint8Array | null {
  if (!surface.isCovered) return null;
  const isGone = new Uint8Array(quads);
  surface.charts.forEach(({ columns, rows }, chart) => {
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < columns; col++) {
        if (surface.isCovered?.(chart, row, col)) isGone[firstQuad[chart] + row * columns + col] = 1;
      }
    }
  });
  return isGone.includes(1) ? isGone : null;
}

/** Numbers the groups in the order of their first quadrilaterals, and lists the members of each. */
function numberCells(
  group: Uint32Array,
  isGone: Uint8Array | null,
): { count: number; cellOf: Uint32Array; members: Uint32Array; firstMember: Uint32Array } {
  const cellOf = new Uint32Array(group.length).fill(GONE);
  let count = 0;
  for (let quad = 0; quad < group.length; quad++) {
    if (isGone?.[quad]) continue;
    // Of a group that is partly gone the first quadrilateral left stands for it.
    if (cellOf[group[quad]] === GONE) cellOf[group[quad]] = count++;
    cellOf[quad] = cellOf[group[quad]];
  }
  if (isGone) for (let quad = 0; quad < group.length; quad++) if (isGone[quad]) cellOf[quad] = GONE;
  const { entries, first } = sortInto(cellOf, count);
  return { count, cellOf, members: entries, firstMember: first };
}

function quadsAround(corner: Uint32Array, corners: number): { around: Uint32Array; firstAround: Uint32Array } {
  const { entries, first } = sortInto(corner, corners);
  for (let n = 0; n < entries.length; n++) entries[n] = entries[n] >> 2;
  return { around: entries, firstAround: first };
}

/** Indices sorted by their key, 0 to `keys` − 1, and where those of each key begin; larger keys are left out. */
function sortInto(keyOf: Uint32Array, keys: number): { entries: Uint32Array; first: Uint32Array } {
  const first = new Uint32Array(keys + 1);
  for (let n = 0; n < keyOf.length; n++) if (keyOf[n] < keys) first[keyOf[n] + 1] += 1;
  for (let key = 0; key < keys; key++) first[key + 1] += first[key];
  const entries = new Uint32Array(first[keys]);
  const at = first.slice();
  for (let n = 0; n < keyOf.length; n++) if (keyOf[n] < keys) entries[at[keyOf[n]]++] = n;
  return { entries, first };
}

type Bare = Pick<Lattice, 'count' | 'cellOf' | 'members' | 'firstMember' | 'corner' | 'around' | 'firstAround'>;

/** Cells that share a corner with a quadrilateral that is gone. */
function cellsBesideGone({ corner, around, firstAround, cellOf }: Bare, isGone: Uint8Array): number[] {
  const found = new Set<number>();
  for (let quad = 0; quad < isGone.length; quad++) {
    if (!isGone[quad]) continue;
    for (let k = 0; k < 4; k++) {
      const at = corner[4 * quad + k];
      for (let n = firstAround[at]; n < firstAround[at + 1]; n++) {
        if (cellOf[around[n]] !== GONE) found.add(cellOf[around[n]]);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The connected part of each cell, by shared corners. */
function partsOf({ count, cellOf, members, firstMember, corner, around, firstAround }: Bare): Uint32Array {
  const partOf = new Uint32Array(count).fill(GONE);
  const stack: number[] = [];
  let part = 0;
  for (let start = 0; start < count; start++) {
    if (partOf[start] !== GONE) continue;
    partOf[start] = part;
    stack.push(start);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      for (let m = firstMember[cell]; m < firstMember[cell + 1]; m++) {
        for (let k = 0; k < 4; k++) {
          const at = corner[4 * members[m] + k];
          for (let n = firstAround[at]; n < firstAround[at + 1]; n++) {
            const other = cellOf[around[n]];
            if (other === GONE || partOf[other] !== GONE) continue;
            partOf[other] = part;
            stack.push(other);
          }
        }
      }
    }
    part += 1;
  }
  return partOf;
}
