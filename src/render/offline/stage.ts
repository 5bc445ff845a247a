import type { ChartFrame } from '../../core/frame.js';
import type { Backdrop } from '../backdrop/backdrop.js';
import { type Camera, type Viewport, viewportOf } from '../picture/camera.js';
import { blurredView, lensBlock, type Melt, meltOf, NO_MELT, sharpView } from '../picture/lens.js';
import type { LinearPicture } from '../picture/linear.js';
import { LOOK } from '../picture/look.js';
import { type Placement, placeBackdrop } from '../picture/place.js';
import { type WaterLens, waterLens } from './melt-water.js';

/** The parts of a picture that do not depend on the water: made once, used for every frame of a film. */
export interface Stage {
  readonly backdrop: Backdrop;
  readonly camera: Camera;
  readonly chart: number;
  /** Of samples, of which there may be more than pixels. */
  readonly view: Viewport;
  readonly place: Placement;
  /** The backdrop through clear glass. */
  readonly clear: LinearPicture;
  /** The backdrop through fog; made when first needed. */
  veil(): LinearPicture;
  /** How the street melts behind water. */
  readonly melt: Melt;
  /** How water is out of focus; undefined where it is sharp. */
  readonly waterLens: WaterLens | undefined;
}

/** Discs smaller than this [px] are no discs. */
const LEAST_BLUR = 0.75;

/** Side of the veil's pixels [px]; its blur is wider by far. */
export const VEIL_BLOCK = 8;

/** Fog scatters: its discs have no edge. */
export const VEIL_PASSES = 2;

/** How water is out of focus before a camera; undefined where it is sharp. */
export function waterLensOf({ focus }: Camera, { blur }: Viewport): WaterLens | undefined {
  return focus === 'street' && blur >= LEAST_BLUR ? waterLens(blur) : undefined;
}

/** Prepares pictures of `width` × `height` samples. */
export function makeStage(
  backdrop: Backdrop,
  camera: Camera,
  maps: ChartFrame,
  chart: number,
  width: number,
  height: number,
): Stage {
  const { cellSize, columns, rows } = maps;
  const view = viewportOf(camera, columns * cellSize, rows * cellSize, width, height, backdrop.away);
  const place = placeBackdrop(view, backdrop);
  const inParts = (by: number) => ({ width: Math.ceil(width / by), height: Math.ceil(height / by) });
  const blurs = view.blur >= LEAST_BLUR;
  const lens = lensBlock(view.blur);
  const melts = camera.focus === 'glass' && blurs;
  const clear = melts
    ? blurredView(backdrop.pyramid, place, view, view.blur, inParts(lens))
    : sharpView(backdrop.pyramid, place, view, width, height);
  let veil: LinearPicture | undefined;
  const radius = LOOK.fogBlur * height * camera.zoom;
  return {
    backdrop,
    camera,
    chart,
    view,
    place,
    clear,
    melt: melts ? meltOf(view, place) : NO_MELT,
    waterLens: waterLensOf(camera, view),
    veil() {
      const by = VEIL_BLOCK * camera.zoom;
      veil ??= blurredView(backdrop.pyramid, place, view, radius, inParts(by), VEIL_PASSES);
      return veil;
    },
  };
}
