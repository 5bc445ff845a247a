import { EDGES } from '../../surface/seams.js';
import type { Surface } from '../../surface/surface.js';

/** Where a chart lies in an atlas, in cells, before the space around charts is added. */
export interface Tile {
  readonly chart: number;
  /** Its column and its shelf: how many spaces lie before it. */
  readonly column: number;
  readonly shelf: number;
  readonly left: number;
  readonly top: number;
}

export interface Layout {
  readonly tiles: readonly Tile[];
  /** Size of all charts together [cells], and how many lie beside and above each other. */
  readonly columns: number;
  readonly rows: number;
  readonly across: number;
  readonly shelves: number;
}

/** A chart on the plane of the net [cells]. */
interface Spread {
  readonly chart: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Unfolds planar charts into their net, such as the cross of a box: charts that meet at a seam without a turn lie side by side
 * there, so that water goes on from one to the next. Charts that cannot lie so come beneath. Null if a chart is curved.
 */
export function unfoldNet(surface: Surface): Layout | null {
  const { charts } = surface;
  if (!charts.every(({ isPlanar }) => isPlanar)) return null;
  const spread: Spread[] = [];
  // A chart with many such seams is the middle of a cross.
  const seamsOf = (chart: number) => EDGES.filter((edge) => surface.seams.at(chart, edge)?.quarters === 0).length;
  const order = charts.map((_, chart) => chart).sort((a, b) => seamsOf(b) - seamsOf(a) || a - b);
  for (const chart of order) {
    if (spread.some((one) => one.chart === chart)) continue;
    const below = Math.max(0, ...spread.map(({ bottom }) => bottom));
    const left = Math.min(0, ...spread.map((one) => one.left));
    const part = [spreadAt(surface, chart, left, below)];
    for (let n = 0; n < part.length; n++) part.push(...neighboursOf(surface, part[n], [...spread, ...part]));
    // Neighbours may lie above and to the left of the first: the part is moved below all others as a whole.
    const [rise, aside] = [Math.min(...part.map(({ top }) => top)), Math.min(...part.map((one) => one.left))];
    spread.push(...part.map((one) => spreadAt(surface, one.chart, one.left - aside + left, one.top - rise + below)));
  }
  return layoutOf(spread);
}

function spreadAt({ charts }: Surface, chart: number, left: number, top: number): Spread {
  return { chart, left, top, right: left + charts[chart].columns, bottom: top + charts[chart].rows };
}

/** The charts beyond the edges of one that go on without a turn and find room. */
function neighboursOf(surface: Surface, { chart, left, top }: Spread, others: readonly Spread[]): Spread[] {
  const found: Spread[] = [];
  for (const edge of EDGES) {
    const seam = surface.seams.at(chart, edge);
    if (seam?.quarters !== 0) continue;
    const { cellSize } = surface.charts[chart];
    const shift = [Math.round(seam.shiftX / cellSize), Math.round(seam.shiftY / cellSize)];
    const next = spreadAt(surface, seam.chart, left - shift[0], top - shift[1]);
    if ([...others, ...found].some((one) => one.chart === next.chart || overlap(one, next))) continue;
    found.push(next);
  }
  return found;
}

function overlap(a: Spread, b: Spread): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function layoutOf(spread: readonly Spread[]): Layout {
  const lefts = ascending(spread.map(({ left }) => left));
  const tops = ascending(spread.map(({ top }) => top));
  const tiles = spread.map(({ chart, left, top }) => ({
    chart,
    column: lefts.indexOf(left),
    shelf: tops.indexOf(top),
    left: left - lefts[0],
    top: top - tops[0],
  }));
  const columns = Math.max(...spread.map(({ right }) => right)) - lefts[0];
  const rows = Math.max(...spread.map(({ bottom }) => bottom)) - tops[0];
  return { tiles, columns, rows, across: lefts.length, shelves: tops.length };
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
