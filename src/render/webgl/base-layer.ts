/**
 * The glass without drops: backdrop through the lens, fog, fine caps. It changes slowly, so it is kept as a picture in
 * linear light and drawn again only where it changed.
 */
import { ALL_SCENES, EFFECTS } from '../../core/build-flags.js';
import type { ChartFrame } from '../../core/frame.js';
import { levelOf } from '../picture/linear.js';
import { type BackdropTextures, NO_BACKDROP } from './backdrop-textures.js';
import type { FloatFormats } from './context.js';
import { ALL, type Box } from './fine-tiles.js';
import { MapTexture } from './map-texture.js';
import type { Programs } from './programs.js';
import type { Resources, Target } from './resources.js';
import type { Scenery } from './scenery.js';
import { SOFT, type WaterPasses, type WaterTargets } from './water-map.js';
import { STALE, type WetTiles } from './wet-tiles.js';

/**
 * Side of the tiles in which the layer is drawn again [px], and most of them for one picture that brings changes, since fog may
 * change everywhere: so many, and a part of those that wait, or a storm would stay ahead.
 */
const TILE = 64;
const MOST_TILES = 12;
const PART = 1 / 8;

/** What the layer is drawn from. */
interface Wish {
  readonly scenery: Scenery;
  readonly backdrop: BackdropTextures | null;
  readonly chart: ChartFrame;
}

export class BaseLayer {
  readonly #resources: Resources;
  readonly #programs: Programs;
  readonly #format: number;
  readonly #clear: boolean;
  #fog: MapTexture | null = null;
  readonly #fogFormat: number;
  readonly #water: WaterPasses;
  /** Room for the caps of one tile. */
  readonly #scratch: WaterTargets;
  #light: Target | null = null;
  #key = '';
  /** Tiles of the picture that are to be drawn again. */
  readonly #stale = new Set<number>();

  /** `clear`: without glass and the fog on it; only fine caps are drawn. */
  constructor(resources: Resources, programs: Programs, formats: FloatFormats, water: WaterPasses, clear: boolean) {
    const { gl } = resources;
    this.#resources = resources;
    this.#programs = programs;
    this.#clear = clear;
    this.#format = formats.target;
    this.#fogFormat = formats.light === gl.RGBA32F ? gl.R32F : gl.R16F;
    this.#water = water;
    this.#scratch = water.targets(TILE + 2, TILE + 2);
  }

  /** Do tiles wait for the next picture? */
  get isLate(): boolean {
    return this.#stale.size + this.#water.fine.waiting > 0;
  }

  /** In linear light. */
  get light(): Target | null {
    return this.#light;
  }

  /**
   * Brings the layer up to date and marks the tiles of the picture where it changed. `targets` are those of the whole picture,
   * to work in when all of it changed. `stale`: the backdrop shows something new.
   */
  update(wish: Wish, targets: WaterTargets, stale: boolean, tiles: WetTiles): void {
    const { scenery, backdrop, chart } = wish;
    const boxes = this.#changes(chart);
    // The cells' size too: trails are compared cell by cell, and other cells have nothing to be compared with.
    const key = `${scenery.key}${chart.cellSize}${!chart.fog}${!chart.trail}${chart.drawnFrom}`;
    const whole = boxes === null || stale || key !== this.#key;
    this.#key = key;
    this.#fit(scenery);
    backdrop?.focus(scenery, !!chart.fog);
    const { view } = scenery;
    if (whole) {
      this.#stale.clear();
      tiles.spoil();
      this.#draw(wish, targets, [0, 0, view.width, view.height]);
      return;
    }
    for (const box of boxes) this.#takeBox(box, view);
    let most = this.#water.fine.waiting + boxes.length > 0 ? MOST_TILES + PART * this.#stale.size : ALL;
    for (const tile of this.#stale) {
      if (most-- <= 0) break;
      this.#stale.delete(tile);
      this.#drawTile(tile, wish, tiles);
    }
  }

