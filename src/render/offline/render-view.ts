/** The debug views: what the model sees, drawn flat and honestly, without light or glass. */
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import type { ChartFrame, Frame } from '../../core/frame.js';
import type { Surface } from '../../surface/surface.js';
import { type CameraOptions, readCamera, viewportOf } from '../picture/camera.js';
import { capsBeyond, unfold } from '../tracer/unfold.js';
import { GREY_RAMP, WATER_RAMP } from './colours.js';
import { paintRoulettes, paintShapes, paintWet } from './paint-cells.js';
import { paintDrops } from './paint-drops.js';
import {
  blurredHeights,
  paintCaps,
  paintFilm,
  paintFine,
  paintFog,
  paintHeight,
  paintIds,
  paintNormals,
  paintShare,
} from './paint-map.js';
import { type Canvas, layOut, layOutSeen, type Picture, type PictureOptions, pictureFor } from './picture.js';

/**
 * - `height`: water height, dark (dry) over blue to white.
 * - `blurred`: the same after a mean of 3 × 3 cells (STUP-9, STUP-13); no model reads it.
 * - `id`: which drop a cell belongs to, a colour an id, black where it is dry. Ids of drops that left look like others.
 * - `normal`: normals of the water (CHEN-16) as n · ½ + ½.
 * - `blurred-normal`: the same of the blurred heights, as Stuppacher's pictures have them (STUP-10).
 * - `drops`: still and running drops from their shapes, over a dim height map, with a tick along the velocity.
 * - `caps`: height of the drops' shapes at every pixel, as sharp as the picture is, however large the cells are.
 * - `wet`: which cells hold water, brighter for more, amber where it runs (KAN-6); of other models, which cells have an owner.
 * - `roulette`: how likely running droplets go where (KAN-6), over dim wet cells: a line is its probability times the way.
 * - `affinity`: wettability 0–1 as grey; not every model has it.
 * - `fine`: fine still drops, each a disc as large as its base; swept glass is black.
 * - `fog`: fog 0–1 as grey. `film`: thickness of the film, brightest at 0.02 mm.
 */
export type DebugView =
  | 'height'
  | 'blurred'
  | 'id'
  | 'normal'
  | 'blurred-normal'
  | 'drops'
  | 'caps'
  | 'wet'
  | 'roulette'
  | MissableView;

/** The views of a layer, which a scene may be without. */
type LayerView = 'fine' | 'fog' | 'film';
/** The views of what may not be there. */
type MissableView = LayerView | 'affinity';

/** Every debug view. */
export const DEBUG_VIEWS: readonly DebugView[] = [
  'height',
  'blurred',
  'id',
  'normal',
  'blurred-normal',
  'drops',
  'caps',
  'wet',
  'roulette',
  'affinity',
  'fine',
  'fog',
  'film',
];

/** How a debug view is drawn. */
export interface ViewOptions extends PictureOptions {
  /** Shows what `renderBeauty` shows with this camera, pixel by pixel. Default: the whole chart, in the middle. */
  camera?: CameraOptions;
  /** A close-up: the picture shows `size` by `size` millimetres at least around (x, y) of the chart [mm]. Default: all of it. */
  around?: { readonly x: number; readonly y: number; readonly size: number };
  /** Height at which the views `height`, `caps` and `drops` are brightest [mm]. Default 3. Fixed, so that films do not flicker. */
  maxHeight?: number;
  /** Which chart of the surface. Default 0. */
  chart?: number;
  /**
   * What the water lies on: drops and fine drops that reach over a seam are then drawn on both its charts, and `renderAtlas`
   * unfolds a box. Default: on their own alone.
   */
  surface?: Surface;
}
export const VIEW_DEFAULTS = { maxHeight: 3, chart: 0 } as const;

/**
 * Draws one chart of a frame. Pure: the same frame gives the same bytes, in Node and in browsers. Maps are averaged or
 * interpolated to the picture's size; ids are taken from the nearest cell.
 */
