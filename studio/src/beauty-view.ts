/** The glass as the eye sees it, drawn by the library's own renderer into a canvas over the maps' canvas. */
import type { Frame, Scene } from 'rivulet';
import { type Backdrop, type BackdropOptions, createBackdrop } from 'rivulet/offline';
import { createPaneRenderer, type PaneRenderer } from 'rivulet/webgl';
import type { Behind } from './behind.js';

export type Focus = 'glass' | 'street';

export class BeautyView {
  readonly #canvas: HTMLCanvasElement;
  readonly #redraw: () => void;
  #renderer: PaneRenderer | null = null;
  #scene: Scene | null = null;
  #behind: Behind | null = null;
  #focus: Focus = 'glass';
  /** Whether what stands behind the glass is still to be handed to the renderer. */
  #stale = false;
  /** Why there is no such picture; empty if there is. */
  readonly problem: string;

  /** `redraw` is called when the same frame must be drawn again. */
  constructor(canvas: HTMLCanvasElement, redraw: () => void) {
    this.#canvas = canvas;
    this.#redraw = redraw;
    this.problem = '';
    try {
      this.#renderer = createPaneRenderer(canvas, { onContextRestored: redraw });
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** Takes the backdrop and the camera of a scene. */
  open(scene: Scene): void {
    const fresh = this.#scene === null || JSON.stringify(this.#scene.backdrop) !== JSON.stringify(scene.backdrop);
    this.#scene = scene;
    this.#focus = scene.camera.focus === 'street' ? 'street' : 'glass';
    if (fresh && this.#behind === null) this.#stale = true;
    this.#aim();
  }

  get focus(): Focus {
    return this.#focus;
  }

  set focus(focus: Focus) {
    this.#focus = focus;
    this.#aim();
  }

  /** Another picture behind the glass; null is the scene's own. */
  setBehind(behind: Behind | null): void {
    this.#behind = behind;
    this.#stale = true;
    this.#place();
  }

  /** Lets a video behind the glass go on, or holds it as the water is held. */
  play(playing: boolean): void {
    if (!(this.#behind instanceof HTMLVideoElement)) return;
    // What may not begin yet shows its first picture.
    if (playing) this.#behind.play().catch(() => {});
    else this.#behind.pause();
  }

  /** Shows or hides the canvas. */
  show(shown: boolean): void {
    this.#canvas.hidden = !shown;
    if (shown) this.#place();
  }

  draw(frame: Frame): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#renderer?.resize(clientWidth, clientHeight, devicePixelRatio);
    if (this.#renderer?.draw(frame)) this.#redraw();
  }

  /** Hands over what stands behind the glass. A street takes half a second to paint, so it is painted only for this view. */
  #place(): void {
    if (!this.#stale) return;
    this.#stale = false;
    this.#renderer?.setBackdrop(this.#behind ?? (this.#scene && backdropOf(this.#scene)));
  }

  #aim(): void {
    // The whole pane, so that the pointer meets what it points at.
    // A camera in space is for the view in space.
    const camera = this.#scene && !('position' in this.#scene.camera) ? this.#scene.camera : {};
    this.#renderer?.setCamera({ ...camera, focus: this.#focus, zoom: 1 });
  }
}

/** The scene's own backdrop. What it says is checked by the library as it is made. */
function backdropOf(scene: Scene): Backdrop {
  return createBackdrop(scene.backdrop as unknown as BackdropOptions, 'scene.backdrop');
}
