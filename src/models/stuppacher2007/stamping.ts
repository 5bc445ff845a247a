/** How water comes onto the texture and off it by hand (STUP-18, STUP-O5): caps of a mass, and regions that are wiped. */
import { HEIGHT_QUANTUM } from '../../core/grid.js';
import { cbrt, cos, sin } from '../../core/math.js';
import { capVolumeFactor } from '../../core/profile.js';
import { WATER_DENSITY } from '../../core/units.js';
import { EDGES } from '../../surface/seams.js';
import { EDGE } from '../../surface/surface.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { WaterChart } from './water-charts.js';

/** Base radius of a cap of this mass [mg] and contact angle [rad], in mm. */
export function capRadius(mass: number, angle: number): number {
  return cbrt(mass / (WATER_DENSITY * capVolumeFactor(angle)));
}

/** A cap to be stamped: its middle [mm], its base radius [mm] and contact angle [rad]. */
export interface Cap {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly angle: number;
}

/** The texels of a cap: on which chart, row and column, and its height there [mm]. */
interface Footprint {
  readonly charts: WaterChart[];
  readonly rows: number[];
  readonly cols: number[];
  readonly heights: number[];
}

/**
 * Stamps a cap of exactly `quanta` times 2⁻¹⁶ mm of summed height. Texels beyond a seam are those of the next chart; those beyond
 * an open edge or a corner give their share to the others. Returns what texels could not hold [mm].
 */
export function stampCap(chart: WaterChart, charts: readonly WaterChart[], cap: Cap, quanta: number): number {
  const found = footprintOf(chart, charts, cap);
  let whole = 0;
  for (const height of found.heights) whole += height;
  let left = quanta;
  let spilled = 0;
  const give = (n: number, part: number): void => {
    left -= part;
    spilled += found.charts[n].add(found.rows[n], found.cols[n], part * HEIGHT_QUANTUM);
  };
  for (let n = 0; n < found.heights.length; n++) give(n, Math.floor((quanta * found.heights[n]) / whole));
  // Rounding has left less than one quantum a texel.
  for (let n = 0; left > 0; n++) give(n % found.heights.length, 1);
  return spilled;
}

function footprintOf(chart: WaterChart, charts: readonly WaterChart[], { x, y, radius, angle }: Cap): Footprint {
  const { cellSize, rows, columns } = chart.grid;
  const found: Footprint = { charts: [], rows: [], cols: [], heights: [] };
  const note = (row: number, col: number, height: number): void => {
    const place = locate(chart, charts, row, col);
    if (!place) return;
    found.charts.push(place.chart);
    found.rows.push(place.row);
    found.cols.push(place.col);
    found.heights.push(height);
  };
  const sphere = radius / sin(angle);
  const depth = sphere * cos(angle);
  // A cap is at most as wide as a chart, so that it meets only the next ones.
  const reach = Math.min(radius, (Math.min(rows, columns) - 1) * cellSize);
  for (let row = Math.floor((y - reach) / cellSize); row * cellSize <= y + reach; row++) {
    for (let col = Math.floor((x - reach) / cellSize); col * cellSize <= x + reach; col++) {
      const dx = (col + 0.5) * cellSize - x;
      const dy = (row + 0.5) * cellSize - y;
      const square = dx * dx + dy * dy;
      if (square < radius * radius) note(row, col, Math.sqrt(sphere * sphere - square) - depth);
    }
  }
  // Smaller than a texel, and beside its middle.
  if (found.heights.length === 0) note(Math.floor(y / cellSize), Math.floor(x / cellSize), 1);
  return found;
}

/** A texel that may lie beyond one edge; null where there is none. */
export function locate(chart: WaterChart, charts: readonly WaterChart[], row: number, col: number) {
  const { rows, columns } = chart.grid;
  const beyond = [col < 0, col >= columns, row < 0, row >= rows];
  if (!beyond.includes(true)) return { chart, row, col };
  const edges = EDGES.filter((edge) => beyond[edge]);
  const seam = edges.length === 1 ? chart.seams[edges[0] ?? EDGE.left] : null;
  if (!seam) return null;
  const { row0, rowByRow, rowByCol, col0, colByRow, colByCol } = seam;
  const there = charts[seam.chart];
  const place = {
    chart: there,
    row: row0 + rowByRow * row + rowByCol * col,
    col: col0 + colByRow * row + colByCol * col,
  };
  const isThere = place.row >= 0 && place.row < there.grid.rows && place.col >= 0 && place.col < there.grid.columns;
  return isThere ? place : null;
}

const SPAN = new Float64Array(2);

/** Takes the water of all texels with their middle in a region, and returns it [mm]. */
export function wipeRegion(chart: WaterChart, region: SweptRegion): number {
  const { rows, columns, cellSize } = chart.grid;
  let taken = 0;
  const row1 = Math.min(rows, Math.ceil(region.bottom() / cellSize));
  for (let row = Math.max(0, Math.floor(region.top() / cellSize)); row < row1; row++) {
    if (!region.span((row + 0.5) * cellSize, SPAN)) continue;
    const col1 = Math.min(columns, Math.floor(SPAN[1] / cellSize - 0.5) + 1);
    for (let col = Math.max(0, Math.ceil(SPAN[0] / cellSize - 0.5)); col < col1; col++) taken += chart.take(row, col);
  }
  return taken;
}
