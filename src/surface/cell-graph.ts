/**
 * The cells of a surface as a graph across all charts: for models in which drops hop from cell to cell (KAN-1, KAN-O7).
 * Cells that share a corner are neighbours, any number of them; seams join corners, poles merge cells. Every cell has its
 * own plane: centre, normal and an orthonormal frame, in which the offsets to its neighbours are given.
 */
import { cellLattice, type Lattice } from './cell-lattice.js';
import type { Place, Surface } from './surface.js';
import { createSurfacePoint } from './surface.js';
import { crossProduct, dot3, length3, scaleToOne, turnWith } from './vectors.js';

/** What stands for a neighbour beyond an open edge. */
export const OUTSIDE = 0xffffffff;

/** Most cells of a graph; each takes about 300 bytes. */
export const GRAPH_CELLS = 2_000_000;

/** Cells as flat arrays: three numbers a cell for vectors in the surface's own frame. */
export interface CellGraph {
  readonly count: number;
  /** Middle of the cell's corners [mm]. */
  readonly centre: Float64Array;
  /** Unit normal of the cell's plane, towards the wet side. */
  readonly normal: Float64Array;
  /** Unit vectors of the plane: tangentX as of the chart, tangentX × tangentY = normal. */
  readonly tangentX: Float64Array;
  readonly tangentY: Float64Array;
  /** [mm²] */
  readonly area: Float64Array;
  /** The place that stands for the cell: the middle of a chart's cell. */
  readonly chart: Uint16Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Neighbours of cell i are entries first[i] to first[i + 1] − 1 of the next three. */
  readonly first: Uint32Array;
  /** Number of the neighbour, or `OUTSIDE` beyond an open edge. */
  readonly neighbour: Uint32Array;
  /** Way to the neighbour's centre in the cell's own plane [mm]. */
  readonly offsetX: Float64Array;
  readonly offsetY: Float64Array;
  /** The cell at a place; one inside another part answers with the nearest cell outside. */
  cellAt(place: Readonly<Place>): number;
}

/** The graph of any surface. */
export function createCellGraph(surface: Surface): CellGraph {
  const lattice = cellLattice(surface);
  const { count } = lattice;
  const geometry = measure(surface, lattice);
  const links = new Links(count);
  const joins = joinsAcross(lattice, geometry.centre);
  for (let cell = 0; cell < count; cell++) {
    links.begin(cell);
    linkSharing(cell, lattice, geometry, links);
    for (const other of joins.get(cell) ?? []) links.join(other, geometry);
    linkOutside(cell, lattice, geometry, links);
  }
  const { first, neighbour, offsetX, offsetY } = links.finish();
  const cellAt = ({ chart, x, y }: Readonly<Place>): number => {
    const cell = lattice.cellOf[lattice.indexAt(chart, x, y)];
    return cell < count ? cell : nearestTo(surface, { chart, x, y }, geometry.centre);
  };
  return { count, ...geometry, first, neighbour, offsetX, offsetY, cellAt };
}

interface Geometry {
  readonly centre: Float64Array;
  readonly normal: Float64Array;
  readonly tangentX: Float64Array;
  readonly tangentY: Float64Array;
  readonly area: Float64Array;
  readonly chart: Uint16Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const POINT = createSurfacePoint();
const ACROSS = new Float64Array(3);
const DOWN = new Float64Array(3);
const PRODUCT = new Float64Array(3);

/** Centre, plane, area and place of each cell, from the corners of its quadrilaterals. */
function measure(surface: Surface, lattice: Lattice): Geometry {
  const { count, members, firstMember, corner, position } = lattice;
  const vectors = () => new Float64Array(3 * count);
  const centre = vectors();
  const normal = vectors();
  const tangentX = vectors();
  const tangentY = vectors();
  const area = new Float64Array(count);
  const chart = new Uint16Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let cell = 0; cell < count; cell++) {
    const [from, to] = [firstMember[cell], firstMember[cell + 1]];
    for (let m = from; m < to; m++) {
      const quad = 4 * members[m];
      for (let n = 0; n < 3; n++) {
        ACROSS[n] = position[3 * corner[quad + 2] + n] - position[3 * corner[quad] + n];
        DOWN[n] = position[3 * corner[quad + 3] + n] - position[3 * corner[quad + 1] + n];
      }
      crossProduct(ACROSS, DOWN, PRODUCT);
      const part = length3(PRODUCT) / 2;
      area[cell] += part;
      for (let n = 0; n < 3; n++) {
        normal[3 * cell + n] += PRODUCT[n] / 2;
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += position[3 * corner[quad + k] + n];
        centre[3 * cell + n] += (part * sum) / 4;
      }
    }
    for (let n = 0; n < 3; n++) centre[3 * cell + n] /= area[cell];
    const up = normal.subarray(3 * cell, 3 * cell + 3);
    scaleToOne(up);
    const place = lattice.placeOf(middleMember(cell, lattice, centre));
    chart[cell] = place.chart;
    x[cell] = place.x;
    y[cell] = place.y;
    // The chart's tangent, laid into the plane of the cell.
    surface.point(place, POINT);
    const along = dot3(POINT.tangentX, up);
    const tangent = tangentX.subarray(3 * cell, 3 * cell + 3);
    for (let n = 0; n < 3; n++) tangent[n] = POINT.tangentX[n] - along * up[n];
    scaleToOne(tangent);
    crossProduct(up, tangent, tangentY.subarray(3 * cell, 3 * cell + 3));
  }
  return { centre, normal, tangentX, tangentY, area, chart, x, y };
}

