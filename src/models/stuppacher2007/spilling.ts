import { HEIGHT_LIMIT, HEIGHT_QUANTUM } from '../../core/grid.js';
import { locate } from './stamping.js';
import type { WaterChart } from './water-charts.js';

/** The highest that a texel can hold [mm]. */
const HIGHEST = HEIGHT_LIMIT - HEIGHT_QUANTUM;
/** How far from a full texel its surplus may go [texels]. */
const FARTHEST = 12;

/**
 * Passes what a full texel cannot hold [mm] to the texels around it, ring by ring and across seams. Each takes up to half of its room,
 * so that a mound grows instead of a block. Returns what found no room [mm].
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
  const place = locate(chart, charts, row, col);
  if (!place) return 0;
  const room = HIGHEST - place.chart.heightAt(place.row, place.col);
  const part = Math.min(most, Math.max(0, Math.floor(room / 2 / HEIGHT_QUANTUM) * HEIGHT_QUANTUM));
  if (part > 0) place.chart.add(place.row, place.col, part);
  return part;
}
