import { ALL_SCENES, CAPTURE, LIVE_BACKDROPS } from '../core/build-flags.js';
import { RivuletError } from '../core/errors.js';
import type { Frame } from '../core/frame.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import { type BackdropOptions, SPAN } from '../render/backdrop/create-backdrop.js';
import { readCamera } from '../render/picture/camera.js';
import { MOST_SIDE } from '../render/webgl/context.js';
import type { BackdropSource, CameraOptions, PaneRendererOptions } from '../render/webgl/index.js';
import type { Scene } from '../scene/scene.js';
import type { PaintBackdrop } from '../worker/paint-backdrop.js';
import { isSame } from './attributes.js';
import { releaseVideo } from './load-source.js';
import { Pace } from './pace.js';
import type { CreateRenderer, DrawsPane, Quality } from './renderer.js';
import { checkDrawn, checkKept, fileOf, type SnapshotOptions, snapshotSize } from './snapshot.js';

/** A browser that takes a context away mostly gives it back by then [ms]; one that has too many does not. */
const PATIENCE = 5000;
/** Out of focus by default [px of the page]: so little that lettering of 40 px stays readable on a picture of one's own. */
const OWN_BLUR = '2px';
/** Error message of a build without snapshots. */
export const NO_CAPTURE = 'this build takes no pictures of the pane. rivulet/element does.';
const LOST = 'the browser keeps the graphics; show fewer panes at a time.';

/** What decides how the canvas is made; a change of it needs a new one. */
export interface Look {
  readonly transparent: boolean;
  readonly quality: Quality | undefined;
}

interface DisplayOptions {
  readonly label: string;
  readonly maxPixelRatio: number;
  readonly look: Look;
  readonly create: CreateRenderer;
  /** Paints scenes' own backdrops; null leaves them out. */
  readonly paint: PaintBackdrop | null;
  /** The picture is out of date. */
  readonly redraw: () => void;
  /** Called with a failure that no caller awaits. */
  readonly failed: (error: Error) => void;
}

/** What a pane shows in the page: a box with a canvas, and the renderer that draws on it. */
export class Display {
  readonly box: HTMLElement;
  readonly #create: CreateRenderer;
  readonly #paint: PaintBackdrop | null;
  readonly #redraw: () => void;
  readonly #failed: (error: Error) => void;
  readonly #maxPixelRatio: number;
  #canvas!: HTMLCanvasElement;
  #renderer: DrawsPane | null = null;
  #look: Look;
  #scene: Scene | null = null;
  #source: BackdropSource | null = null;
  /** The scene's own backdrop, where that is shown. */
  #painted: BackdropSource | null = null;
  /** What was recorded of the canvas, or still is. */
  #streams: MediaStream[] | null = null;
  /** Was the source loaded for this pane alone? Then it is freed with it. */
  #ownsSource = false;
  /** Showing the scene's own backdrop, as requested last; null with a source. */
  #showing: Promise<unknown> | null = null;
  #size = { width: 0, height: 0 };
  /** Null where the quality is fixed. */
  #pace: Pace | null = null;
  /** Resolves when the last picture is on the canvas. */
  #shown: Promise<void> | null = null;
  #isPrepared = false;

