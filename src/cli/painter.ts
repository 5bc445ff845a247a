/** From a scene's backdrop and camera, and the command's options, to a function that draws its frames. */
import { checkNumber } from '../core/errors.js';
import type { ChartFrame } from '../core/frame.js';
import { createSimulation, type Frame, RivuletError, type Scene, type SceneInput, type Simulation } from '../index.js';
import {
  type Backdrop,
  BEAUTY_VIEWS,
  type BeautyView,
  type Camera,
  checkMap,
  DEBUG_VIEWS,
  type DebugView,
  type Picture,
  pictureSize,
  readCamera,
  renderAtlas,
  renderView,
  type ViewOptions,
} from '../render/offline/index.js';
import type { LinearPicture } from '../render/picture/linear.js';
import type { WaterKind } from '../render/tracer/setting.js';
import { createSurface } from '../surface/create-surface.js';
import { onlyChart } from '../surface/surface.js';
import { createPicturePool } from '../worker/node.js';
import { isDriven, readBackdrop } from './backdrop.js';
import type { CommandContext } from './command.js';
import { UsageError } from './errors.js';
import { makeTracedPainter } from './traced-painter.js';

export type AnyView = BeautyView | DebugView;

/** Every view, the default first. */
export const VIEWS: readonly AnyView[] = [...BEAUTY_VIEWS, ...DEBUG_VIEWS];

/** How pictures are drawn. */
export interface PainterOptions extends ShapeOptions {
  readonly view: AnyView;
  readonly quality: 'fast' | 'high';
  /** What maps show: the whole pane, or what the camera sees of it. */
  readonly framing: 'pane' | 'camera';
  /** The close-up that maps show; without it all of the chart. */
  readonly around?: { readonly x: number; readonly y: number; readonly size: number; readonly chart: number };
  /** Threads that draw what has light. */
  readonly threads: number;
  /** How rays find the water; without it as the surface needs. */
  readonly water?: WaterKind | undefined;
  /** Are panes drawn by rays too? All other surfaces are. */
  readonly tracer: boolean;
}

/** Draws frames of a scene, one after another. */
export interface Painter {
  paint(frame: Frame, out?: Picture): Picture | Promise<Picture>;
  /** The light itself, without glow and tone; only of the view beauty. */
  light?(frame: Frame): Promise<LinearPicture>;
  /** How much of a pixel is water, as grey; only of the view beauty of a pane. */
  mask?(frame: Frame): Promise<Picture>;
  /** How light becomes a picture: strength of the glow, and whether tone is that of film. */
  readonly finish?: { readonly glow: number; readonly film: boolean };
  /** Ends the threads. */
  dispose(): void;
}

/**
 * The painter of a scene, of which `first` is any frame. Throws on a wrong view, backdrop or camera, before anything is
 * simulated.
 */
export async function makePainter(
  scene: Scene,
  first: Frame,
  options: PainterOptions,
  context: CommandContext,
): Promise<Painter> {
  const { view, quality, framing, threads } = options;
  if (isTraced(scene, options)) return makeTracedPainter(scene, first, options, context);
  const isPane = scene.surface.kind === 'pane';
  const camera = flatCamera(scene);
  if (isDebugView(view)) {
    for (const chart of first.charts) checkMap(view, chart);
    const surface = createSurface(scene.surface);
    const names = surface.charts.map(({ name }) => name);
    const seen = framing === 'camera' && isPane ? { camera } : {};
    const { size, around } = options;
    if (around) checkNumber(around.chart, { min: 0, max: names.length - 1, integer: true }, '--around CHART');
    return {
      paint: (frame, out) =>
        frame.charts.length > 1 && !around
          ? renderAtlas(frame, view, { names, surface, ...(out ? { out } : size) })
          : renderView(frame, view, { ...seen, ...closeUp(around), surface, ...(out ? { out } : size) }),
      dispose: () => {},
    };
  }
  const { interrupt } = context;
  checkFlat(scene, first, `--view ${view}`);
  const backdrop = await readBackdrop(scene, context);
  const size = pictureShape(onlyChart(first), options, backdrop, context);
  const pool = createPicturePool(backdrop, threads);
  const hang = async ({ time }: Frame) => {
    if (isDriven(scene)) pool.hang(await readBackdrop(scene, context, time));
  };
  const draw = async (frame: Frame, out?: Picture) => {
    await hang(frame);
    return pool.render(frame, { view, quality, camera, ...(out ? { out } : size) });
  };
  const drawLight = (frame: Frame) => hang(frame).then(() => pool.renderLinear(frame, { quality, camera, ...size }));
  return {
    paint: (frame, out) => interrupt.orEnd(draw(frame, out)),
    light: (frame) => interrupt.orEnd(drawLight(frame)),
    mask: (frame) => interrupt.orEnd(pool.render(frame, { view: 'mask', quality, camera, ...size })),
    finish: { glow: camera.glow, film: isFilm(camera.tone, backdrop.hdr) },
    dispose: () => pool.dispose(),
  };
}

