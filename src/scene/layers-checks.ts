/** What no single field of a layer can know. */
import { RivuletError } from '../core/errors.js';
import { MOST_FINE_MEAN } from '../core/fine-caps.js';
import { cellsIn, PANE_CELLS } from '../surface/pane.js';
import type { Scene } from './scene.js';

const LAYERS = ['fine', 'fog', 'film'] as const;
/** Bytes that a cell of each takes; of fine drops it has an amount, a generation, and what is known of its caps. */
const CELL_BYTES = { fine: 12, fog: 4, film: 4 } as const;
/** Memory of all layers together [MB]: one of them may have all the cells that a pane may. */
const MOST_MEMORY = 768;
const MEGABYTE = 1e6;

/** Throws if layers have too many cells for a pane of width × height [mm], or too many fine drops in one. */
export function checkLayers(
  scene: Pick<Scene, 'fine' | 'fog' | 'film'>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const layers = LAYERS.flatMap((name) => {
    const layer = scene[name];
    if (!layer) return [];
    const { cellSize } = layer;
    const cells = cellsIn(width, cellSize) * cellsIn(height, cellSize);
    return { path: `scene.${name}.cellSize`, cellSize, cells, bytes: CELL_BYTES[name] * cells };
  });
  layers.forEach(checkCells);
  checkMemory(layers);
  if (scene.fine) checkMean(scene.fine);
}

/** How fine the cells of one layer are, and what that comes to. */
interface LayerSize {
  readonly path: string;
  readonly cellSize: number;
  readonly cells: number;
  readonly bytes: number;
}

function checkCells(layer: LayerSize): void {
  if (layer.cells > PANE_CELLS.most) refuse(layer, `${PANE_CELLS.most} cells`, layer.cells);
}

/** Names the layer that takes the most. */
function checkMemory(layers: readonly LayerSize[]): void {
  const memory = layers.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE;
  if (memory <= MOST_MEMORY) return;
  const largest = layers.reduce((most, layer) => (layer.bytes > most.bytes ? layer : most));
  refuse(largest, `${MOST_MEMORY} MB of layers`, Math.ceil(memory));
}

function refuse({ path, cellSize }: LayerSize, most: string, made: number): never {
  const came = `${cellSize}, which makes ${made}`;
  throw new RivuletError(`${path} must make at most ${most}; got ${came}. Make it larger.`, path);
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
