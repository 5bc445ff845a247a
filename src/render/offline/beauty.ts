/** Pictures with light: water on glass before a backdrop, as the eye would see it. */
import { checkNumber, RivuletError } from '../../core/errors.js';
import type { Frame } from '../../core/frame.js';
import { pow } from '../../core/math.js';
import type { Backdrop } from '../backdrop/backdrop.js';
import { type Camera, type CameraOptions, denser, readCamera } from '../picture/camera.js';
import { GLOW_BLOCK, glowMargin, glowOf } from '../picture/glow.js';
import type { LinearPicture } from '../picture/linear.js';
import { checkWord } from '../picture/read-options.js';
import { finishRows } from './finish.js';
import { linearRows } from './linear-rows.js';
import { PICTURE_SIDE, type Picture, type PictureOptions, pictureFor, pictureSize } from './picture.js';
import { paintMask, paintRefraction } from './rays.js';
import { makeStage, type Stage } from './stage.js';

/**
 * - `beauty`: the picture.
 * - `mask`: how much of a pixel is water, as grey.
 * - `refraction`: where on the backdrop a pixel's light came from, across as red and down as green; blue is its share.
 */
export type BeautyView = 'beauty' | 'mask' | 'refraction';

/** Every view that needs light. */
export const BEAUTY_VIEWS: readonly BeautyView[] = ['beauty', 'mask', 'refraction'];

/** How a picture is drawn. */
export interface BeautyOptions extends PictureOptions {
  /** What stands behind the glass (`createBackdrop`). */
  backdrop: Backdrop;
  /** The eye. Default: 600 mm before the middle of the pane, focused on the glass. */
  camera?: CameraOptions;
  /** 'fast' takes one sample a pixel, 'high' four; the view refraction always one. Default 'fast'. */
  quality?: 'fast' | 'high';
  /** Which view. Default 'beauty'. */
  view?: BeautyView;
  /** Which chart of the surface. Default 0. */
  chart?: number;
  /** Only these rows [from, to) of the picture; they come out as they would in the whole, bit for bit. Default: all. */
  rows?: readonly [from: number, to: number];
}

export const BEAUTY_DEFAULTS = { quality: 'fast', view: 'beauty', chart: 0 } as const;

/**
 * Draws a frame. Pure: the same frame, backdrop and options give the same bytes, in Node and in browsers. What does not
 * depend on the water is kept from call to call while backdrop, camera and size stay the same, so films cost less.
 */
export function renderBeauty(frame: Frame, options: BeautyOptions): Picture {
  const { view, quality, chart } = readWish(frame, options);
  const { whole, from, to } = readSize(frame, chart, options);
  const picture = pictureFor(whole.width, to - from, { width: whole.width, height: to - from, out: options.out });
  // Where light came from has no mean.
  const samples = quality === 'high' && view !== 'refraction' ? 2 : 1;
  const stage = stageFor(frame, chart, options.backdrop, readCamera(options.camera), whole, samples);
  if (view === 'mask') paintMask(stage, frame, from, to, samples, picture);
  else if (view === 'refraction') paintRefraction(stage, frame, from, to, picture);
  else paintBeauty(stage, frame, from, to, samples, picture);
  return picture;
}

/** The light itself before tone and sRGB, tint and exposure included, without glow: three floats a pixel. */
export function renderLinear(frame: Frame, options: BeautyOptions): LinearPicture {
  const { quality, chart } = readWish(frame, options);
  const { whole, from, to } = readSize(frame, chart, options);
  const samples = quality === 'high' ? 2 : 1;
  const stage = stageFor(frame, chart, options.backdrop, readCamera(options.camera), whole, samples);
  return { data: exposedRows(stage, frame, from, to, samples), width: whole.width, height: to - from };
}

/** What is to be drawn; throws if it cannot be. */
function readWish(frame: Frame, options: BeautyOptions) {
  const { view = BEAUTY_DEFAULTS.view, quality = BEAUTY_DEFAULTS.quality, chart = BEAUTY_DEFAULTS.chart } = options;
  checkWord(view, BEAUTY_VIEWS, 'view');
  checkWord(quality, ['fast', 'high'], 'quality');
  checkNumber(chart, { min: 0, max: frame.charts.length - 1, integer: true }, 'chart');
  checkBackdrop(options.backdrop);
  return { view, quality, chart };
}