/** The quadrilateral of a cell whose middle is nearest to the cell's centre. */
function middleMember(cell: number, lattice: Lattice, centre: Float64Array): number {
  const { members, firstMember, corner, position } = lattice;
  let best = members[firstMember[cell]];
  if (firstMember[cell + 1] - firstMember[cell] === 1) return best;
  let nearest = Number.POSITIVE_INFINITY;
  for (let m = firstMember[cell]; m < firstMember[cell + 1]; m++) {
    let away = 0;
    for (let n = 0; n < 3; n++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += position[3 * corner[4 * members[m] + k] + n];
      const off = sum / 4 - centre[3 * cell + n];
      away += off * off;
    }
    if (away >= nearest) continue;
    nearest = away;
    best = members[m];
  }
  return best;
}

/** Links of one cell after another, in arrays that grow. */
class Links {
  readonly first: Uint32Array;
  neighbour: Uint32Array;
  offsetX: Float64Array;
  offsetY: Float64Array;
  #count = 0;
  #cell = 0;

  constructor(cells: number) {
    this.first = new Uint32Array(cells + 1);
    this.neighbour = new Uint32Array(9 * cells + 64);
    this.offsetX = new Float64Array(this.neighbour.length);
    this.offsetY = new Float64Array(this.neighbour.length);
  }

  begin(cell: number): void {
    this.#cell = cell;
    this.first[cell] = this.#count;
    this.first[cell + 1] = this.#count;
  }

