/**
 * Numbers instead of colours: what lies under each pixel of a picture. They are read from the water that `renderBeauty` draws,
 * with the same camera, so that they are the truth about that picture and lie over it pixel by pixel.
 */
import { checkNumber } from '../../core/errors.js';
import type { ChartFrame, Frame } from '../../core/frame.js';
import type { Surface } from '../../surface/surface.js';
import type { Backdrop } from '../backdrop/backdrop.js';
import { type Camera, type CameraOptions, denser, readCamera, type Viewport, viewportOf } from '../picture/camera.js';
import { type Placement, placeBackdrop } from '../picture/place.js';
import { checkWord } from '../picture/read-options.js';
import { beyondSeams } from '../tracer/beyond-seams.js';
import { unfold } from '../tracer/unfold.js';
import { HALO_CELLS } from '../water/cell-water.js';
import { ChartWater } from '../water/water-map.js';
import { meanCover, type OwnedRows, type WaterRows } from '../water/water-rows.js';
import { BEAUTY_DEFAULTS, checkBackdrop, readSize } from './beauty.js';
import { meltRows } from './melt-water.js';
import { blurredHeights, inCellsOf } from './paint-map.js';
import { type Layout, seenLayout } from './picture.js';
import { lightOrigins, WET } from './rays.js';
import { checkMap } from './render-view.js';
import { type Cells, LineSampler, rowsOf } from './sample.js';
import { waterLensOf } from './stage.js';

/**
 * Of the water as it is drawn; a pixel counts as water if at least half of it is:
 * - `mask`: how much of a pixel is water, 0 to 1.
 * - `height`: of the water over the glass in the pixel's middle [mm].
 * - `normal`: the unit normal there: x right, y down, z out of the glass; (0, 0, 1) on dry glass.
 * - `id`: whose water it is: of a drop or of the trail it left; 0 on dry glass, and fine drops have none.
 * - `refraction`: where on the backdrop the light came from, u across and v down, 0 to 1; and the share that comes through.
 * - `alpha`: how much of the picture's light in a pixel comes by way of water. The same as `mask`, unless the camera's
 *   focus is 'street': then the water is out of focus, and so is its alpha.
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
  | 'alpha'
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
  alpha: 1,
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
  /** Samples a pixel of `mask`, `alpha` and `fine`: one with 'fast', four with 'high'. The others have one. Default 'fast'. */
  quality?: 'fast' | 'high';
  /** Size [px], 1 to 16384 each. Default: one pixel a cell. */
  width?: number;
  height?: number;
  /** Only these rows [from, to) of the picture; they are as they would be in the whole. Default: all. */
  rows?: readonly [from: number, to: number];
  /** Which chart of the surface. Default 0. */
  chart?: number;
  /** What the water lies on: drops and fine drops that reach over a seam are then drawn on both its charts. Default: on their own alone. */
  surface?: Surface;
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

