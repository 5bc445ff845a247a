import { CAPTURE, EFFECTS, LIVE_BACKDROPS, MAPS } from '../../core/build-flags.js';
import type { Frame } from '../../core/frame.js';
import type { Backdrop } from '../backdrop/backdrop.js';
import type { Camera } from '../picture/camera.js';
import type { Placed } from '../picture/place.js';
import type { LiveBackdrop } from './backdrop-source.js';
import { BackdropTextures, NO_BACKDROP } from './backdrop-textures.js';
import { BaseLayer } from './base-layer.js';
import { type FloatFormats, floatFormats } from './context.js';
import { Finish } from './finish.js';
import { type Parts, type ProgramName, Programs } from './programs.js';
import { type Gl, Resources } from './resources.js';
import { makeScenery, type Scenery } from './scenery.js';
import { WaterPasses, type WaterTargets } from './water-map.js';
import { WetTiles } from './wet-tiles.js';

export type AnyBackdrop = Backdrop | LiveBackdrop;

/** All passes of a picture in one context, in the order in which they are drawn. A lost context needs new passes. */
export class Passes {
  readonly #transparent: boolean;
  readonly #fast: boolean;
  readonly #resources: Resources;
  readonly #formats: FloatFormats;
  readonly #programs: Programs;
  readonly #base: BaseLayer;
  readonly #tiles: WetTiles;
  readonly #water: WaterPasses;
  readonly #finish: Finish;
  #source: AnyBackdrop | null = null;
  #backdrop: BackdropTextures | null = null;
  #stale = false;

  /** `transparent`: only the water, on clear glass; `fast`: no glow, one level of detail a lookup. */
  constructor(gl: Gl, transparent: boolean, fast: boolean) {
    this.#fast = fast;
    this.#transparent = transparent;
    this.#resources = new Resources(gl);
    this.#formats = floatFormats(gl);
    this.#programs = new Programs(this.#resources);
    this.#tiles = new WetTiles(this.#resources);
    this.#water = new WaterPasses(this.#resources, this.#programs, this.#formats, this.#tiles);
    this.#base = new BaseLayer(this.#resources, this.#programs, this.#formats, this.#water, transparent);
    this.#finish = new Finish(this.#resources, this.#programs, this.#formats);
  }

  setBackdrop(source: AnyBackdrop | null): void {
    this.#backdrop?.dispose();
    this.#source = source;
    this.#backdrop = source && new BackdropTextures(this.#resources, this.#programs, this.#formats, source, this.#fast);
    this.#stale = true;
  }

  /** Does in parts what `draw` would otherwise do the first time: programs, fine drops, and what is out of focus. */
  *prepare(frame: Frame, camera: Camera, width: number, height: number): Parts {
    if (!CAPTURE) return;
    const [{ trail, fine, fog, drawnFrom }] = frame.charts;
    const fromHeights = MAPS && drawnFrom === 'heights';
    const scenery = this.#scenery(frame, camera, width, height);
    const { left, top, pixel } = scenery.view;
    const kind = this.#backdrop?.kind ?? 'BARE';
    const wanted: [name: ProgramName, kind?: string][] = [['dry'], ['rays'], ['base', kind], ['light', kind]];
    wanted.push([fromHeights ? 'heights' : 'body'], ['tone', 'FRESH'], ['show']);
    if (fine) wanted.push(['cap'], ['patch']);
    if (!fromHeights && trail) wanted.push(['rays', 'TRAILS']);
    if (this.#glow(scenery) > 0) wanted.push(['bright'], ['spread']);
    yield* this.#programs.prepare(wanted);
    if (fine) yield* this.#water.fine.prepare(fine, [left, top, left + width * pixel, top + height * pixel]);
    yield;
    this.#backdrop?.focus(scenery, !!fog);
  }

  /**
   * Draws chart 0 of a frame as a picture of this size [px], and shows it unless it is to wait for `present`. True if a part
   * of it is still to come.
   */
  draw(frame: Frame, camera: Camera, width: number, height: number, isShown: boolean): boolean {
    const [chart] = frame.charts;
    const scenery = this.#scenery(frame, camera, width, height);
    const targets = this.#water.fit(width, height);
    this.#tiles.reset(scenery.view);
    this.#base.update({ scenery, backdrop: this.#backdrop, chart }, targets, this.#stale, this.#tiles);
    this.#stale = false;

    // Water map, optics, light. Fine drops are part of the base, unless water is out of focus.
    this.#water.update(frame, 0);
    this.#water.draw(scenery, chart, EFFECTS && scenery.waterBlur > 0);
    this.#water.drawRays(scenery, chart);
    this.#lay(scenery, targets);
    if (isShown) this.present();
    return this.#base.isLate;
  }

  /** Shows the last picture, or shows it again. */
  present(): void {
    this.#finish.present();
  }

  dispose(): void {
    this.#resources.dispose();
  }

  /** What a picture of this size is made with, of what stands behind the glass now. */
  #scenery({ charts: [chart] }: Frame, camera: Camera, width: number, height: number): Scenery {
    const { cellSize, columns, rows, drawnFrom } = chart;
    if (MAPS) this.#programs.mirrors = drawnFrom === 'heights';
    if (this.#backdrop?.refresh()) this.#stale = true;
    return makeScenery(camera, columns * cellSize, rows * cellSize, width, height, this.#placed());
  }

  /** Puts water and base together. */
  #lay(scenery: Scenery, { rays }: WaterTargets): void {
    const { light } = this.#base;
    if (!light) return;
    const { tone } = scenery.camera;
    const water = {
      rays: rays.texture,
      base: light.texture,
      ...(this.#backdrop?.uniforms ?? NO_BACKDROP),
      filmic: +(tone === 'filmic' || (tone === 'auto' && this.#hdr)),
    };
    const kind = this.#backdrop?.kind ?? 'BARE';
    this.#finish.draw(scenery, kind, water, this.#tiles, scenery.waterBlur, this.#glow(scenery));
  }

  /** How strongly highlights glow: not at all if nothing can be brighter than white. */
  #glow({ camera, uniforms }: Scenery): number {
    if (!EFFECTS) return 0;
    const gain = Math.max(...(uniforms.gain as readonly number[]));
    // Light that spills onto clear glass has nothing to be seen on.
    const seen = !this.#fast && !this.#transparent && this.#source !== null;
    return seen && (this.#hdr || gain > 1) ? camera.glow : 0;
  }

  /** Is the backdrop brighter than white anywhere? */
  get #hdr(): boolean {
    return this.#source !== null && 'hdr' in this.#source && this.#source.hdr;
  }

  /**
   * Where the backdrop stands; null while there is none, or a live one has not begun. The size is that of the picture that was
   * read last: a video that loops or seeks has none of its own for a moment, and its last picture stays.
   */
  #placed(): Placed | null {
    if (!LIVE_BACKDROPS || !this.#source || 'pyramid' in this.#source) return this.#source as Backdrop | null;
    const picture = this.#backdrop?.picture;
    return picture ? { ...this.#source, width: picture.width, height: picture.height } : null;
  }
}
