/** A canvas that shows water on glass: what a page sees of the renderer. */
import { CAPTURE } from '../../core/build-flags.js';
import { checkNumber, describeValue, RivuletError } from '../../core/errors.js';
import type { Frame } from '../../core/frame.js';
import { type Camera, type CameraOptions, denser, readCamera } from '../picture/camera.js';
import { checkWord } from '../picture/read-options.js';
import { type BackdropSource, type PlaceOptions, readBackdrop } from './backdrop-source.js';
import { MOST_SIDE, mostSide, openContext, type PaneCanvas, parkContext, recallContext } from './context.js';
import { readPicture, type Screenshot } from './finish.js';
import { type AnyBackdrop, Passes } from './passes.js';
import { WAITING } from './programs.js';

/** How a pane is shown. */
export interface PaneRendererOptions {
  /** Pixels of the canvas a CSS pixel, 0.1 to 8. Default: the screen's. */
  pixelRatio?: number;
  /**
   * Only the water, over whatever lies behind the canvas: drops are opaque with the backdrop inside, or without one a
   * lens of light and shade, partly transparent. Default false.
   */
  transparent?: boolean;
  /** The eye (`CameraOptions`). Default: 600 mm before the pane's middle, focused on the glass. */
  camera?: CameraOptions;
  /** 'fast' leaves out the glow around highlights and is coarser inside drops. Default 'high'. */
  quality?: 'fast' | 'high';
  /** Called when the browser takes the context away; nothing is drawn until it comes back. */
  onContextLost?: () => void;
  /** Called when it is back and all but the water is in place: draw again. */
  onContextRestored?: () => void;
}

/** Draws frames on a canvas. Made by `createPaneRenderer`. */
export interface PaneRenderer {
  /**
   * What stands behind the glass: a backdrop, a picture that is read once, or a video or canvas that is read again when
   * it changes. Null for none.
   */
  setBackdrop(source: BackdropSource | null, options?: PlaceOptions): void;
  /** Changes the eye; what is not given keeps its default. */
  setCamera(camera: CameraOptions): void;
  /**
   * Fits the canvas to its place on the page [CSS px]. A size of 0 is waited out; where the graphics card cannot draw so many
   * pixels there are fewer, each way. With `isNow` false the canvas keeps its size and its picture until the next one is
   * shown. Default true.
   */
  resize(cssWidth: number, cssHeight: number, pixelRatio?: number, isNow?: boolean): void;
  /**
   * Draws the first chart of a frame. True if a part of it is still to come, since fog and fine drops are drawn a few tiles a
   * picture: to show a frame that stands, draw it until this is false. With `isShown` false the picture is not on the
   * canvas before `present`. Default true.
   */
  draw(frame: Frame, isShown?: boolean): boolean;
  /**
   * Does in parts, with time for the page between them, what the first picture of a frame needs: it compiles shaders
   * and works out fine drops and what is out of focus. `draw` does what is missing, at once.
   */
  prepare(frame: Frame): Promise<void>;
  /** Resolves when the graphics card has drawn all that it was given; the page is not held up meanwhile. */
  finished(): Promise<void>;
  /** Puts the last picture on the canvas, where the browser keeps it until the page is shown next. */
  present(): void;
  /** True while the browser has taken the context away. */
  readonly lost: boolean;
  /** The last picture drawn, first row first, not premultiplied. */
  readPixels(): Screenshot;
  /** Frees everything; twice is fine. */
  dispose(): void;
}

/** Time that a part of the preparation takes at least [ms]: pauses cost time too. */
const PART = 8;
/** How often the graphics card is polled for completion [ms], and how many times: some seconds. */
const POLL = 2;
const MOST_POLLS = 2000;
const RATIO = { min: 0.1, max: 8 };

/** Makes a renderer for a canvas. Throws if there is no WebGL2, saying what to do. */
export function createPaneRenderer(canvas: PaneCanvas, options: PaneRendererOptions = {}): PaneRenderer {
  return new CanvasRenderer(canvas, options);
}

class CanvasRenderer implements PaneRenderer {
  readonly #canvas: PaneCanvas;
  readonly #gl: WebGL2RenderingContext;
  readonly #options: PaneRendererOptions;
  readonly #events = new AbortController();
  #passes: Passes | null = null;
  #camera: Camera;
  #backdrop: AnyBackdrop | null = null;
  #ratio: number;
  /** What the canvas is to be, where it is not yet [px]. */
  #next: { width: number; height: number } | null = null;
  /** Width of the canvas on the page [CSS px]; 0 before the first `resize`. */
  #cssWidth = 0;
  #disposed = false;

