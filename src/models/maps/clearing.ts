import { DRY } from '../../core/grid.js';
import type { SweptRegion } from '../../weather/swept-region.js';
import type { Fields } from './fields.js';

const SPAN = new Float64Array(2);

/** Takes trails off the glass where a region was swept. The field book says eroded: it is picture, not water. */
export function clearRegion(fields: Fields, region: SweptRegion): void {
  const { rows, columns, cellSize } = fields.grid;
  const row1 = Math.min(rows, Math.ceil(region.bottom() / cellSize));
  for (let row = Math.max(0, Math.floor(region.top() / cellSize)); row < row1; row++) {
    if (!region.span((row + 0.5) * cellSize, SPAN)) continue;
    // Cells whose centres lie in it.
    const col0 = Math.max(0, Math.ceil(SPAN[0] / cellSize - 0.5));
    const col1 = Math.min(columns, Math.floor(SPAN[1] / cellSize - 0.5) + 1);
    if (col0 < col1) clearCells(fields, row, row + 1, col0, col1, DRY);
  }
}

/** Takes all trails off a disc [mm]. */
export function clearDisc(fields: Fields, x: number, y: number, radius: number): void {
  const { rows, columns, cellSize } = fields.grid;
  const row1 = Math.min(rows, Math.floor((y + radius) / cellSize) + 1);
  for (let row = Math.max(0, Math.floor((y - radius) / cellSize)); row < row1; row++) {
    const dy = (row + 0.5) * cellSize - y;
    const half = Math.sqrt(Math.max(0, radius * radius - dy * dy));
    const col0 = Math.max(0, Math.ceil((x - half) / cellSize - 0.5));
    const col1 = Math.min(columns, Math.floor((x + half) / cellSize - 0.5) + 1);
    if (col0 < col1) clearCells(fields, row, row + 1, col0, col1, DRY);
  }
}

/** Takes what `id` has in the trail map off a box of cells, and the rims there that nobody has. */
export function clearOwn(fields: Fields, row0: number, row1: number, col0: number, col1: number, id: number): void {
  clearCells(fields, row0, row1, col0, col1, id);
}

/** Clears the cells of `only` and those of nobody; with `DRY` those of everybody. */
function clearCells(fields: Fields, row0: number, row1: number, col0: number, col1: number, only: number): void {
  const { heap, trail, trailIds, grid } = fields.chart;
  const { f32, u32 } = heap;
  let lost = 0;
  let changed = false;
  for (let row = row0; row < row1; row++) {
    if (fields.tiles.wetBits.isDry(row, col0, col1)) continue;
    for (let cell = row * grid.stride + col0, end = row * grid.stride + col1; cell < end; cell++) {
      const owner = u32[trailIds + cell];
      if (only !== DRY && owner !== DRY && owner !== only) continue;
      const height = f32[trail + cell];
      if (height === 0 && owner === DRY) continue;
      lost += height;
      f32[trail + cell] = 0;
      u32[trailIds + cell] = DRY;
      changed = true;
    }
  }
  if (!changed) return;
  fields.eroded += lost;
  fields.total -= lost;
  fields.touch(row0, row1, col0, col1);
}