function readSheet(given: Frame, options: MapOptions): Sheet {
  const { surface } = options;
  const frame = surface ? unfold(given, surface) : given;
  const { chart = BEAUTY_DEFAULTS.chart, quality = BEAUTY_DEFAULTS.quality, backdrop } = options;
  checkWord(quality, ['fast', 'high'], 'quality');
  checkNumber(chart, { min: 0, max: frame.charts.length - 1, integer: true }, 'chart');
  const { whole, from, to } = readSize(frame, chart, options);
  const maps = frame.charts[chart];
  const { cellSize, columns, rows } = maps;
  const camera = readCamera(options.camera);
  const samples = quality === 'high' ? 2 : 1;
  const viewOf = (by: number) =>
    viewportOf(denser(camera, by), columns * cellSize, rows * cellSize, whole.width * by, whole.height * by);
  const view = viewOf(1);
  const beyond = surface && beyondSeams(frame, surface, chart);
  const waterMap = new ChartWater(frame, chart, beyond);
  let water: OwnedRows | undefined;
  return {
    waterMap,
    halo: beyond?.height ?? null,
    maps,
    camera,
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

/** All that the maps are drawn from: rows `from` to before `to` of a view. */
export interface Sheet {
  /** The water map of the chart. */
  readonly waterMap: ChartWater;
  /** The height map with what lies beyond the chart's seams; null where there are none. */
  readonly halo: Cells | null;
  readonly maps: ChartFrame;
  readonly camera: Camera;
  readonly view: Viewport;
  /** The same view with `samples` a pixel each way. */
  readonly dense: Viewport;
  readonly samples: number;
  readonly from: number;
  readonly to: number;
  /** Where the backdrop stands, if there is one. */
  readonly place: Placement | undefined;
  /** The water, one sample a pixel; drawn when it is first needed. */
  water(): OwnedRows;
}

/** Layers and backdrop are there where they are asked for: `renderMaps` has seen to it. */
export const MAP_NUMBERS: { readonly [N in MapName]: (sheet: Sheet) => Float32Array | Uint32Array } = {
  mask(sheet) {
    const { waterMap, dense, samples, from, to } = sheet;
    if (samples === 1) return sheet.water().cover;
    return coverage(sheet, waterMap.rows(dense, from * samples, to * samples));
  },
  height(sheet) {
    const { height, cover } = sheet.water();
    return height.map((value, p) => (cover[p] >= WET ? value : 0));
  },
  normal(sheet) {
    const { gx, gy, cover } = sheet.water();
    const normals = new Float32Array(3 * cover.length);
    for (let p = 0; p < cover.length; p++) {
      const wet = cover[p] >= WET;
      const z = wet ? 1 / Math.sqrt(1 + gx[p] * gx[p] + gy[p] * gy[p]) : 1;
      // 0 − g instead of −g: level water must give 0, not −0.
      normals[3 * p] = wet ? (0 - gx[p]) * z : 0;
      normals[3 * p + 1] = wet ? (0 - gy[p]) * z : 0;
      normals[3 * p + 2] = z;
    }
    return normals;
  },
  id(sheet) {
    const { id, cover } = sheet.water();
    return id.map((owner, p) => (cover[p] >= WET ? owner : 0));
  },
  refraction({ water, view, place }) {
    return Float32Array.from(lightOrigins(water(), view, place as Placement));
  },
  alpha(sheet) {
    const { waterMap, camera, dense, samples, from, to } = sheet;
    const lens = waterLensOf(camera, dense);
    if (!lens) return MAP_NUMBERS.mask(sheet) as Float32Array;
    const draw = (first: number, end: number) => {
      const { cover } = waterMap.rows(dense, first, end);
      const rows = new Float32Array(4 * cover.length);
      for (let p = 0; p < cover.length; p++) rows[4 * p + 3] = cover[p];
      return rows;
    };
    const rows = meltRows(lens, dense.width, dense.height, from * samples, to * samples, draw);
    const out = empty(sheet);
    for (let n = 3; n < rows.length; n += 4) {
      const [row, col] = [Math.floor(n / 4 / dense.width), ((n - 3) / 4) % dense.width];
      out[Math.floor(row / samples) * sheet.view.width + Math.floor(col / samples)] += rows[n] / (samples * samples);
    }
    return out;
  },
  fine(sheet) {
    const { waterMap, dense, samples, from, to } = sheet;
    return coverage(sheet, waterMap.fineRows(dense, from * samples, to * samples));
  },
  fog(sheet) {
    const { waterMap, maps, view, from, to } = sheet;
    const out = empty(sheet);
    for (let row = from, p = 0; maps.fog && row < to; row++) {
      const y = view.top + (row + 0.5) * view.pixel;
      for (let col = 0; col < view.width; col++, p++)
        out[p] = waterMap.layerAt('fog', view.left + (col + 0.5) * view.pixel, y);
    }
    return out;
  },
  film(sheet) {
    const { film, cellSize } = sheet.maps;
    return film ? cells(sheet, film, inCellsOf(layoutOf(sheet), film, cellSize)) : empty(sheet);
  },
  affinity(sheet) {
    const { affinity } = sheet.maps;
    return affinity ? cells(sheet, affinity, layoutOf(sheet)) : empty(sheet);
  },
  blurred: (sheet) => cells(sheet, blurredAcross(sheet), layoutOf(sheet)),
};

/** The heights of the chart, each the mean of 3 × 3 cells, those beyond its seams included. */
function blurredAcross({ maps, halo }: Sheet): Cells {
  if (!halo) return blurredHeights(maps.height);
  const { data, stride } = blurredHeights(halo);
  const { columns: width, rows: height } = maps;
  return { data: data.subarray(HALO_CELLS * (stride + 1)), width, height, stride };
}

function empty({ view, from, to }: Sheet): Float32Array {
  return new Float32Array(view.width * (to - from));
}

function layoutOf({ maps, view }: Sheet): Layout {
  return seenLayout(maps, view);
}

/** The mean coverage of each pixel. */
function coverage(sheet: Sheet, water: WaterRows): Float32Array {
  const { view, samples, from, to } = sheet;
  const out = empty(sheet);
  for (let row = 0, p = 0; row < to - from; row++) {
    for (let col = 0; col < view.width; col++, p++) out[p] = meanCover(water, samples, col, row);
  }
  return out;
}

/** A map of cells, brought to the picture's size; 0 where there is no pane. */
function cells(sheet: Sheet, map: Cells, layout: Layout): Float32Array {
  const { view, from, to } = sheet;
  const out = empty(sheet);
  const sampler = new LineSampler(layout, map.width, map.height);
  const rows = rowsOf(map);
  const line = new Float64Array(view.width);
  for (let row = Math.max(from, layout.firstY); row < Math.min(to, layout.endY); row++) {
    sampler.sample(rows, row, line);
    out.set(line, (row - from) * view.width);
  }
  return out;
}