  /** Draws a tile of the picture again, and marks it. */
  #drawTile(tile: number, wish: Wish, tiles: WetTiles): void {
    const { left, top, pixel, width } = wish.scenery.view;
    const across = Math.ceil(width / TILE);
    const x = TILE * (tile % across);
    const y = TILE * Math.floor(tile / across);
    // Marks reach a little further than the box they are given.
    const [x0, y0] = [left + (x + 3) * pixel, top + (y + 3) * pixel];
    tiles.mark(STALE, x0, y0, x0 + (TILE - 6) * pixel, y0 + (TILE - 6) * pixel);
    this.#draw(wish, this.#scratch, [x, y, TILE, TILE]);
  }

  /** Notes the tiles that a box meets; those that wait longest are drawn first. */
  #takeBox([x0, y0, x1, y1]: Box, { left, top, pixel, width, height }: Scenery['view']): void {
    const across = Math.ceil(width / TILE);
    const side = TILE * pixel;
    const soft = SOFT / TILE;
    const row1 = Math.min(Math.ceil(height / TILE), Math.ceil((y1 - top) / side + soft));
    const col1 = Math.min(across, Math.ceil((x1 - left) / side + soft));
    for (let row = Math.max(0, Math.floor((y0 - top) / side - soft)); row < row1; row++) {
      for (let col = Math.max(0, Math.floor((x0 - left) / side - soft)); col < col1; col++)
        this.#stale.add(row * across + col);
    }
  }

  /** Where fog or caps changed; null if everywhere. */
  #changes({ fog, fine }: ChartFrame): readonly Box[] | null {
    const boxes: Box[] = [];
    if (ALL_SCENES && fog) {
      this.#fog ??= new MapTexture(this.#resources, this.#fogFormat, true);
      const changed = this.#fog.update(fog);
      for (let n = 0; n < changed.length; n += 4) {
        const [col, row, width, height] = changed.subarray(n, n + 4);
        // A cell's value reaches into the second beyond it.
        const at = (cell: number) => cell * fog.cellSize;
        boxes.push([at(col - 2), at(row - 2), at(col + width + 2), at(row + height + 2)]);
      }
    }
    const caps = this.#water.fine.update(fine);
    return caps && [...boxes, ...caps];
  }

  #fit({ view: { width, height } }: Scenery): void {
    this.#light = this.#resources.target({ width, height, format: this.#format }, this.#light);
  }

  /** Draws a rectangle of the picture [px] from its upper left corner on, with the rays of its caps in `targets`. */
  #draw(
    { scenery, backdrop, chart }: Wish,
    targets: WaterTargets,
    [x, y, wide, high]: readonly [number, number, number, number],
  ): void {
    const { gl } = this.#resources;
    const { rays } = targets;
    const { view } = scenery;
    if (!this.#light) return;
    // A pixel's level of detail comes from its neighbours, so a pixel more is drawn of the caps than of the glass.
    const margin = targets === this.#scratch ? 1 : 0;
    const origin = [x - margin, view.height - y + margin - rays.texture.height];
    this.#drawRays(scenery, chart, targets, origin);
    gl.enable(gl.SCISSOR_TEST);
    gl.viewport(0, 0, view.width, view.height);
    gl.scissor(x, view.height - y - high, wide, high);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#light.frame);
    const mode = this.#clear || !backdrop?.picture ? 0 : scenery.isSharp ? 2 : 1;
    const values = {
      ...scenery.uniforms,
      rays: rays.texture,
      origin,
      ...(backdrop?.uniforms ?? NO_BACKDROP),
      ...(ALL_SCENES && {
        veil: backdrop?.veil ?? null,
        fog: chart.fog && this.#fog ? this.#fog.texture : null,
        fogCell: this.#clear ? 0 : (chart.fog?.cellSize ?? 0),
      }),
      mode: [mode, levelOf(view.pixel * (scenery.place?.texels ?? 0))],
    };
    this.#programs.use('base', values, backdrop?.kind ?? 'BARE');
    this.#programs.drawWhole();
    gl.disable(gl.SCISSOR_TEST);
  }

  /** Makes the rays of the caps in targets whose lowest left pixel is `origin` of the picture. */
  #drawRays(scenery: Scenery, chart: ChartFrame, { shapes, rays }: WaterTargets, origin: number[]): void {
    const { gl } = this.#resources;
    const { width, height } = scenery.view;
    if (!chart.fine || (EFFECTS && scenery.waterBlur > 0)) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, rays.frame);
      gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
      return;
    }
    gl.viewport(-origin[0], -origin[1], width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, shapes.frame);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LESS);
    this.#water.drawCaps(scenery, shapes, origin);
    gl.disable(gl.DEPTH_TEST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, rays.frame);
    gl.viewport(0, 0, rays.texture.width, rays.texture.height);
    this.#programs.use('patch', { ...scenery.uniforms, shapes: shapes.texture, origin });
    this.#programs.drawWhole();
  }
}
