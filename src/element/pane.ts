import { CAPTURE, LIVE_BACKDROPS, WIPING } from '../core/build-flags.js';
import { checkNumber, RivuletError } from '../core/errors.js';
import type { Frame } from '../core/frame.js';
import type { BackdropSource } from '../render/webgl/index.js';
import type { JsonObject, Scene, SceneInput } from '../scene/scene.js';
import type { NewDrop, Stroke } from '../simulation/by-hand.js';
import type { SimulationClient } from '../simulation/client.js';
import type { OpenClient } from '../worker/worker-client.js';
import { type Display, type Look, NO_CAPTURE } from './display.js';
import { FrameLoop } from './frame-loop.js';
import { checkPaneWord, DEFAULT_POINTER, NO_WIPING, type PaneOptions } from './pane-options.js';
import { type Controls, PlayControl } from './play-control.js';
import { onGlass, wipeWithPointer } from './pointer-wipe.js';
import { Presence, type Size } from './presence.js';
import { RunWatch } from './run-watch.js';
import type { SnapshotOptions } from './snapshot.js';

/** What the eye needs; the renderer draws no ids, no affinity and no film. */
export const DRAWN_MAPS = ['height', 'trail', 'fog', 'fine'] as const;

/** Simulated time after which rain on a dry pane looks settled [s]; users who prefer reduced motion see that picture. */
const SETTLED = 20;
/** How much of it is simulated at once [s]: a page without a worker stays responsive between the slices. */
const SLICE = 0.1;

/** Pictures a second of a stream. */
const FPS = { min: 1, max: 120 };

/** Makes something that stands behind the glass of an address. */
export type Load = (url: string, signal: AbortSignal) => Promise<BackdropSource>;

/** A pane in a page: water, picture, and when they run. Made by `mountPane`. */
export class Pane {
  readonly #display: Display;
  readonly #options: PaneOptions;
  readonly #openClient: OpenClient;
  readonly #load: Load;
  readonly #loop: FrameLoop;
  readonly #presence: Presence;
  readonly #control: PlayControl;
  readonly #watch = new RunWatch();
  readonly #lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #ending = new AbortController();
  #client: SimulationClient;
  #frame: Frame | null = null;
  #isPaused: boolean;
  #controls: Controls = 'bottom-right';
  /** Did a user who prefers reduced motion press play? */
  #isAllowed = false;
  #isReady = false;
  /** Is the backdrop there, or reported as missing? Nothing moves and nothing is drawn before. */
  #isHung = false;
  /** The water that settles unseen, and the water that has been shown running. */
  #settling: SimulationClient | null = null;
  #played: SimulationClient | null = null;
  /** Counts restarts: only the last one takes effect. */
  #restarts = 0;
  #hasToldSize = false;
  /** The first backdrop, on its way. */
  readonly #hanging: Promise<void>;
  #loading = new AbortController();
  #stopWiping: (() => void) | null = null;

