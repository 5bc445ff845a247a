/** Is told each place on the way, in turn; the answer false ends it: who left the pane does not come back. */
export type Visit = (x: number, y: number) => unknown;

/** A hemisphere of this radius in cells covers at least the centre of the cell it stands in: half a cell's diagonal. */
export const COVERS_ITS_CELL = 0.7072;

/**
 * Places in the cells of a rasterised line from just after the first place to the second [mm]: each cell is an
 * 8-neighbour of the one before (CHEN-13), so that the stamped cells hang together however fast the drop is. The places
 * lie on the line itself; drops of less than a cell are moved to their cell's centre, which they would miss otherwise.
 */
export function rasterLine(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  radius: number,
  cellSize: number,
  visit: Visit,
): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / cellSize));
  const centred = radius < COVERS_ITS_CELL * cellSize;
  for (let n = 1; n <= steps; n++) {
    const x = n === steps ? x1 : x0 + (dx * n) / steps;
    const y = n === steps ? y1 : y0 + (dy * n) / steps;
    const goesOn = centred
      ? visit((Math.floor(x / cellSize) + 0.5) * cellSize, (Math.floor(y / cellSize) + 0.5) * cellSize)
      : visit(x, y);
    if (goesOn === false) return;
  }
}

/** Places every `spacing` [mm] from the first towards the second, both ends included (CHIN-8). */
export function spacedLine(x0: number, y0: number, x1: number, y1: number, spacing: number, visit: Visit): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const parts = Math.ceil(Math.sqrt(dx * dx + dy * dy) / spacing);
  for (let n = 0; n < parts; n++) {
    if (visit(x0 + (dx * n) / parts, y0 + (dy * n) / parts) === false) return;
  }
  visit(x1, y1);
}