  /** Links the cell that was begun to another, by a vector in its plane. */
  add(other: number, vector: Float64Array, { tangentX, tangentY }: Geometry): void {
    if (this.#count === this.neighbour.length) this.#grow();
    const at = 3 * this.#cell;
    this.neighbour[this.#count] = other;
    this.offsetX[this.#count] = vector[0] * tangentX[at] + vector[1] * tangentX[at + 1] + vector[2] * tangentX[at + 2];
    this.offsetY[this.#count] = vector[0] * tangentY[at] + vector[1] * tangentY[at + 1] + vector[2] * tangentY[at + 2];
    this.#count += 1;
    this.first[this.#cell + 1] = this.#count;
  }

  /** Links cells of two parts that run through each other: as far as they are apart, in the cell's own plane. */
  join(other: number, geometry: Geometry): void {
    const { centre, normal } = geometry;
    const cell = this.#cell;
    for (let n = 0; n < 3; n++) WAY[n] = centre[3 * other + n] - centre[3 * cell + n];
    const apart = length3(WAY);
    const up = normal.subarray(3 * cell, 3 * cell + 3);
    const out = dot3(WAY, up);
    for (let n = 0; n < 3; n++) WAY[n] -= out * up[n];
    const flat = length3(WAY);
    // Straight above each other they have no direction: then the other's normal gives one.
    if (flat < 1e-9 * apart || flat === 0) return;
    for (let n = 0; n < 3; n++) WAY[n] *= apart / flat;
    this.add(other, WAY, geometry);
  }

  finish(): { first: Uint32Array; neighbour: Uint32Array; offsetX: Float64Array; offsetY: Float64Array } {
    return {
      first: this.first,
      neighbour: this.neighbour.slice(0, this.#count),
      offsetX: this.offsetX.slice(0, this.#count),
      offsetY: this.offsetY.slice(0, this.#count),
    };
  }

  #grow(): void {
    const larger = <T extends Uint32Array | Float64Array>(Kind: new (length: number) => T, old: T): T => {
      const grown = new Kind(2 * old.length);
      grown.set(old);
      return grown;
    };
    this.neighbour = larger(Uint32Array, this.neighbour);
    this.offsetX = larger(Float64Array, this.offsetX);
    this.offsetY = larger(Float64Array, this.offsetY);
  }
}

const WAY = new Float64Array(3);
const BEYOND = new Float64Array(3);

/** Neighbours of the cell that was looked at last: how many corners it shares with each, and the sum of those. */
let NEAR = new Uint32Array(64);
let SHARED = new Float64Array(256);

/** Links a cell to all that share a corner with it. */
function linkSharing(cell: number, lattice: Lattice, geometry: Geometry, links: Links): void {
  const { members, firstMember, corner, around, firstAround, cellOf, position, count } = lattice;
  let near = 0;
  for (let m = firstMember[cell]; m < firstMember[cell + 1]; m++) {
    for (let k = 0; k < 4; k++) {
      const at = corner[4 * members[m] + k];
      for (let q = firstAround[at]; q < firstAround[at + 1]; q++) {
        const other = cellOf[around[q]];
        if (other === cell || other >= count) continue;
        let n = 0;
        while (n < near && NEAR[n] !== other) n += 1;
        if (n === near) {
          if (near === NEAR.length) {
            NEAR = grown(NEAR, new Uint32Array(2 * near));
            SHARED = grown(SHARED, new Float64Array(8 * near));
          }
          NEAR[near++] = other;
          SHARED.fill(0, 4 * n, 4 * n + 4);
        }
        SHARED[4 * n] += 1;
        for (let i = 0; i < 3; i++) SHARED[4 * n + 1 + i] += position[3 * at + i];
      }
    }
  }
  for (let n = 0; n < near; n++) {
    unfold(cell, NEAR[n], n, geometry);
    links.add(NEAR[n], WAY, geometry);
  }
}

function grown<T extends Uint32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/**
 * Writes the way from a cell's centre to that of another to `WAY`, unfolded about what they share: to the middle of the
 * shared corners, and on in the other's plane turned into this one. It is as long from either side, also over the edge of a
 * box; on a smooth surface it is the projection of the paper.
 */
function unfold(cell: number, other: number, n: number, { centre, normal }: Geometry): void {
  const up = normal.subarray(3 * cell, 3 * cell + 3);
  const there = normal.subarray(3 * other, 3 * other + 3);
  for (let i = 0; i < 3; i++) {
    const hinge = SHARED[4 * n + 1 + i] / SHARED[4 * n];
    WAY[i] = hinge - centre[3 * cell + i];
    BEYOND[i] = centre[3 * other + i] - hinge;
  }
  layInto(WAY, up);
  layInto(BEYOND, there);
  turnWith(BEYOND, there, up);
  for (let i = 0; i < 3; i++) WAY[i] += BEYOND[i];
}

/** Takes out of a vector what stands out of a plane. */
function layInto(vector: Float64Array, normal: Float64Array): void {
  const out = dot3(vector, normal);
  for (let n = 0; n < 3; n++) vector[n] -= out * normal[n];
}

/** Links a cell at an open edge to the outside: straight over each open side, and over the corners of it. */
function linkOutside(cell: number, lattice: Lattice, geometry: Geometry, links: Links): void {
  const { members, firstMember, corner, position, openSides } = lattice;
  const { centre, normal } = geometry;
  const up = normal.subarray(3 * cell, 3 * cell + 3);
  for (let m = firstMember[cell]; m < firstMember[cell + 1]; m++) {
    const sides = openSides[members[m]];
    if (sides === 0) continue;
    for (let k = 0; k < 4; k++) {
      const [a, b] = [corner[4 * members[m] + k], corner[4 * members[m] + ((k + 1) % 4)]];
      const isOpen = (sides & (1 << k)) !== 0;
      if (isOpen) {
        for (let n = 0; n < 3; n++) WAY[n] = position[3 * a + n] + position[3 * b + n] - 2 * centre[3 * cell + n];
        layInto(WAY, up);
        links.add(OUTSIDE, WAY, geometry);
      }
      // Corner k ends the side before and begins this one: it is open if either is.
      if (!isOpen && (sides & (1 << ((k + 3) % 4))) === 0) continue;
      for (let n = 0; n < 3; n++) WAY[n] = 2 * (position[3 * a + n] - centre[3 * cell + n]);
      layInto(WAY, up);
      links.add(OUTSIDE, WAY, geometry);
    }
  }
}

/**
 * Where parts run through each other, cells beside those that were removed join the nearest cell of another part, and that
 * one joins them.
 */
function joinsAcross({ cutCells, partOf, count }: Lattice, centre: Float64Array): Map<number, number[]> {
  const joins = new Map<number, number[]>();
  if (cutCells.length === 0) return joins;
  const join = (cell: number, other: number) => {
    const list = joins.get(cell) ?? [];
    if (!list.includes(other)) list.push(other);
    joins.set(cell, list);
  };
  for (const cell of cutCells) {
    let best = -1;
    let nearest = Number.POSITIVE_INFINITY;
    for (let other = 0; other < count; other++) {
      if (partOf[other] === partOf[cell]) continue;
      const away = distanceSquared(centre, cell, centre, other);
      if (away >= nearest) continue;
      nearest = away;
      best = other;
    }
    if (best < 0) continue;
    join(cell, best);
    join(best, cell);
  }
  return joins;
}

function distanceSquared(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[3 * i] - b[3 * j];
  const y = a[3 * i + 1] - b[3 * j + 1];
  const z = a[3 * i + 2] - b[3 * j + 2];
  return x * x + y * y + z * z;
}

function nearestTo(surface: Surface, place: Place, centre: Float64Array): number {
  surface.point(place, POINT);
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let cell = 0; cell < centre.length / 3; cell++) {
    const away = distanceSquared(POINT.position, 0, centre, cell);
    if (away >= nearest) continue;
    nearest = away;
    best = cell;
  }
  return best;
}