/** Is light toned as film does it? */
export function isFilm(tone: Camera['tone'], hdr: boolean): boolean {
  return tone === 'filmic' || (tone === 'auto' && hdr);
}

function closeUp(around: PainterOptions['around']): Pick<ViewOptions, 'around' | 'chart'> {
  return around ? { around, chart: around.chart } : {};
}

/** The camera before a flat chart. Surfaces other than panes have a camera in space, which flat maps do not use. */
export function flatCamera({ surface, camera }: Scene): Camera {
  return readCamera(surface.kind === 'pane' ? camera : {}, 'scene.camera');
}

/** Is a picture drawn by rays? Maps of cells never are. */
function isTraced({ surface }: Scene, { view, tracer, water }: PainterOptions): boolean {
  if (surface.kind === 'pane' && !tracer && water === undefined) return false;
  if (view === 'beauty') return true;
  if (tracer || water !== undefined || !isDebugView(view))
    throw new UsageError(`--view ${view} is drawn flat; a picture by rays has --view beauty.`);
  return false;
}

function isDebugView(view: AnyView): view is DebugView {
  return (DEBUG_VIEWS as readonly string[]).includes(view);
}

/** The requested picture. */
export interface ShapeOptions {
  /** `--size`; without it a side is undefined. */
  readonly size: { width?: number; height?: number };
  /** The file of a flat picture that `--backdrop` names, if it does. */
  readonly flat: string | undefined;
}

/** Less than this of a picture that is cut off is rounding. */
const ROUNDING = 0.01;

/**
 * Size of the pictures of a chart [px]. Without `--size` it is one pixel a cell, cut to the shape of a flat picture, so that
 * all of it is seen; with it, a note says how much of the picture is cut off.
 */
export function pictureShape(
  { columns, rows }: ChartFrame,
  { size, flat }: ShapeOptions,
  backdrop: Backdrop | undefined,
  { console }: CommandContext,
): { width: number; height: number } {
  const asked = pictureSize(columns, rows, size);
  if (flat === undefined || !backdrop) return asked;
  const shape = backdrop.width / backdrop.height;
  const across = Math.min(asked.width, asked.height * shape);
  const whole = { width: Math.max(1, Math.round(across)), height: Math.max(1, Math.round(across / shape)) };
  if (size.width === undefined) return whole;
  // The wider of the two shapes is cut at its sides, the narrower at the top and bottom.
  const seen = Math.min(asked.width / asked.height / shape, (shape * asked.height) / asked.width);
  if (seen < 1 - ROUNDING) {
    const all = `--size ${whole.width}x${whole.height} shows all of it`;
    const percent = Math.floor(100 * seen);
    console.stderr.write(`rivulet: ${percent} % of ${flat} is in the picture, which has another shape; ${all}.\n`);
  }
  return asked;
}

/** All that brings or holds water, switched off. */
const DRY: SceneInput = { rain: { kind: 'none' }, drops: [], fine: null, fog: null, film: null };

/** A scene without any water: what stands behind the glass, as the same camera sees it. */
export function drySimulation(scene: Scene): Simulation {
  return createSimulation(scene as SceneInput, DRY);
}

/** Throws if what `what` draws is drawn of one flat chart, and a scene has several. */
export function checkFlat({ surface }: Scene, { charts }: Frame, what: string): void {
  if (charts.length === 1) return;
  const remedy = `Take a view such as --view height, which shows all charts of a ${surface.kind}.`;
  throw new RivuletError(`${what} needs a surface of one chart; a ${surface.kind} has ${charts.length}. ${remedy}`);
}
