/** A video or canvas as a texture, read again only when it shows something new. */
import { RivuletError } from '../../core/errors.js';
import type { Placed } from '../picture/place.js';
import { mostSide } from './context.js';
import type { Programs } from './programs.js';
import type { Resources, Target, Texture } from './resources.js';

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
