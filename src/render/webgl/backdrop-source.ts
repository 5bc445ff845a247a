/** From what a page has, pictures, videos and canvases, to what stands behind the glass. */
import { LIVE_BACKDROPS } from '../../core/build-flags.js';
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import { type Backdrop, backdropOf } from '../backdrop/backdrop.js';
import { AWAY, SPAN, toLinear } from '../backdrop/create-backdrop.js';
import type { Placed } from '../picture/place.js';
import { mostSide } from './context.js';
import type { Programs } from './programs.js';
import type { Resources, Target, Texture } from './resources.js';

/** Anything that may stand behind the glass. Pictures are read once; videos and canvases whenever they change. */
export type BackdropSource = Backdrop | ImageBitmap | HTMLImageElement | LiveSource;

/** Where a picture or video stands; a `Backdrop` has its own place. */
export interface PlaceOptions {
  /** From the glass to the backdrop [mm], 10 to 1000000. Default 8000. */
  away?: number;
  /** How much more than the eye sees directly it spans, each way, 0.25 to 8. Default 1. */
  span?: number;
}

/** Pictures are read at most this wide or high [px]: a drop shows no more. */
const MOST_SIDE = 2048;

/** `mostSide`: the longest side of a live one [px]; pictures are made smaller. */
export function readBackdrop(source: BackdropSource, options: PlaceOptions, mostSide: number): Backdrop | LiveBackdrop {
  if (typeof source !== 'object') throw unknown(source);
  if ('pyramid' in source) return source;
  const { away = AWAY.default, span = 1 } = options;
  checkNumber(away, AWAY, 'away');
  checkNumber(span, SPAN, 'span');
  if (LIVE_BACKDROPS && ('getContext' in source || 'videoWidth' in source)) {
    checkSize(sizeOf(source), mostSide);
    return { source, away, span };
  }
  if (!('naturalWidth' in source) && !('close' in source)) throw unknown(source);
  return backdropOf(toLinear(pixelsOf(source), 'backdrop'), away, span);
}

/** The pixels of a picture, no larger than they need be. */
function pixelsOf(image: ImageBitmap | HTMLImageElement): ImageData {
  const [wide, high] =
    'naturalWidth' in image ? [image.naturalWidth, image.naturalHeight] : [image.width, image.height];
  if (wide === 0 || high === 0) {
    throw new RivuletError(
      'backdrop is a picture that has not loaded, or was closed. Await image.decode() first.',
      'backdrop',
    );
  }
  const share = Math.min(1, MOST_SIDE / Math.max(wide, high));
  const width = Math.max(1, Math.round(wide * share));
  const height = Math.max(1, Math.round(high * share));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new RivuletError('backdrop cannot be read: the browser gives no 2D canvas.', 'backdrop');
  context.drawImage(image, 0, 0, width, height);
  try {
    return context.getImageData(0, 0, width, height);
  } catch (error) {
    throw tainted(error);
  }
}

const KINDS = LIVE_BACKDROPS
  ? 'a Backdrop, an image, an ImageBitmap, a video or a canvas'
  : 'an image or an ImageBitmap';

function unknown(source: unknown): RivuletError {
  return new RivuletError(`backdrop must be ${KINDS}; got ${describeValue(source)}.`, 'backdrop');
}

export type LiveSource = HTMLVideoElement | HTMLCanvasElement | OffscreenCanvas;

/** A source that may change at any time, and where it stands. */
export interface LiveBackdrop extends Omit<Placed, 'width' | 'height'> {
  readonly source: LiveSource;
}

/** Size of a source [px]; a video that has not begun has none. */
export function sizeOf(source: LiveSource): { width: number; height: number } {
  if ('videoWidth' in source) {
    return source.readyState < 2 ? { width: 0, height: 0 } : { width: source.videoWidth, height: source.videoHeight };
  }
  return { width: source.width, height: source.height };
}

/** Throws if a source is larger than can be read. */
export function checkSize({ width, height }: ReturnType<typeof sizeOf>, mostSide: number): void {
  if (width <= mostSide && height <= mostSide) return;
  const range = `backdrop must be at most ${mostSide} px a side here`;
  throw new RivuletError(`${range}; got ${width} x ${height} px. Give a smaller one.`, 'backdrop');
}

/** A video or canvas as a texture, read again only when it shows something new. */
export class LivePicture {
  readonly #resources: Resources;
  readonly #programs: Programs;
  /** Longest side that the context reads [px]. */
  readonly #mostSide: number;
  #target: Target | null = null;
  /** Which moment of a video was read. */
  #moment = -1;

  constructor(resources: Resources, programs: Programs) {
    this.#resources = resources;
    this.#programs = programs;
    this.#mostSide = mostSide(resources.gl);
  }

  get texture(): Texture | null {
    return this.#target?.texture ?? null;
  }

  /** Reads the source if it may have changed; true if it did. A canvas does not report changes, so it is read each time. */
  update({ source }: LiveBackdrop): boolean {
    const size = sizeOf(source);
    const { width, height } = size;
    if (width === 0 || height === 0) return false;
    const { gl } = this.#resources;
    checkSize(size, this.#mostSide);
    const moment = 'currentTime' in source ? source.currentTime : -1;
    if (moment >= 0 && moment === this.#moment && this.#target) return false;
    const { texture, frame } = this.#fit(width, height);
    this.#moment = moment;
    gl.bindTexture(gl.TEXTURE_2D, texture.handle);
    try {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, source);
    } catch (error) {
      throw tainted(error);
    }
    this.#layOverBlack(frame, width, height);
    gl.bindTexture(gl.TEXTURE_2D, texture.handle);
    gl.generateMipmap(gl.TEXTURE_2D);
    return true;
  }

  dispose(): void {
    this.#resources.free(this.#target);
    this.#target = null;
  }

  #fit(width: number, height: number): Target {
    const { gl } = this.#resources;
    const old = this.#target;
    const levels = 1 + Math.floor(Math.log2(Math.max(width, height)));
    const target = this.#resources.target({ width, height, format: gl.SRGB8_ALPHA8, levels, smooth: true }, old);
    if (target !== old) this.#resources.wrap(gl.MIRRORED_REPEAT);
    this.#target = target;
    return target;
  }

  /**
   * As pictures are: in linear light, and before there are levels of detail, in which the colour of what is clear would count.
   * Nothing is drawn; blending alone multiplies what is there by its alpha.
   */
  #layOverBlack(frame: WebGLFramebuffer, width: number, height: number): void {
    const { gl } = this.#resources;
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, width, height);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ZERO, gl.DST_ALPHA);
    this.#programs.use('show', { light: null, picture: null, glow: null, strength: 0, size: [1, 1] });
    this.#programs.drawWhole();
    gl.disable(gl.BLEND);
  }
}

/** What to say of a picture from elsewhere that the page may show but not read. */
export function tainted(error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name !== 'SecurityError') return error;
  return new RivuletError(
    'backdrop comes from another site that keeps its pixels. Serve it from your own, or with ' +
      'Access-Control-Allow-Origin and crossorigin="anonymous" on the element before its src.',
    'backdrop',
  );
}