export function renderView(frame: Frame, view: DebugView, options: ViewOptions = {}): Picture {
  const { maxHeight = VIEW_DEFAULTS.maxHeight, chart = VIEW_DEFAULTS.chart } = options;
  checkNumber(maxHeight, { min: 1e-3, max: 1e3, unit: 'mm' }, 'maxHeight');
  checkNumber(chart, { min: 0, max: frame.charts.length - 1, integer: true }, 'chart');
  const maps = frame.charts[chart];
  const { columns, rows } = maps;
  if (!DEBUG_VIEWS.includes(view)) {
    throw new RivuletError(`view must be one of ${DEBUG_VIEWS.join(', ')}; got ${describeValue(view)}.`, 'view');
  }
  checkMap(view, maps);
  const picture = pictureFor(columns, rows, options);
  const canvas = canvasFor(picture, maps, options);
  if (view === 'height') paintHeight(canvas, maps.height, WATER_RAMP, maxHeight);
  else if (view === 'blurred') paintHeight(canvas, blurredHeights(maps.height), WATER_RAMP, maxHeight);
  else if (view === 'id') paintIds(canvas, maps.id);
  else if (view === 'normal') paintNormals(canvas, maps);
  else if (view === 'blurred-normal')
    paintNormals(canvas, { height: blurredHeights(maps.height), cellSize: maps.cellSize });
  else if (view === 'caps') paintShapes(canvas, shapesOn(frame, options), chart, maxHeight);
  else if (view === 'wet') paintWet(canvas, maps, frame.drops, chart, 1);
  else if (view === 'roulette') paintRoulettes(canvas, maps, frame.drops, chart);
  else if (view === 'drops') paintDrops(canvas, maps, shapesOn(frame, options).drops, chart, maxHeight);
  else paintLayer(canvas, maps, view);
  if (view === 'fine' && options.surface) paintCaps(canvas, capsBeyond(frame, options.surface, chart), maps.cellSize);
  return picture;
}

/** The frame with drops as a view shows them: with a surface on every chart that they reach. */
function shapesOn(frame: Frame, { surface }: ViewOptions): Frame {
  return surface ? unfold(frame, surface) : frame;
}

function canvasFor(picture: Picture, maps: ChartFrame, { camera, around }: ViewOptions): Canvas {
  if (camera) return seenBy(camera, picture, maps);
  if (!around) return layOut(picture, maps.columns, maps.rows);
  const { cellSize, columns, rows } = maps;
  checkNumber(around.x, { min: 0, max: columns * cellSize, unit: 'mm' }, 'around.x');
  checkNumber(around.y, { min: 0, max: rows * cellSize, unit: 'mm' }, 'around.y');
  checkNumber(around.size, { min: 1e-3, max: 1e6, unit: 'mm' }, 'around.size');
  const { width, height } = picture;
  const pixel = around.size / Math.min(width, height);
  const [left, top] = [around.x - (width * pixel) / 2, around.y - (height * pixel) / 2];
  return layOutSeen(picture, maps, { left, top, pixel, width, height });
}

function seenBy(camera: CameraOptions, picture: Picture, maps: ChartFrame): Canvas {
  const { cellSize, columns, rows } = maps;
  const size = [columns * cellSize, rows * cellSize] as const;
  return layOutSeen(picture, maps, viewportOf(readCamera(camera), ...size, picture.width, picture.height));
}

/** Throws if a view, or what else `path` names, is of a map that a frame's chart is without. */
export function checkMap(view: string, chart: ChartFrame, path = 'view'): void {
  checkLayer(view, chart, path);
  if (view === 'roulette' && !chart.roulettes) {
    const remedy = 'The model kaneda1996 has one.';
    throw new RivuletError(`${path} must be of what the model has; got "roulette" of a model without. ${remedy}`, path);
  }
  if (view !== 'affinity' || chart.affinity) return;
  const remedy = 'The models chen2013, chin and kaneda1996 have one.';
  throw new RivuletError(`${path} must be of a map that is there; got "affinity" of a model without. ${remedy}`, path);
}

/** Throws if a view, or what else `path` names, is of a layer that a scene, or a frame's chart, is without. */
export function checkLayer(view: string, layers: { readonly [K in LayerView]: object | null }, path = 'view'): void {
  if ((view !== 'fine' && view !== 'fog' && view !== 'film') || layers[view]) return;
  const remedy = `Give the scene "${view}": {}.`;
  throw new RivuletError(`${path} must be of a layer that is there; got "${view}" without ${view}. ${remedy}`, path);
}

function paintLayer(canvas: Canvas, { affinity, fine, fog, film, cellSize }: ChartFrame, view: MissableView): void {
  if (view === 'affinity' && affinity) paintShare(canvas, affinity, GREY_RAMP);
  if (view === 'fine' && fine) paintFine(canvas, fine, cellSize);
  if (view === 'fog' && fog) paintFog(canvas, fog, cellSize, GREY_RAMP);
  if (view === 'film' && film) paintFilm(canvas, film, cellSize, WATER_RAMP);
}