/** Throws unless it is a backdrop. */
export function checkBackdrop(backdrop: Backdrop | undefined): asserts backdrop is Backdrop {
  if (backdrop?.pyramid) return;
  throw new RivuletError('backdrop must be made with createBackdrop; got something else.', 'backdrop');
}

/** The size of the whole picture, and which of its rows are wanted. */
export function readSize(frame: Frame, chart: number, { out, rows, width, height }: Omit<BeautyOptions, 'backdrop'>) {
  const maps = frame.charts[chart];
  for (const name of ['width', 'height'] as const) if (out) checkNumber(out[name], PICTURE_SIDE, `out.${name}`);
  const whole = out && !rows ? out : pictureSize(maps.columns, maps.rows, { width, height });
  const [from, to] = rows ?? [0, whole.height];
  checkNumber(from, { min: 0, max: whole.height - 1, unit: 'px', integer: true }, 'rows[0]');
  checkNumber(to, { min: from + 1, max: whole.height, unit: 'px', integer: true }, 'rows[1]');
  if (out && (out.width !== whole.width || out.height !== to - from)) {
    const size = `${whole.width} × ${to - from} px`;
    throw new RivuletError(`out must be ${size}, the rows asked for; got ${out.width} × ${out.height}.`, 'out');
  }
  return { whole: { width: whole.width, height: whole.height }, from, to };
}

/** Rows of pixels with tint and exposure; several samples a pixel become their mean. */
function exposedRows(stage: Stage, frame: Frame, from: number, to: number, samples: number): Float32Array {
  const { tint, exposure } = stage.camera;
  const light = linearRows(stage, frame, from * samples, to * samples);
  const width = stage.view.width / samples;
  const out = samples === 1 ? light : new Float32Array(3 * width * (to - from));
  const gain = pow(2, exposure);
  for (let p = 0, row = 0; row < to - from; row++) {
    for (let col = 0; col < width; col++, p += 3) {
      const a = 3 * samples * (row * stage.view.width + col);
      const b = a + 3 * stage.view.width;
      for (let c = 0; c < 3; c++) {
        const mean =
          samples === 1 ? light[a + c] : 0.25 * (light[a + c] + light[a + 3 + c] + light[b + c] + light[b + 3 + c]);
        out[p + c] = mean * gain * tint[c];
      }
    }
  }
  return out;
}

function paintBeauty(stage: Stage, frame: Frame, from: number, to: number, samples: number, out: Picture): void {
  const { camera, backdrop } = stage;
  const width = stage.view.width / samples;
  const height = stage.view.height / samples;
  const film = camera.tone === 'filmic' || (camera.tone === 'auto' && backdrop.hdr);
  // Glow comes from rows around, in whole blocks.
  const margin = camera.glow > 0 ? GLOW_BLOCK * glowMargin(height) : 0;
  const first = Math.max(0, GLOW_BLOCK * Math.floor((from - margin) / GLOW_BLOCK));
  const end = Math.min(height, GLOW_BLOCK * Math.ceil((to + margin) / GLOW_BLOCK));
  const light = exposedRows(stage, frame, first, end, samples);
  const glow = camera.glow > 0 ? glowOf(light, width, first, end - first, height) : undefined;
  finishRows({ light, glow, strength: camera.glow, width, first, rows: end - first, film }, from, to, out);
}

const stages = new WeakMap<Backdrop, { key: string; stage: Stage }>();

/** The stage of a picture: the backdrop's last one, if nothing but the water has changed. */
function stageFor(
  frame: Frame,
  chart: number,
  backdrop: Backdrop,
  camera: Camera,
  { width, height }: { width: number; height: number },
  samples: number,
): Stage {
  const maps = frame.charts[chart];
  const pane = [maps.cellSize, maps.columns, maps.rows];
  const key = JSON.stringify([camera, chart, pane, width, height, samples]);
  const last = stages.get(backdrop);
  if (last?.key === key) return last.stage;
  const stage = makeStage(backdrop, denser(camera, samples), maps, chart, width * samples, height * samples);
  stages.set(backdrop, { key, stage });
  return stage;
}
