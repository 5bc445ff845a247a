/**
 * Numbers instead of colours: what lies under each pixel of a picture. They are read from the water that `renderBeauty` draws,
 * with the same camera, so that they are the truth about that picture and lie over it pixel by pixel.
 */
import { checkNumber } from '../../core/errors.js';
import type { Frame } from '../../core/frame.js';
import type { Backdrop } from '../backdrop/backdrop.js';
import { type CameraOptions, checkWord, denser, frameView, readCamera } from '../picture/camera.js';
import { placeBackdrop } from '../picture/place.js';
import { ChartWater, type OwnedRows } from '../water/water-map.js';
import { BEAUTY_DEFAULTS, checkBackdrop, readSize } from './beauty.js';
import { MAP_NUMBERS, type Sheet } from './map-numbers.js';
import { checkMap } from './render-view.js';

/**
 * Of the water as it is drawn; a pixel counts as water if at least half of it is:
 * - `mask`: how much of a pixel is water, 0 to 1.
 * - `height`: of the water over the glass in the pixel's middle [mm].
 * - `normal`: the unit normal there: x right, y down, z out of the glass; (0, 0, 1) on dry glass.
 * - `id`: whose water it is: of a drop or of the trail it left; 0 on dry glass, and fine drops have none.
 * - `refraction`: where on the backdrop the light came from, u across and v down, 0 to 1; and the share that comes through.
 *
 * Of layers: `fine`, how much of a pixel fine drops cover; `fog`, 0 to 1; `film`, its thickness [mm].
 * Of the model's cells, meant or interpolated: `affinity`; `blurred`, the height map after a mean of 3 × 3 cells [mm].
 */
export type MapName =
  | 'mask'
  | 'height'
  | 'normal'
  | 'id'
  | 'refraction'
  | 'fine'
  | 'fog'
  | 'film'
  | 'affinity'
  | 'blurred';

/** Numbers a pixel of every map. */
export const MAP_CHANNELS: Readonly<Record<MapName, number>> = {
  mask: 1,
  height: 1,
  normal: 3,
  id: 1,
  refraction: 3,
  fine: 1,
  fog: 1,
  film: 1,
  affinity: 1,
  blurred: 1,
};

/** How maps are drawn; as `renderBeauty` draws its picture. */
export interface MapOptions {
  /** The eye. Default: before the middle of the pane, which covers the picture. */
  camera?: CameraOptions;
  /** What stands behind the glass, for `refraction`. */
  backdrop?: Backdrop;
  /** Samples a pixel of `mask` and `fine`: one with 'fast', four with 'high'. The others have one. Default 'fast'. */
  quality?: 'fast' | 'high';
  /** Size [px], 1 to 16384 each. Default: one pixel a cell. */
  width?: number;
  height?: number;
  /** Only these rows [from, to) of the picture; they are as they would be in the whole. Default: all. */
  rows?: readonly [from: number, to: number];
  /** Which chart of the surface. Default 0. */
  chart?: number;
}

/** Numbers of a picture, row after row; those of a pixel beside each other. Whole numbers for `id`. */
export type MapData<N extends MapName> = N extends 'id' ? Uint32Array : Float32Array;

/** Draws several maps at once, for which the water is drawn once. Pure, as `renderBeauty` is. */
export function renderMaps<N extends MapName>(
  frame: Frame,
  names: readonly N[],
  options: MapOptions = {},
): { [K in N]: MapData<K> } {
  const sheet = readSheet(frame, options);
  for (const name of names) {
    checkWord(name, Object.keys(MAP_CHANNELS), 'map');
    checkMap(name, sheet.maps, 'map');
    if (name === 'refraction') checkBackdrop(options.backdrop);
  }
  return Object.fromEntries(names.map((name) => [name, MAP_NUMBERS[name](sheet)])) as { [K in N]: MapData<K> };
}

function readSheet(frame: Frame, options: MapOptions): Sheet {
  const { chart = BEAUTY_DEFAULTS.chart, quality = BEAUTY_DEFAULTS.quality, backdrop } = options;
  checkWord(quality, ['fast', 'high'], 'quality');
  checkNumber(chart, { min: 0, max: frame.charts.length - 1, integer: true }, 'chart');
  const { whole, from, to } = readSize(frame, chart, options);
  const maps = frame.charts[chart];
  const { cellSize, columns, rows } = maps;
  const camera = readCamera(options.camera);
  const samples = quality === 'high' ? 2 : 1;
  const viewOf = (by: number) =>
    frameView(denser(camera, by), columns * cellSize, rows * cellSize, whole.width * by, whole.height * by);
  const view = viewOf(1);
  const waterMap = new ChartWater(frame, chart);
  let water: OwnedRows | undefined;
  return {
    waterMap,
    maps,
    view,
    samples,
    dense: viewOf(samples),
    from,
    to,
    place: backdrop && placeBackdrop(view, backdrop),
    water() {
      water ??= waterMap.ownedRows(view, from, to);
      return water;
    },
  };
}