  /** Throws if the renderer cannot run here; nothing is left in `target` then. */
  constructor(target: HTMLElement, options: DisplayOptions) {
    this.#create = options.create;
    this.#paint = options.paint;
    this.#redraw = options.redraw;
    this.#failed = options.failed;
    this.#maxPixelRatio = options.maxPixelRatio;
    this.#look = options.look;
    this.box = document.createElement('div');
    this.box.style.cssText = 'position:relative;width:100%;height:100%;overflow:hidden';
    this.#open();
    this.box.firstElementChild?.setAttribute('aria-label', options.label);
    target.append(this.box);
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  set label(text: string) {
    this.box.firstElementChild?.setAttribute('aria-label', text);
  }

  get look(): Look {
    return this.#look;
  }

  get hasSource(): boolean {
    return this.#source !== null;
  }

  /** Is there nothing to see behind the glass: no source, no painter, and no page that shows through? */
  get isBare(): boolean {
    return !this.#source && (!ALL_SCENES || !this.#paint) && !this.#look.transparent;
  }

  /** Throws if a camera or backdrop cannot be shown, and changes nothing. Returns a promise if only painting can find the error. */
  check({ camera, backdrop }: Pick<Scene, 'camera' | 'backdrop'>): Promise<unknown> | undefined {
    readCamera(camera);
    return ALL_SCENES ? this.#paint?.check?.(backdrop as unknown as BackdropOptions) : undefined;
  }

  /** The scene's camera and backdrop; a source of one's own stays. Resolves when the backdrop is there. */
  async setScene(scene: Scene): Promise<void> {
    const before = this.#scene;
    this.#scene = scene;
    this.#isPrepared = false;
    if (!isSame(before?.camera, scene.camera)) this.#aim();
    if (before && this.#source && spanOf(before) !== spanOf(scene)) this.#hang(this.#source);
    // What stands behind the first one is set by itself: an address may be on its way.
    if (before && !this.#source && !isSame(before.backdrop, scene.backdrop)) await this.#showOwnBackdrop();
  }

  /** A picture, video or canvas instead of the scene's backdrop; null goes back to that. A refused one changes nothing. */
  async setSource(source: BackdropSource | null, isOwn: boolean): Promise<void> {
    if (source) this.#hang(source);
    this.#isPrepared = false;
    this.#dropSource();
    this.#source = source;
    this.#ownsSource = isOwn;
    this.#aim();
    if (!source) await this.#showOwnBackdrop();
  }

  /** Lets a video behind the glass run or stand. */
  setRunning(isRunning: boolean): void {
    if (!this.#ownsSource || !isVideo(this.#source)) return;
    // A browser may refuse to play; the picture then stands still.
    if (isRunning) this.#source.play().catch(() => {});
    else this.#source.pause();
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#fit(true);
  }

  /** Readies in parts what the next picture needs, if much of it is new. */
  prepare(frame: Frame): Promise<void> | undefined {
    if (!CAPTURE || this.#isPrepared) return;
    this.#isPrepared = true;
    // Drawing reports what is wrong with it.
    return this.#renderer?.prepare?.(frame).catch(() => {});
  }

  /** True if a part of the picture is still to come. `isUrgent`: the canvas is empty, and may not be so for long. */
  draw(frame: Frame, isUrgent = false): boolean {
    const renderer = this.#renderer;
    if (!renderer) return false;
    if (!CAPTURE) return renderer.draw(frame, true);
    const isShown = isUrgent || !this.#pace?.isSlow;
    const start = performance.now();
    const isLate = renderer.draw(frame, isShown);
    if (this.#pace) this.#shown = this.#follow(renderer, this.#pace, isShown, start).catch(this.#failed);
    return isLate;
  }

  /** Resolves when the last picture is on the canvas, and the page has had time for itself; null if it is at once. */
  get shown(): Promise<void> | null {
    return this.#shown;
  }

  /** A file of a frame, drawn apart from the canvas. */
  async snapshot(current: () => Frame, options: SnapshotOptions): Promise<Blob> {
    if (!CAPTURE) throw new RivuletError(NO_CAPTURE);
    const ratio = this.#wantedRatio;
    const pane = { width: ratio * this.#size.width, height: ratio * this.#size.height };
    const size = snapshotSize(options, pane);
    const canvas = document.createElement('canvas');
    const renderer = this.#make(canvas);
    try {
      this.#aim(renderer);
      if (this.#source) this.#hang(this.#source, renderer);
      else renderer.setBackdrop(this.#painted);
      // As many pixels for each of the page's as it takes: what the camera says in pixels means those of the page.
      const density = Math.min(8, Math.max(0.25, size.width / this.#size.width));
      renderer.resize(size.width / density, size.height / density, density);
      checkDrawn(canvas, size);
      await renderer.prepare?.(current());
      // All of it: what was put off is done with the next picture.
      for (let isLate = true; isLate; ) {
        isLate = renderer.draw(current(), false);
        await renderer.finished?.();
      }
      checkKept(renderer.lost, size);
      renderer.present?.();
      return await fileOf(canvas, options);
    } finally {
      renderer.dispose();
    }
  }

  /** What is drawn on the canvas as a stream of at most so many pictures a second; it ends with the canvas. */
  stream(fps?: number): MediaStream {
    if (!CAPTURE) throw new RivuletError(NO_CAPTURE);
    const stream = this.#canvas.captureStream(fps);
    this.#streams = [...(this.#streams ?? []), stream];
    return stream;
  }

  /** Makes another canvas with another look; if that fails the old one stays. */
  rebuild(look: Look): void {
    const old = { canvas: this.#canvas, renderer: this.#renderer, look: this.#look };
    this.#look = look;
    try {
      this.#open();
      this.#aim();
      if (this.#source) this.#hang(this.#source);
      this.resize(this.#size.width, this.#size.height);
    } catch (error) {
      if (this.#canvas !== old.canvas) {
        this.#canvas.replaceWith(old.canvas);
        this.#renderer?.dispose();
      }
      this.#canvas = old.canvas;
      this.#renderer = old.renderer;
      this.#look = old.look;
      throw error;
    }
    old.renderer?.dispose();
    if (!this.#source) void this.#showOwnBackdrop();
    this.#endStreams();
  }

  dispose(): void {
    this.#endStreams();
    this.#renderer?.dispose();
    this.#renderer = null;
    this.#dropSource();
    this.box.remove();
  }

  /** Pixels of the canvas a CSS pixel, as long as there is time for them. */
  get #wantedRatio(): number {
    const { width, height } = this.#size;
    return Math.min(window.devicePixelRatio, this.#maxPixelRatio, MOST_SIDE / Math.max(width, height));
  }

  /** Fits the canvas to its box, now or with the next picture. */
  #fit(isNow: boolean): void {
    const wanted = this.#wantedRatio;
    this.#renderer?.resize(
      this.#size.width,
      this.#size.height,
      (CAPTURE && this.#pace?.ratio(wanted)) || wanted,
      isNow,
    );
  }

  /** Waits until a picture is drawn, shows it, and decides how fine the next one is. */
  async #follow(renderer: DrawsPane, pace: Pace, isShown: boolean, start: number): Promise<void> {
    if (!CAPTURE) return;
    await renderer.finished?.();
    const time = performance.now() - start;
    // The browser takes over the canvas right after: were the next picture begun before, the page would wait for it.
    if (!isShown) await new Promise(requestAnimationFrame);
    if (renderer !== this.#renderer) return;
    if (!isShown) renderer.present?.();
    // A recording has one size.
    if (!this.#streams?.some(({ active }) => active) && pace.note(time, this.#wantedRatio)) {
      this.#fit(false);
      this.#isPrepared = false;
    }
    if (pace.rest > 0) await new Promise((done) => setTimeout(done, pace.rest));
  }

  #open(): void {
    const canvas = document.createElement('canvas');
    // Out of the flow: a canvas has a size of its own, which must not become that of its box.
    canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
    canvas.setAttribute('aria-hidden', 'true');
    const renderer = this.#make(canvas, {
      onContextLost: () => setTimeout(() => renderer.lost && this.#failed(new RivuletError(LOST)), PATIENCE),
      onContextRestored: () => {
        this.#isPrepared = false;
        this.#redraw();
      },
    });
    this.#renderer = renderer;
    const { quality = 'auto' } = this.#look;
    if (CAPTURE) this.#pace = quality === 'auto' && renderer.finished && renderer.present ? new Pace() : null;
    this.#shown = null;
    this.#isPrepared = false;
    if (this.#canvas) this.#canvas.replaceWith(canvas);
    else this.box.append(imageOf(canvas));
    this.#canvas = canvas;
  }

  /** A renderer of the look. */
  #make(canvas: HTMLCanvasElement, handlers: PaneRendererOptions = {}): DrawsPane {
    const { transparent, quality } = this.#look;
    return this.#create(canvas, { transparent, quality: quality === 'auto' ? undefined : quality, ...handlers });
  }

  #endStreams(): void {
    if (!CAPTURE) return;
    this.#streams?.forEach((stream) => {
      for (const track of stream.getTracks()) track.stop();
    });
    this.#streams = null;
  }

  /**
   * Shows the backdrop that the scene names. A painting holds until another backdrop, source or look is requested; the rest of
   * the scene may change meanwhile. One that is out of date waits for the one after it.
   */
  #showOwnBackdrop(): Promise<unknown> {
    const showing: Promise<unknown> = this.#paintOwnBackdrop().then(async (backdrop) => {
      if (showing !== this.#showing) await this.#showing;
      else {
        this.#renderer?.setBackdrop(backdrop);
        this.#painted = backdrop;
        this.#isPrepared = false;
        this.#redraw();
      }
    });
    this.#showing = showing;
    return showing;
  }

  /** Transparent glass needs no backdrop: the page is behind it. */
  async #paintOwnBackdrop(): Promise<Backdrop | null> {
    if (!ALL_SCENES || !this.#paint || !this.#scene || this.#look.transparent) return null;
    return this.#paint(this.#scene.backdrop as unknown as BackdropOptions);
  }

  /** Hands over the scene's camera. A picture of one's own is less out of focus, unless the scene says how much. */
  #aim(renderer = this.#renderer): void {
    if (!this.#scene) return;
    const camera = this.#scene.camera as CameraOptions;
    const isOwn = this.#source && !('pyramid' in this.#source) && camera.focus !== 'street';
    renderer?.setCamera(isOwn ? { ...camera, blur: camera.blur ?? OWN_BLUR } : camera);
  }

  /** Hangs a source behind the glass, so that all of it is seen. */
  #hang(source: BackdropSource, renderer = this.#renderer): void {
    renderer?.setBackdrop(source, { span: spanOf(this.#scene) });
  }

  #dropSource(): void {
    if (this.#ownsSource && isVideo(this.#source)) releaseVideo(this.#source);
    this.#source = null;
    this.#showing = null;
  }
}

/** How much of the glass a flat picture spans: what the camera's zoom leaves, unless it looks elsewhere than at the middle. */
function spanOf(scene: Scene | null): number {
  const { zoom, centre } = readCamera(scene?.camera);
  return centre ? 1 : Math.max(SPAN.min, 1 / zoom);
}

/** Screen readers see the canvas as one image. The play control stands outside it, since an image has no controls. */
function imageOf(canvas: HTMLCanvasElement): HTMLElement {
  const image = document.createElement('div');
  image.setAttribute('role', 'img');
  image.style.cssText = 'width:100%;height:100%';
  image.append(canvas);
  return image;
}

function isVideo(source: BackdropSource | null): source is HTMLVideoElement {
  return LIVE_BACKDROPS && source instanceof HTMLVideoElement;
}
