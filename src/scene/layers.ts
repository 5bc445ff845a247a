/** What lies on the glass besides drops: fine drops, fog, film. Each layer costs only where it is not at rest. */
import { RivuletError } from '../core/errors.js';
import { MOST_FINE_MEAN } from '../core/fine-caps.js';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { cellsIn, PANE_CELLS } from '../surface/pane.js';
import type { Chart } from '../surface/surface.js';
import { SHARE } from './ranges.js';
import type { Scene } from './scene.js';

/** Cells of a layer: from as fine as a picture shows to as coarse as is still a picture. */
const CELL_SIZE = { type: 'number', unit: 'mm', min: 0.05, max: 10, fixed: true } as const;
/** Time constants; slower than an hour is never. */
const LAYER_TIME = { type: 'number', unit: 's', min: 0.1, max: 3600 } as const;
/** 1 mm/h [mm/s], as the text "1mm/h" reads. */
const DRIZZLE = 1 / 3600;

/** Drops too small to run, as caps at random places (Nakata 2012). */
export const FINE = {
  /** Drops where the layer is whole, at most 12 a cell; Nakata's 800000 a m² by default. */
  density: { type: 'number', unit: '/mm²', min: 0, max: 100, default: 0.8, fixed: true },
  /** Side of a cell of the layer: how sharply swept tracks are cut. */
  cellSize: { ...CELL_SIZE, default: 0.5 },
  /** Largest diameter of a drop in the air. */
  largest: { type: 'number', unit: 'mm', min: 0.05, max: 2, default: 1, fixed: true },
  /** Rain that decides how large the drops are, Λ = 4.1 R^(−0.21) (Marshall & Palmer). */
  rainRate: {
    type: 'number',
    kind: 'rain depth',
    unit: 'mm/s',
    min: 0.1 / 3600,
    max: 200 / 3600,
    default: DRIZZLE,
    fixed: true,
  },
  /**
   * Time constant with which swept glass fills again; null: as fast as Marshall–Palmer rain brings drops below its
   * `smallest`, with other rain as fast as they fall at `rainRate`, and not at all without rain.
   */
  refill: { ...LAYER_TIME, default: null },
  /**
   * Does Marshall–Palmer rain on a whole layer make fine drops grow? One that passes `largest` becomes a drop of the model;
   * without it that rain is left out.
   */
  grow: { type: 'boolean', default: false },
  /** Share of the layer that is there at the start. */
  wetAtStart: { ...SHARE, default: 1, fixed: true },
} as const satisfies OptionTable;

/** Fog on the glass. */
export const FOG = {
  /** Where the fog settles, from clear to dense. */
  density: { ...SHARE, default: 0.8 },
  /** Time constant with which it comes back. */
  regrow: { ...LAYER_TIME, default: 20 },
  /** Side of a cell of the layer. */
  cellSize: { ...CELL_SIZE, default: 1 },
  /** Water of dense fog; 5 g a m² by default. */
  mass: { type: 'number', unit: 'mg/mm²', min: 0, max: 0.1, default: 0.005, fixed: true },
} as const satisfies OptionTable;

/** The thin film behind runners, on which the next one slides. */
export const FILM = {
  /** Thickness that a running drop leaves. */
  thickness: { type: 'number', unit: 'mm', min: 1e-4, max: 0.1, default: 0.005 },
  /** What evaporates in a second; `"0.2um/s"`, the default, dries the default film in 25 s. */
  evaporation: { type: 'number', unit: 'mm/s', min: 0, max: 1, default: 0.0002 },
  /** Friction on a film of that thickness over friction on dry glass. */
  friction: { ...SHARE, default: 0.5 },
  /** Side of a cell of the layer. */
  cellSize: { ...CELL_SIZE, default: 0.5 },
} as const satisfies OptionTable;

/** What to do about a layer that is no object. */
export const LAYER_REMEDY = 'For none write null.';

export type SceneFine = OptionsOf<typeof FINE>;
export type SceneFog = OptionsOf<typeof FOG>;
export type SceneFilm = OptionsOf<typeof FILM>;
export type SceneFineInput = OptionsInput<typeof FINE>;
export type SceneFogInput = OptionsInput<typeof FOG>;
export type SceneFilmInput = OptionsInput<typeof FILM>;

/** Layers are there or not from the start. */
export const LAYERS = ['fine', 'fog', 'film'] as const;
/** Bytes of a cell; one of fine drops has an amount, a generation, and data of its caps. */
const CELL_BYTES = { fine: 12, fog: 4, film: 4 } as const;
/** Memory of all layers together [MB]: one of them may have all the cells that a pane may. */
const MOST_MEMORY = 768;
const MEGABYTE = 1e6;

/** What layers need of a chart. */
type FlatChart = Pick<Chart, 'width' | 'height' | 'isFlat'>;

/** Throws if layers have too many cells for the charts of a surface [mm], or too many fine drops in one. */
export function checkLayers(scene: Pick<Scene, 'fine' | 'fog' | 'film'>, charts: readonly FlatChart[]): void {
  const layers = LAYERS.flatMap((name) => {
    const layer = scene[name];
    if (!layer) return [];
    const { cellSize } = layer;
    let cells = 0;
    for (const { width, height } of charts) cells += cellsIn(width, cellSize) * cellsIn(height, cellSize);
    return { path: `scene.${name}.cellSize`, cellSize, cells, bytes: CELL_BYTES[name] * cells };
  });
  checkFlat(layers, charts);
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

/** The cells of a layer are squares in the coordinates of a chart, which must be lengths then. */
function checkFlat(layers: readonly LayerSize[], charts: readonly FlatChart[]): void {
  if (layers.length === 0 || charts.every(({ isFlat }) => isFlat)) return;
  const path = layers[0].path.replace('.cellSize', '');
  const remedy = 'Leave it out, or take a pane, a cylinder or a box.';
  throw new RivuletError(`${path} must be null on a surface of patches, which has no flat charts. ${remedy}`, path);
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
