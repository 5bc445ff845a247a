import { type Grid, HALO } from '../../core/grid.js';
import { TileBoxes, tileOf } from '../../core/tile-boxes.js';
import { Tiles, wetBitsAt } from '../../core/tiles.js';
import type { ChartMemory } from '../../kernels/field-memory.js';
import { CHART } from '../../kernels/kernels.js';
import { EDGES } from '../../surface/seams.js';
import { EDGE, type Surface } from '../../surface/surface.js';
import type { Fields } from './fields.js';
import { Link } from './links.js';

/** Tiles that also note what has changed within a halo's width of a seam since halos were last filled. */
export class BorderTiles extends Tiles {
  readonly stale = new TileBoxes(this.grid);
  /** 1 for tiles near a seam. */
  readonly #isBorder = new Uint8Array(this.count);
  /** Distances from the edges within which a change makes halos stale: 0 at an open edge. */
  readonly #depth = { row0: 0, row1: 0, col0: 0, col1: 0 };
  /** Are the cells of the change at hand noted already? If not, all cells of a tile may have changed. */
  #isNoted = false;

  override wetten(row0: number, row1: number, col0: number, col1: number, id: number, touches = true): void {
    this.#note(row0, row1, col0, col1);
    this.#isNoted = true;
    super.wetten(row0, row1, col0, col1, id, touches);
    this.#isNoted = false;
  }

  override alter(row0: number, row1: number, col0: number, col1: number): void {
    this.#note(row0, row1, col0, col1);
    this.#isNoted = true;
    super.alter(row0, row1, col0, col1);
    this.#isNoted = false;
  }

  override change(tile: number): void {
    super.change(tile);
    if (this.#isNoted || this.#isBorder[tile] === 0) return;
    this.stale.include(tile, this.row0(tile), this.row1(tile), this.col0(tile), this.col1(tile));
  }

  #note(row0: number, row1: number, col0: number, col1: number): void {
    const { rows, columns } = this.grid;
    const depth = this.#depth;
    const isNear = row0 < depth.row0 || col0 < depth.col0 || row1 > rows - depth.row1 || col1 > columns - depth.col1;
    if (isNear) this.stale.add(row0, row1, col0, col1);
  }

  /** An edge has a seam. */
  markBorder(edge: number): void {
    const { row0, row1, col0, col1 } = stripAt(this.grid, edge, HALO);
    const side = (['col0', 'col1', 'row0', 'row1'] as const)[edge];
    this.#depth[side] = HALO;
    for (let down = tileOf(row0); down <= tileOf(row1 - 1); down++) {
      for (let across = tileOf(col0); across <= tileOf(col1 - 1); across++)
        this.#isBorder[down * this.across + across] = 1;
    }
  }
}

/** A box of cells. */
interface Cells {
  readonly row0: number;
  readonly row1: number;
  readonly col0: number;
  readonly col1: number;
}

/** Words a pair of neighbouring tiles takes in `#beside`: tile, chart of the other tile, other tile. */
const PAIR = 3;

/**
 * The halos of all charts: copies of the cells beyond seams, so that kernels read across a seam as within a chart. A map that
 * changes near a seam makes its tiles stale; whatever reads beyond an edge calls `refresh` first. A pass over all charts
 * calls it once before its first chart, so that each chart reads what the others held before the pass.
 */
export class Halos {
  readonly #charts: readonly Fields[];
  /** Of each chart: pairs of a tile at a seam and a tile that it borders on beyond, `PAIR` words each. */
  readonly #beside: readonly Uint32Array[];

  /** Links the charts of a surface as its seams say, and opens their headers there. */
  constructor(charts: readonly Fields[], surface: Surface) {
    this.#charts = charts;
    for (const fields of charts) {
      fields.halos = this;
      fields.links = EDGES.map((edge) => {
        const seam = surface.seams.at(fields.number, edge);
        return seam && new Link(charts[seam.chart], seam, surface.charts[seam.chart]);
      });
      openHeader(fields);
      for (const edge of EDGES) {
        if (fields.links[edge]) (fields.tiles as BorderTiles).markBorder(edge);
      }
    }
    this.#beside = charts.map((fields) => Uint32Array.from(pairsOf(fields)));
  }

  /** Copies what changed near seams into the halos beyond. */
  refresh(): void {
    for (const fields of this.#charts) {
      const { stale } = fields.tiles as BorderTiles;
      if (stale.count === 0) continue;
      for (let n = 0; n < stale.count; n++) copyTile(fields, stale.box, 4 * stale.list[n]);
      stale.clear();
    }
  }

  /** Adds the drops right beyond a seam to the owners of each tile there. */
  shareOwners(): void {
    for (let k = 0; k < this.#charts.length; k++) {
      const { owners, wet } = this.#charts[k].tiles;
      if (wet.count === 0) continue;
      const pairs = this.#beside[k];
      for (let n = 0; n < pairs.length; n += PAIR) {
        const highest = owners.highest(pairs[n]);
        if (highest === 0) continue;
        this.#charts[pairs[n + 1]].tiles.owners.include(pairs[n + 2], owners.lowest(pairs[n]), highest);
      }
    }
  }

  /** Copies the affinity, which never changes. */
  fillAffinity(): void {
    for (const fields of this.#charts) {
      const { heap, affinity, grid } = fields.chart;
      for (const edge of EDGES) {
        const link = fields.links[edge];
        if (!link) continue;
        const beyond = link.fields.chart;
        const { row0, row1, col0, col1 } = stripAt(grid, edge, HALO);
        for (let row = row0; row < row1; row++) {
          for (let col = col0; col < col1; col++) {
            const to = link.row(row, col) * beyond.grid.stride + link.col(row, col);
            heap.f32[beyond.affinity + to] = heap.f32[affinity + row * grid.stride + col];
          }
        }
      }
    }
  }
}

