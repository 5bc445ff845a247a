import { locate } from './stamping.js';
import type { WaterChart } from './water-charts.js';

/** How far from a full texel its surplus may go [texels]. */
const FARTHEST = 12;

/**
 * Passes what a full texel cannot hold [mm] to the texels around it, ring by ring and across seams. Returns what found no room [mm].
 */
export function spreadSurplus(
  chart: WaterChart,
  charts: readonly WaterChart[],
  row: number,
  col: number,
  surplus: number,
): number {
  let left = surplus;
  for (let ring = 1; ring <= FARTHEST && left > 0; ring++) {
    for (let r = row - ring; r <= row + ring && left > 0; r++) {
      // Rows between the first and the last have two texels of the ring.
      const step = Math.abs(r - row) === ring ? 1 : 2 * ring;
      for (let c = col - ring; c <= col + ring && left > 0; c += step) left -= fill(chart, charts, r, c, left);
    }
  }
  return left;
}

/** Gives a texel at most `most` [mm] of water, and returns what it took. */
function fill(chart: WaterChart, charts: readonly WaterChart[], row: number, col: number, most: number): number {
  const { rows, columns } = chart.grid;
  if (row >= 0 && row < rows && col >= 0 && col < columns) return chart.pour(row, col, most);
  const place = locate(chart, charts, row, col);
  return place ? place.chart.pour(place.row, place.col, most) : 0;
}
