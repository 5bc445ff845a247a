/** What no single field of a layer can know. */
import { RivuletError } from '../core/errors.js';
import { MOST_FINE_MEAN } from '../core/fine-caps.js';
import { cellsIn, PANE_CELLS } from '../surface/pane.js';
import type { Scene } from './scene.js';

/** Throws if a layer has too many cells for a pane of width × height [mm], or too many fine drops in one. */
export function checkLayers(
  scene: Pick<Scene, 'fine' | 'fog' | 'film'>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  for (const name of ['fine', 'fog', 'film'] as const) {
    const layer = scene[name];
    if (layer) checkCells(`scene.${name}.cellSize`, layer.cellSize, width, height);
  }
  if (scene.fine) checkMean(scene.fine);
}

function checkCells(path: string, cellSize: number, width: number, height: number): void {
  const cells = cellsIn(width, cellSize) * cellsIn(height, cellSize);
  if (cells <= PANE_CELLS.most) return;
  const came = `${cellSize}, which makes ${cells}`;
  throw new RivuletError(`${path} must make at most ${PANE_CELLS.most} cells; got ${came}. Make it larger.`, path);
}

/** A cell's list of caps has an end (`MOST_FINE_CAPS`). */
function checkMean({ density, cellSize }: NonNullable<Scene['fine']>): void {
  const mean = density * cellSize * cellSize;
  if (mean <= MOST_FINE_MEAN) return;
  const most = Number((MOST_FINE_MEAN / (cellSize * cellSize)).toPrecision(5));
  const path = 'scene.fine.density';
  const remedy = 'Make fine.cellSize smaller.';
  throw new RivuletError(
    `${path} must be 0 to ${most} /mm² with cells of ${cellSize} mm; got ${density}. ${remedy}`,
    path,
  );
}
