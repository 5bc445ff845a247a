import { type Grid, HALO } from '../../core/grid.js';
import { tileOf } from '../../core/tile-boxes.js';
import { Tiles, wetBitsAt } from '../../core/tiles.js';
import { CHART } from '../../kernels/kernels.js';
import { EDGES } from '../../surface/seams.js';
import { EDGE, type Surface } from '../../surface/surface.js';
import type { Fields } from './fields.js';
import { Link } from './links.js';

/** Tiles that also note which of those within a halo's width of a seam have changed since halos were last filled. */
export class BorderTiles extends Tiles {
  /** 1 for tiles near a seam. */
  readonly #isBorder = new Uint8Array(this.count);
  readonly #isStale = new Uint8Array(this.count);
  readonly stale = new Uint32Array(this.count);
  staleCount = 0;

  override change(tile: number): void {
    super.change(tile);
    if (this.#isBorder[tile] === 0 || this.#isStale[tile] === 1) return;
    this.#isStale[tile] = 1;
    this.stale[this.staleCount++] = tile;
  }

  /** All tiles that hold cells of a box are near a seam. */
  markBorder({ row0, row1, col0, col1 }: Cells): void {
    for (let down = tileOf(row0); down <= tileOf(row1 - 1); down++) {
      for (let across = tileOf(col0); across <= tileOf(col1 - 1); across++)
        this.#isBorder[down * this.across + across] = 1;
    }
  }

  /** The halos are filled. */
  settle(): void {
    for (let n = 0; n < this.staleCount; n++) this.#isStale[this.stale[n]] = 0;
    this.staleCount = 0;
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
        if (fields.links[edge]) (fields.tiles as BorderTiles).markBorder(stripAt(fields.grid, edge, HALO));
      }
    }
    this.#beside = charts.map((fields) => Uint32Array.from(pairsOf(fields)));
  }

  /** Copies what changed near seams into the halos beyond. */
  refresh(): void {
    for (const fields of this.#charts) {
      const tiles = fields.tiles as BorderTiles;
      if (tiles.staleCount === 0) continue;
      for (let n = 0; n < tiles.staleCount; n++) this.#copyTile(fields, tiles.stale[n]);
      tiles.settle();
    }
  }

  /** Adds the drops right beyond a seam to the owners of each tile there. */
  shareOwners(): void {
    for (let k = 0; k < this.#charts.length; k++) {
      const { owners } = this.#charts[k].tiles;
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

  /** Copies the cells of a tile that lie within a halo's width of a seam. */
  #copyTile(fields: Fields, tile: number): void {
    const { tiles, grid } = fields;
    for (const edge of EDGES) {
      const link = fields.links[edge];
      if (!link) continue;
      const strip = stripAt(grid, edge, HALO);
      copyCells(fields, link, {
        row0: Math.max(strip.row0, tiles.row0(tile)),
        row1: Math.min(strip.row1, tiles.row1(tile)),
        col0: Math.max(strip.col0, tiles.col0(tile)),
        col1: Math.min(strip.col1, tiles.col1(tile)),
      });
    }
  }
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
function copyCells({ chart }: Fields, link: Link, { row0, row1, col0, col1 }: Cells): void {
  const { u32 } = chart.heap;
  const to = link.fields.chart;
  const ring = u32[chart.header + CHART.ring];
  const ringThere = u32[to.header + CHART.ring];
  for (let row = row0; row < row1; row++) {
    for (let col = col0; col < col1; col++) {
      const rowThere = link.row(row, col);
      const colThere = link.col(row, col);
      const from = row * chart.grid.stride + col;
      const there = rowThere * to.grid.stride + colThere;
      u32[to.still + there] = u32[chart.still + from];
      u32[to.trail + there] = u32[chart.trail + from];
      u32[to.stillIds + there] = u32[chart.stillIds + from];
      u32[to.trailIds + there] = u32[chart.trailIds + from];
      const word = wetBitsAt(ring, row, col);
      const wordThere = wetBitsAt(ringThere, rowThere, colThere);
      setBit(u32, to.wetBits + wordThere, colThere, (u32[chart.wetBits + word] >>> (col & 31)) & 1);
      setBit(u32, to.stillBits + wordThere, colThere, (u32[chart.stillBits + word] >>> (col & 31)) & 1);
    }
  }
}

function setBit(u32: Uint32Array, word: number, col: number, bit: number): void {
  u32[word] = (u32[word] & ~(1 << col)) | (bit << col);
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
