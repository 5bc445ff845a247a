/** Getting a WebGL2 context that can draw what the renderer needs, or saying why there is none. */
import { RivuletError } from '../../core/errors.js';

export type PaneCanvas = HTMLCanvasElement | OffscreenCanvas;

/** Contexts that `dispose` gave back to the browser, and the key to have them again for the same canvas. */
const parked = new WeakMap<PaneCanvas, WEBGL_lose_context>();

/** The canvas's WebGL2 context. It may be lost: then it was parked, and is on its way back. */
export function openContext(canvas: PaneCanvas, transparent: boolean): WebGL2RenderingContext {
  const gl = canvas.getContext('webgl2', {
    alpha: transparent,
    premultipliedAlpha: true,
    antialias: false,
    depth: false,
    stencil: false,
  }) as WebGL2RenderingContext | null;
  if (!gl) {
    throw new RivuletError(
      'canvas gives no WebGL2: the browser lacks it, has it switched off, or the canvas already has another context. ' +
        'Give a fresh canvas, switch hardware acceleration on, or draw with renderBeauty of rivulet/offline.',
      'canvas',
    );
  }
  return gl;
}

/**
 * Gives the context back to the browser, which keeps only about sixteen alive and takes the oldest for a new one: a page
 * that makes and disposes many renderers would lose those it still uses.
 */
export function parkContext(canvas: PaneCanvas, gl: WebGL2RenderingContext): void {
  const key = gl.getExtension('WEBGL_lose_context');
  if (!key) return;
  parked.set(canvas, key);
  // Only a loss that was answered so may be undone.
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault(), { once: true });
  key.loseContext();
}

/** Restores a parked context; the canvas then fires `webglcontextrestored`. */
export function recallContext(canvas: PaneCanvas): void {
  const key = parked.get(canvas);
  // Not at once: the event of the loss may not have been fired yet.
  if (key) setTimeout(() => key.restoreContext());
}

/** Longest side of canvases and live pictures [px]; pages ask for more only by mistake. */
export const MOST_SIDE = 16384;

/** How much of that this context can draw and read; a lost context does not report it. */
export function mostSide(gl: WebGL2RenderingContext): number {
  const most = gl.getParameter(gl.MAX_TEXTURE_SIZE) ?? MOST_SIDE;
  return Math.min(MOST_SIDE, most, ...(gl.getParameter(gl.MAX_VIEWPORT_DIMS) ?? []));
}

/** Formats for heights, slopes and light. */
export interface FloatFormats {
  /** For targets of four numbers: RGBA32F, or RGBA16F where that is all there is. */
  readonly target: number;
  /** For filtered pictures of light, four numbers a pixel. */
  readonly light: number;
}

/** The best formats of this context. 32 bits where they can be filtered: software and desktops take them as fast as 16. */
export function floatFormats(gl: WebGL2RenderingContext): FloatFormats {
  const whole = gl.getExtension('EXT_color_buffer_float') !== null;
  if (!whole && !gl.getExtension('EXT_color_buffer_half_float')) {
    throw new RivuletError(
      'canvas has a WebGL2 without float targets (EXT_color_buffer_float). Update the graphics driver, or draw with ' +
        'renderBeauty of rivulet/offline.',
      'canvas',
    );
  }
  const filtered = gl.getExtension('OES_texture_float_linear') !== null;
  return { target: whole ? gl.RGBA32F : gl.RGBA16F, light: whole && filtered ? gl.RGBA32F : gl.RGBA16F };
}