/** Copies those cells of the box of a tile, four words from `at` on, that lie within a halo's width of a seam. */
function copyTile(fields: Fields, box: Uint32Array, at: number): void {
  const { rows, columns } = fields.grid;
  const [row0, row1, col0, col1] = [box[at], box[at + 1], box[at + 2], box[at + 3]];
  const [left, right, top, bottom] = fields.links;
  if (left && col0 < HALO) copyCells(fields, left, row0, row1, col0, Math.min(col1, HALO));
  if (right && col1 > columns - HALO) copyCells(fields, right, row0, row1, Math.max(col0, columns - HALO), col1);
  if (top && row0 < HALO) copyCells(fields, top, row0, Math.min(row1, HALO), col0, col1);
  if (bottom && row1 > rows - HALO) copyCells(fields, bottom, Math.max(row0, rows - HALO), row1, col0, col1);
}

/** The cells of a chart within `depth` of an edge. */
function stripAt({ rows, columns }: Grid, edge: number, depth: number): Cells {
  return {
    row0: edge === EDGE.bottom ? Math.max(0, rows - depth) : 0,
    row1: edge === EDGE.top ? Math.min(rows, depth) : rows,
    col0: edge === EDGE.right ? Math.max(0, columns - depth) : 0,
    col1: edge === EDGE.left ? Math.min(columns, depth) : columns,
  };
}

/** Tells kernels that cells exist beyond the edges that have seams. */
function openHeader({ chart, links }: Fields): void {
  const { header, grid, heap } = chart;
  if (links[EDGE.top]) heap.i32[header + CHART.firstRow] = -HALO;
  if (links[EDGE.bottom]) heap.i32[header + CHART.endRow] = grid.rows + HALO;
  if (links[EDGE.left]) heap.i32[header + CHART.firstCol] = -HALO;
  if (links[EDGE.right]) heap.i32[header + CHART.endCol] = grid.columns + HALO;
}

/** Copies both maps, their ids and their bits from a box of a chart to where it lies beyond a seam. */
function copyCells({ chart }: Fields, link: Link, row0: number, row1: number, col0: number, col1: number): void {
  const { u32 } = chart.heap;
  const { still, trail, stillIds, trailIds } = chart;
  const to = link.fields.chart;
  const { still: toStill, trail: toTrail, stillIds: toStillIds, trailIds: toTrailIds } = to;
  const { stride } = to.grid;
  // From cell to cell along a row, there.
  const step = link.cells.rowByCol * stride + link.cells.colByCol;
  for (let row = row0; row < row1; row++) {
    const from = row * chart.grid.stride;
    let there = link.row(row, col0) * stride + link.col(row, col0);
    for (let cell = from + col0; cell < from + col1; cell++, there += step) {
      u32[toStill + there] = u32[still + cell];
      u32[toTrail + there] = u32[trail + cell];
      u32[toStillIds + there] = u32[stillIds + cell];
      u32[toTrailIds + there] = u32[trailIds + cell];
    }
    copyBits(chart, link, row, col0, col1);
  }
}

/** Copies the bits of a part of a row that lies in one tile: most are as they were. */
function copyBits(
  { heap, header, wetBits, stillBits }: ChartMemory,
  link: Link,
  row: number,
  col0: number,
  col1: number,
) {
  const { u32 } = heap;
  const to = link.fields.chart;
  const word = wetBitsAt(u32[header + CHART.ring], row, col0);
  const wet = u32[wetBits + word];
  const still = u32[stillBits + word];
  const ring = u32[to.header + CHART.ring];
  const { wetBits: toWet, stillBits: toStill } = to;
  const { rowByCol, colByCol } = link.cells;
  let [rowThere, colThere] = [link.row(row, col0), link.col(row, col0)];
  for (let col = col0; col < col1; col++, rowThere += rowByCol, colThere += colByCol) {
    const there = wetBitsAt(ring, rowThere, colThere);
    copyBit(u32, toWet + there, colThere, wet >>> (col & 31));
    copyBit(u32, toStill + there, colThere, still >>> (col & 31));
  }
}

function copyBit(u32: Uint32Array, word: number, col: number, bit: number): void {
  if (((u32[word] >>> (col & 31)) ^ bit) & 1) u32[word] ^= 1 << col;
}

/** Tiles of a chart at its seams, each with those beyond that one of its cells touches by side or corner. */
function pairsOf(fields: Fields): number[] {
  const pairs: number[] = [];
  for (const edge of EDGES) {
    const link = fields.links[edge];
    if (!link) continue;
    const known = new Set<string>();
    const { row0, row1, col0, col1 } = stripAt(fields.grid, edge, 1);
    for (let row = row0; row < row1; row++) {
      for (let col = col0; col < col1; col++) {
        for (let dr = -1; dr <= 1; dr++) {
          for (let dc = -1; dc <= 1; dc++) {
            const rowThere = link.row(row, col) + dr;
            const colThere = link.col(row, col) + dc;
            if (!link.fields.hasCell(rowThere, colThere)) continue;
            const pair = [fields.tiles.at(row, col), link.fields.number, link.fields.tiles.at(rowThere, colThere)];
            if (known.has(pair.join())) continue;
            known.add(pair.join());
            pairs.push(...pair);
          }
        }
      }
    }
  }
  return pairs;
}
