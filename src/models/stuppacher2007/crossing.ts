import { HALO } from '../../core/grid.js';
import { EDGE } from '../../surface/surface.js';
import type { WaterChart } from './water-charts.js';

/**
 * Takes what has left a chart out of its halo, which is its send halo (STUP-O7): the chart that water comes from has decided where
 * it goes, and the chart beyond a seam adds it. Returns what left over open edges [mm] (STUP-16, STUP-O3).
 */
export function crossEdges(chart: WaterChart, charts: readonly WaterChart[]): number {
  const { rows, columns } = chart.grid;
  const { crossed } = chart;
  let lost = 0;
  // The strips above and below have the corners.
  if (crossed[EDGE.top]) lost += crossStrip(chart, charts, { row0: -HALO, row1: 0, col0: -HALO, col1: columns + HALO });
  if (crossed[EDGE.bottom]) {
    lost += crossStrip(chart, charts, { row0: rows, row1: rows + HALO, col0: -HALO, col1: columns + HALO });
  }
  if (crossed[EDGE.left]) lost += crossStrip(chart, charts, { row0: 0, row1: rows, col0: -HALO, col1: 0 });
  if (crossed[EDGE.right])
    lost += crossStrip(chart, charts, { row0: 0, row1: rows, col0: columns, col1: columns + HALO });
  crossed.fill(false);
  return lost;
}

/** A box of texels of a halo. */
interface Strip {
  readonly row0: number;
  readonly row1: number;
  readonly col0: number;
  readonly col1: number;
}

function crossStrip(chart: WaterChart, charts: readonly WaterChart[], { row0, row1, col0, col1 }: Strip): number {
  const { f32 } = chart.heap;
  let lost = 0;
  for (let row = row0; row < row1; row++) {
    for (let col = col0; col < col1; col++) {
      const cell = chart.gain + row * chart.grid.stride + col;
      const height = f32[cell];
      if (height === 0) continue;
      f32[cell] = 0;
      chart.total -= height;
      if (!sendOn(chart, charts, row, col, height)) lost += height;
    }
  }
  return lost;
}

/** Gives water to the chart on which a texel beyond the edges lies; false where an edge is open. */
function sendOn(chart: WaterChart, charts: readonly WaterChart[], row: number, col: number, height: number): boolean {
  const { rows, columns } = chart.grid;
  const beyondRow = row < 0 ? -row : Math.max(0, row - rows + 1);
  const beyondCol = col < 0 ? -col : Math.max(0, col - columns + 1);
  const across = chart.seams[col < 0 ? EDGE.left : EDGE.right];
  const along = chart.seams[row < 0 ? EDGE.top : EDGE.bottom];
  if ((beyondRow > 0 && !along) || (beyondCol > 0 && !across)) return false;
  // The quarter beyond a corner does not exist: water goes over the edge that it crossed first. If both at once, along the pull.
  const isCorner = beyondRow > 0 && beyondCol > 0;
  const overSide = isCorner ? beyondCol > beyondRow || (beyondCol === beyondRow && chart.flowsAcross) : beyondCol > 0;
  const fromRow = isCorner && overSide ? Math.min(rows - 1, Math.max(0, row)) : row;
  const fromCol = isCorner && !overSide ? Math.min(columns - 1, Math.max(0, col)) : col;
  const seam = overSide ? across : along;
  if (!seam) return false;
  const { row0, rowByRow, rowByCol, col0, colByRow, colByCol } = seam;
  charts[seam.chart].receive(
    row0 + rowByRow * fromRow + rowByCol * fromCol,
    col0 + colByRow * fromRow + colByCol * fromCol,
    height,
  );
  return true;
}
