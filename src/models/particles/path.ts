/** Is told each place on the way, in turn. */
export type Visit = (x: number, y: number) => void;

/**
 * Centres of the cells of a rasterised line between two places [mm], both end cells included: each is an 8-neighbour of
 * the one before (CHEN-13).
 */
export function rasterLine(x0: number, y0: number, x1: number, y1: number, cellSize: number, visit: Visit): void {
  let col = Math.floor(x0 / cellSize);
  let row = Math.floor(y0 / cellSize);
  const dCol = Math.floor(x1 / cellSize) - col;
  const dRow = Math.floor(y1 / cellSize) - row;
  const columns = Math.abs(dCol);
  const rows = Math.abs(dRow);
  const stepCol = Math.sign(dCol);
  const stepRow = Math.sign(dRow);
  const steps = Math.max(columns, rows);
  // Bresenham: the shorter side follows when its error has grown to half a cell.
  let error = steps >> 1;
  visit((col + 0.5) * cellSize, (row + 0.5) * cellSize);
  for (let n = 0; n < steps; n++) {
    error += Math.min(columns, rows);
    const both = error >= steps;
    if (both) error -= steps;
    if (both || columns > rows) col += stepCol;
    if (both || rows >= columns) row += stepRow;
    visit((col + 0.5) * cellSize, (row + 0.5) * cellSize);
  }
}

/** Places every `spacing` [mm] from the first towards the second, both ends included (CHIN-8). */
export function spacedLine(x0: number, y0: number, x1: number, y1: number, spacing: number, visit: Visit): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const parts = Math.ceil(Math.sqrt(dx * dx + dy * dy) / spacing);
  for (let n = 0; n < parts; n++) visit(x0 + (dx * n) / parts, y0 + (dy * n) / parts);
  visit(x1, y1);
}