  constructor(canvas: PaneCanvas, options: PaneRendererOptions) {
    if (typeof canvas?.getContext !== 'function') {
      throw new RivuletError(`canvas must be a canvas element; got ${describeValue(canvas)}.`, 'canvas');
    }
    const { quality = 'high', pixelRatio, transparent = false } = options;
    checkWord(quality, ['fast', 'high'], 'quality');
    this.#ratio = pixelRatio ?? globalThis.devicePixelRatio ?? 1;
    checkNumber(this.#ratio, RATIO, 'pixelRatio');
    this.#camera = readCamera(options.camera);
    this.#options = options;
    this.#canvas = canvas;
    this.#gl = openContext(canvas, transparent);
    const { signal } = this.#events;
    canvas.addEventListener('webglcontextlost', this.#onLost, { signal });
    canvas.addEventListener('webglcontextrestored', this.#onRestored, { signal });
    if (this.#gl.isContextLost()) recallContext(canvas);
    else this.#passes = this.#makePasses();
  }

  get lost(): boolean {
    return !this.#disposed && this.#passes === null;
  }

  setBackdrop(source: BackdropSource | null, options: PlaceOptions = {}): void {
    this.#check();
    this.#backdrop = source && readBackdrop(source, options, mostSide(this.#gl));
    this.#passes?.setBackdrop(this.#backdrop);
  }

  setCamera(camera: CameraOptions): void {
    this.#camera = readCamera(camera);
  }

  resize(cssWidth: number, cssHeight: number, pixelRatio = this.#ratio, isNow = true): void {
    this.#check();
    checkNumber(pixelRatio, RATIO, 'pixelRatio');
    const most = MOST_SIDE / pixelRatio;
    checkNumber(cssWidth, { min: 0, max: most, unit: 'px' }, 'cssWidth');
    checkNumber(cssHeight, { min: 0, max: most, unit: 'px' }, 'cssHeight');
    this.#ratio = pixelRatio;
    this.#cssWidth = cssWidth;
    // A longer canvas would be drawn into a shorter buffer, and stretched.
    const ratio = Math.min(pixelRatio, mostSide(this.#gl) / Math.max(cssWidth, cssHeight));
    this.#next = { width: Math.round(cssWidth * ratio), height: Math.round(cssHeight * ratio) };
    if (isNow) this.#fit();
  }

  async prepare(frame: Frame): Promise<void> {
    if (!CAPTURE) return;
    this.#check();
    const passes = this.#passes;
    const { width, height } = this.#size;
    if (!passes || width === 0 || height === 0) return;
    let start = performance.now();
    for (const said of passes.prepare(frame, this.#denseCamera(width), width, height)) {
      if (said !== WAITING && performance.now() - start < PART) continue;
      await pause(0);
      if (passes !== this.#passes) return;
      start = performance.now();
    }
  }

  async finished(): Promise<void> {
    if (!CAPTURE) return;
    const gl = this.#gl;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    // The fence of a lost context has neither status.
    const isBusy = () => fence && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED;
    for (let n = 0; n < MOST_POLLS && isBusy(); n++) await pause(POLL);
    gl.deleteSync(fence);
  }

  present(): void {
    if (this.#gl.isContextLost()) return;
    this.#fit();
    this.#passes?.present();
  }

  draw(frame: Frame, isShown = true): boolean {
    this.#check();
    if (isShown) this.#fit();
    const { width, height } = this.#size;
    if (!this.#passes || this.#gl.isContextLost() || width === 0 || height === 0) return false;
    return this.#passes.draw(frame, this.#denseCamera(width), width, height, isShown);
  }

  /** The camera for a picture of this width [px]: what it says in pixels of the page takes more of these. */
  #denseCamera(width: number): Camera {
    return denser(this.#camera, this.#cssWidth > 0 ? width / this.#cssWidth : this.#ratio);
  }

  readPixels(): Screenshot {
    this.#check();
    if (!CAPTURE) throw new RivuletError('this build takes no pictures of the pane. rivulet/element does.');
    // The browser may have shown the picture and cleared it since.
    this.#passes?.present();
    return readPicture(this.#gl);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#events.abort();
    this.#passes?.dispose();
    this.#passes = null;
    this.#backdrop = null;
    parkContext(this.#canvas, this.#gl);
  }

  readonly #onLost = (event: Event) => {
    // Says that we can go on when it is back.
    event.preventDefault();
    this.#passes = null;
    this.#options.onContextLost?.();
  };

  readonly #onRestored = () => {
    this.#passes = this.#makePasses();
    this.#passes.setBackdrop(this.#backdrop);
    this.#options.onContextRestored?.();
  };

  /** Of the next picture [px]. */
  get #size(): { width: number; height: number } {
    // The drawing buffer may be smaller than the canvas asks for.
    const { drawingBufferWidth, drawingBufferHeight } = this.#gl;
    const { width, height } = this.#canvas;
    if (width === 0 || height === 0) return { width, height };
    return this.#next ?? { width: drawingBufferWidth, height: drawingBufferHeight };
  }

  #fit(): void {
    if (!this.#next) return;
    const { width, height } = this.#next;
    this.#next = null;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
  }

  #makePasses(): Passes {
    const { transparent = false, quality } = this.#options;
    return new Passes(this.#gl, transparent, quality === 'fast');
  }

  #check(): void {
    if (this.#disposed)
      throw new RivuletError('This renderer was disposed of. Make a new one with createPaneRenderer.');
  }
}

/** Lets the page act for a time [ms]. */
function pause(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