  /** @internal Users call `mountPane`. */
  constructor(display: Display, client: SimulationClient, openClient: OpenClient, options: PaneOptions, load: Load) {
    this.#display = display;
    this.#client = client;
    this.#openClient = openClient;
    this.#load = load;
    this.#options = options;
    this.#isPaused = options.paused ?? false;
    this.#loop = new FrameLoop({
      client: () => this.#client,
      draw: (frame) => this.#draw(frame),
      shown: () => this.#display.shown,
      prepare: (frame) => (this.#canDraw ? this.#display.prepare(frame) : undefined),
      arrived: (frame) => this.#arrived(frame),
      failed: (error) => this.#fail(error),
    });
    this.#control = new PlayControl(display.box, () => this.#toggle());
    this.#presence = new Presence(display.box, { seen: () => this.#update(), sized: (size) => this.#resize(size) });
    this.#lessMotion.addEventListener('change', this.#update);
    this.setPointer(options.pointer);
    this.setControls(options.controls);
    this.#resize(this.#presence.size);
    // A backdrop that cannot be loaded raises an error.
    this.#hanging = this.setSource(options.src ?? null).catch((error) => this.#fail(error));
  }

  /** The canvas it is drawn on; another one after a change of `transparent` or `quality`. */
  get canvas(): HTMLCanvasElement {
    return this.#display.canvas;
  }

  /** The scene with every default filled in, as it is now. */
  get scene(): Scene {
    return this.#client.scene;
  }

  /** Where the water runs: 'worker' or 'inline'. */
  get runs(): 'worker' | 'inline' {
    return this.#client.runs;
  }

  /** The last frame that came; null before the first. */
  get frame(): Frame | null {
    return this.#frame;
  }

  /** Does the water stand still because the page or its user wants it to? */
  get paused(): boolean {
    return this.#isPaused;
  }

  set paused(isPaused: boolean) {
    // Without a button of the pane's, only the page's own control can start the rain for users who prefer reduced motion.
    if (this.#isPaused && !isPaused && this.#controls === 'none') this.#isAllowed = true;
    this.#isPaused = isPaused;
    this.#update();
  }

  set label(text: string) {
    this.#display.label = text;
  }

  /** Changes the scene while it runs. A bad value rejects and nothing changes. */
  async set(patch: SceneInput): Promise<void> {
    // The client has nothing to do with pictures. Later requests must not overtake this one, so nothing is awaited needlessly.
    const painting = this.#display.check({
      camera: laidOver(this.scene.camera, patch?.camera),
      backdrop: laidOver(this.scene.backdrop, patch?.backdrop),
    });
    if (painting) await painting;
    await this.#client.set(patch);
    await this.#display.setScene(this.#client.scene);
    this.#loop.invalidate();
  }

  /** Another scene, or the same from the start; undefined is the default one. If it is refused the old water goes on. */
  async restart(scene: string | SceneInput | undefined, overrides: SceneInput = {}): Promise<void> {
    const { worker, kernels } = this.#options;
    const turn = ++this.#restarts;
    const client = await this.#openClient(scene, overrides, { worker, kernels, maps: DRAWN_MAPS });
    try {
      await this.#display.check(client.scene);
    } catch (error) {
      client.dispose();
      throw error;
    }
    if (this.#ending.signal.aborted || turn !== this.#restarts) return client.dispose();
    this.#client.dispose();
    this.#client = client;
    this.#loop.forget();
    await this.#display.setScene(client.scene);
    this.#update();
  }

  /** What stands behind the glass; null is the scene's own backdrop. If it cannot be had that is shown, and this rejects. */
  async setSource(source: string | BackdropSource | null): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    try {
      const loaded = typeof source === 'string' ? await this.#load(source, signal) : source;
      if (signal.aborted) return;
      await this.#display.setSource(loaded, typeof source === 'string');
      if (!signal.aborted) this.#checkBare();
    } catch (error) {
      if (signal.aborted) return;
      await this.#display.setSource(null, false);
      throw error;
    } finally {
      if (!signal.aborted) {
        this.#isHung = true;
        this.#update();
        this.#loop.invalidate();
      }
    }
  }

  /** What decides how the canvas is made. The water goes on. */
  setLook(look: Partial<Look>): void {
    checkPaneWord('quality', look.quality);
    if (this.#ending.signal.aborted) return;
    this.#display.rebuild({ ...this.#display.look, ...look });
    // A source may still be on its way.
    if (this.#isHung) this.#checkBare();
    this.#loop.invalidate();
  }

  /** What the pressed pointer does. */
  setPointer(pointer = DEFAULT_POINTER): void {
    checkPaneWord('pointer', pointer);
    this.#stopWiping?.();
    this.#stopWiping =
      pointer === 'none' || !WIPING
        ? null
        : wipeWithPointer(
            this.#display.box,
            (x, y) => onGlass(x, y, this.#presence.size, this.#client.surface, this.#client.scene.camera),
            (stroke) => void this.wipe(stroke).catch((error) => this.#fail(error)),
          );
  }

  /** Where the button stands that pauses the rain; 'none' takes it away. */
  setControls(controls: Controls = 'bottom-right'): void {
    checkPaneWord('controls', controls);
    this.#controls = controls;
    this.#control.place(controls);
  }

  /** Draws the present state once more. */
  redraw(): void {
    this.#loop.invalidate();
  }

  /** Puts a drop on the glass; the answer is its id. */
  async addDrop(drop: NewDrop): Promise<number> {
    const id = await this.#client.addDrop(drop);
    this.#loop.invalidate();
    return id;
  }

  /** Wipes along a stroke. */
  async wipe(stroke: Stroke): Promise<void> {
    if (!WIPING) throw new RivuletError(NO_WIPING);
    await this.#client.wipe(stroke);
    this.#loop.invalidate();
  }

  /**
   * A picture of the present state as a file, of any size that the graphics card can draw: the same picture as on the
   * canvas, which is empty outside of a drawing frame, for which reason `canvas.toDataURL` gives none.
   * @example const png = await pane.snapshot({ width: 3840, height: 2160 });
   */
  async snapshot(options: SnapshotOptions = {}): Promise<Blob> {
    if (!CAPTURE) throw new RivuletError(NO_CAPTURE);
    await this.#hanging;
    const first = this.#frame ?? (await this.#client.frame());
    if (this.#ending.signal.aborted) throw new RivuletError('This pane was disposed of. Mount a new one.');
    return this.#display.snapshot(() => this.#frame ?? first, options);
  }

  /**
   * The canvas as a stream for a MediaRecorder or a video element, with the pictures that are drawn, at most `fps` a second.
   * While it runs the resolution stays as it is. It ends with the pane, and when `transparent` or `quality` change.
   * @example const recorder = new MediaRecorder(pane.stream(30));
   */
  stream(fps?: number): MediaStream {
    if (!CAPTURE) throw new RivuletError(NO_CAPTURE);
    if (fps !== undefined) checkNumber(fps, FPS, 'fps');
    if (this.#ending.signal.aborted) throw new RivuletError('This pane was disposed of. Mount a new one.');
    const stream = this.#display.stream(fps);
    // A pane that stands has a picture too.
    this.#loop.invalidate();
    return stream;
  }

  /** 16 hex digits of the water's whole state. */
  hash(): Promise<string> {
    return this.#client.hash();
  }

  /** Takes the pane out of the page and frees all it held. Twice is fine. */
  dispose(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#loading.abort();
    this.#loop.end();
    this.#presence.end();
    this.#lessMotion.removeEventListener('change', this.#update);
    this.#stopWiping?.();
    this.#client.dispose();
    this.#display.dispose();
    this.#frame = null;
  }

  get #isPlaying(): boolean {
    return !this.#isPaused && (!this.#lessMotion.matches || this.#isAllowed);
  }

  /** Starts or stops the loop: it runs while it is seen, not paused and ready. */
  readonly #update = (): void => {
    const { width, height } = this.#presence.size;
    const isRunning = this.#isPlaying && this.#isHung && this.#presence.isSeen && width > 0 && height > 0;
    this.#loop.setRunning(isRunning);
    this.#display.setRunning(isRunning);
    this.#control.show(this.#isPlaying);
    if (this.#lessMotion.matches && !this.#isAllowed && !this.#isPaused) void this.#settle();
  };

  #toggle(): void {
    this.#isPaused = this.#isPlaying;
    this.#isAllowed = !this.#isPaused;
    this.#played = this.#client;
    this.#update();
  }

  #resize(size: Size): void {
    if (size.width > 0 && size.height > 0) {
      try {
        this.#display.resize(size.width, size.height);
        // Another size empties the canvas, and the next frame is some pictures away.
        if (this.#frame) this.#draw(this.#frame, true);
      } catch (error) {
        this.#fail(error);
      }
      this.#loop.invalidate();
    } else if (this.#presence.isLaidOut && !this.#hasToldSize) {
      this.#hasToldSize = true;
      const came = `${size.width} x ${size.height} px`;
      this.#fail(new RivuletError(`the pane must have a size; got ${came}. Give it width and height in CSS.`));
    }
    this.#update();
  }

  /** Simulates settled rain unseen, then shows one picture of it. */
  async #settle(): Promise<void> {
    const client = this.#client;
    if (this.#settling === client || this.#played === client) return;
    this.#settling = client;
    try {
      const { time } = await client.frame();
      for (let t = time; t < SETTLED && client === this.#client && !this.#isPlaying; t += SLICE) {
        await client.advance(SLICE);
        if (client.runs === 'inline') await new Promise((done) => setTimeout(done));
      }
      this.#loop.invalidate();
    } catch (error) {
      if (client === this.#client) this.#fail(error);
    }
    if (this.#settling === client) this.#settling = null;
  }

  get #canDraw(): boolean {
    const { width, height } = this.#presence.size;
    return width > 0 && height > 0 && this.#isHung;
  }

  #draw(frame: Frame, isUrgent = false): boolean {
    if (!this.#canDraw) return false;
    const isLate = this.#drawOn(frame, isUrgent);
    if (!this.#isReady) {
      this.#isReady = true;
      void this.#tellReady();
    }
    // Water that settles unseen is drawn when it has.
    return isLate && !this.#settling;
  }

  async #tellReady(): Promise<void> {
    await this.#display.shown;
    if (!this.#ending.signal.aborted) callOut(() => this.#options.onReady?.());
  }

  /** A live picture behind the glass may become unreadable at any time; the scene's own backdrop never does. */
  #drawOn(frame: Frame, isUrgent: boolean): boolean {
    try {
      return this.#display.draw(frame, isUrgent);
    } catch (error) {
      if (!this.#display.hasSource) throw error;
      this.setSource(null).then(
        () => this.#fail(error),
        (worse) => this.#fail(worse),
      );
      return false;
    }
  }

  #arrived(frame: Frame): void {
    this.#frame = frame;
    const drop = this.#watch.look(frame);
    if (drop) callOut(() => this.#options.onDrop?.(drop));
  }

  /** Without anything behind the glass the pane would be black, and not say why. */
  #checkBare(): void {
    if (!this.#display.isBare) return;
    const remedy = `Give the address of a picture${LIVE_BACKDROPS ? ' or video' : ''}, or make the pane transparent.`;
    this.#fail(new RivuletError(`src must be given: this build paints no backdrops. ${remedy}`, 'src'));
  }

  #fail(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    callOut(() => this.#options.onError?.(error instanceof Error ? error : new Error(String(error))));
  }
}

/** An error of the page's own callback is reported as if an event listener had thrown it; the rain continues. */
function callOut(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}

/** A part of a scene with what a patch gives of it; what is no object is for the simulation to refuse. */
function laidOver(part: JsonObject, patch: unknown): JsonObject {
  return typeof patch === 'object' ? { ...part, ...patch } : part;
}
