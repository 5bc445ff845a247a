/**
 * The glass without drops: backdrop through the lens, fog, fine caps. It changes slowly, so it is kept as a picture, in
 * linear light and as the canvas shows it, and drawn anew only where it changed.
 */
import type { ChartFrame } from '../../core/frame.js';
import { log2 } from '../picture/linear.js';
import type { BackdropTextures } from './backdrop-textures.js';
import type { FloatFormats } from './context.js';
import { type Box, FineTiles } from './fine-tiles.js';
import { MapTexture } from './map-texture.js';
import type { Programs } from './programs.js';
import type { Resources, Target } from './resources.js';
import { isSharp, type Scenery, waterBlur } from './scenery.js';

/** Side of the tiles in which the layer is drawn anew [px], and most of them for one picture: fog may change everywhere. */
const TILE = 64;
const MOST_TILES = 12;

export class BaseLayer {
  readonly #resources: Resources;
  readonly #programs: Programs;
  readonly #format: number;
  readonly #clear: boolean;
  readonly #fog: MapTexture;
  readonly fine: FineTiles;
  #light: Target | null = null;
  #shown: Target | null = null;
  #key = '';
  /** Tiles of the picture that are to be drawn anew. */
  readonly #stale = new Set<number>();

  /** `clear`: the glass is not there, nor the fog on it; only fine caps are. */
  constructor(resources: Resources, programs: Programs, formats: FloatFormats, clear: boolean) {
    const { gl } = resources;
    this.#resources = resources;
    this.#programs = programs;
    this.#clear = clear;
    this.#format = formats.target;
    this.#fog = new MapTexture(resources, formats.light === gl.RGBA32F ? gl.R32F : gl.R16F, true);
    this.fine = new FineTiles(resources);
  }

  /** In linear light, and as the canvas shows it. */
  get light(): Target | null {
    return this.#light;
  }
  get shown(): Target | null {
    return this.#shown;
  }

  /**
   * Brings the layer up to date. `rays` is a target to work in. `stale` says that the backdrop shows something new,
   * `filmic` how light is shown.
   */
  update(
    scenery: Scenery,
    backdrop: BackdropTextures | null,
    chart: ChartFrame,
    rays: Target,
    stale: boolean,
    filmic: boolean,
  ): void {
    const boxes = this.#changes(chart);
    const key = `${scenery.key}${filmic}${chart.fog !== null}`;
    const whole = boxes === null || stale || key !== this.#key;
    this.#key = key;
    this.#fit(scenery);
    backdrop?.focus(scenery, chart.fog !== null);
    if (whole) {
      this.#stale.clear();
      this.#draw(scenery, backdrop, chart, rays, filmic, null);
      return;
    }
    for (const box of boxes) this.#takeBox(box, scenery.view);
    let most = MOST_TILES;
    for (const tile of this.#stale) {
      if (most-- <= 0) break;
      this.#stale.delete(tile);
      this.#draw(scenery, backdrop, chart, rays, filmic, tileBox(tile, scenery.view));
    }
  }

  /** Notes the tiles that a box meets; those that wait longest are drawn first. */
  #takeBox([x0, y0, x1, y1]: Box, { left, top, pixel, width, height }: Scenery['view']): void {
    const across = Math.ceil(width / TILE);
    const side = TILE * pixel;
    const row1 = Math.min(Math.ceil(height / TILE), Math.ceil((y1 - top) / side));
    const col1 = Math.min(across, Math.ceil((x1 - left) / side));
    for (let row = Math.max(0, Math.floor((y0 - top) / side)); row < row1; row++) {
      for (let col = Math.max(0, Math.floor((x0 - left) / side)); col < col1; col++)
        this.#stale.add(row * across + col);
    }
  }

  /** Where fog or caps changed; null if everywhere. */
  #changes({ fog, fine }: ChartFrame): readonly Box[] | null {
    const boxes: Box[] = [];
    if (fog) {
      const changed = this.#fog.update(fog);
      for (let n = 0; n < changed.length; n += 4) {
        const [col, row, width, height] = changed.subarray(n, n + 4);
        // A cell's value reaches into the second beyond it.
        const at = (cell: number) => cell * fog.cellSize;
        boxes.push([at(col - 2), at(row - 2), at(col + width + 2), at(row + height + 2)]);
      }
    }
    const caps = this.fine.update(fine);
    return caps && [...boxes, ...caps];
  }

  #fit({ view: { width, height } }: Scenery): void {
    if (this.#light?.texture.width === width && this.#light.texture.height === height) return;
    const { gl } = this.#resources;
    this.#resources.free(this.#light, this.#shown);
    this.#light = this.#resources.target({ width, height, format: this.#format });
    this.#shown = this.#resources.target({ width, height, format: gl.RGBA8 });
  }

  #draw(
    scenery: Scenery,
    backdrop: BackdropTextures | null,
    chart: ChartFrame,
    rays: Target,
    filmic: boolean,
    box: Box | null,
  ): void {
    const { gl } = this.#resources;
    const { view } = scenery;
    if (!this.#light || !this.#shown) return;
    gl.viewport(0, 0, view.width, view.height);
    // A pixel's level of detail comes from its neighbours, so a pixel more is drawn of the caps than of the glass.
    if (box && !this.#scissor(box, view, 1)) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, rays.frame);
    gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LESS);
    if (chart.fine && waterBlur(scenery) === 0) this.drawCaps(scenery, box ?? wholeOf(view));
    gl.disable(gl.DEPTH_TEST);
    if (box && !this.#scissor(box, view, 0)) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#light.frame);
    this.#programs.useKind('base', backdrop?.kind ?? 'BARE', scenery.uniforms, {
      rays: rays.texture,
      backdrop: backdrop?.picture ?? null,
      mean: backdrop?.mean ?? [0, 0, 0],
      blurred: backdrop?.blurred ?? null,
      veil: backdrop?.veil ?? null,
      fog: chart.fog ? this.#fog.texture : null,
      fogCell: this.#clear ? 0 : (chart.fog?.cellSize ?? 0),
      mode: [this.#clear ? 0 : glassMode(scenery, backdrop), sharpLevel(scenery), backdrop?.grey ?? 0],
    });
    this.#programs.drawWhole();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#shown.frame);
    this.#programs.use('show', scenery.uniforms, { light: this.#light.texture, filmic: +filmic });
    this.#programs.drawWhole();
    gl.disable(gl.SCISSOR_TEST);
  }

  /** Draws the caps of a box into a target of rays; its depth decides which is in front. */
  drawCaps(scenery: Scenery, box: Box): void {
    this.#programs.use('cap', scenery.uniforms, { k: this.fine.k });
    this.fine.draw(box);
  }

  /** Draws only in a box and `more` pixels around it; false if the picture does not show it. */
  #scissor([x0, y0, x1, y1]: Box, { left, top, pixel, width, height }: Scenery['view'], more: number): boolean {
    const { gl } = this.#resources;
    const col0 = Math.max(0, Math.floor((x0 - left) / pixel) - 1 - more);
    const row0 = Math.max(0, Math.floor((y0 - top) / pixel) - 1 - more);
    const col1 = Math.min(width, Math.ceil((x1 - left) / pixel) + 1 + more);
    const row1 = Math.min(height, Math.ceil((y1 - top) / pixel) + 1 + more);
    const seen = col0 < col1 && row0 < row1;
    if (seen) {
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(col0, height - row1, col1 - col0, row1 - row0);
    }
    return seen;
  }
}

/** 1: through the lens, 2: in focus, 0: there is nothing. */
function glassMode(scenery: Scenery, backdrop: BackdropTextures | null): number {
  if (!backdrop?.picture) return 0;
  return isSharp(scenery) ? 2 : 1;
}

/** Level of detail of the backdrop in focus. */
function sharpLevel({ view, place }: Scenery): number {
  return place ? log2(Math.max(1, view.pixel * (1 + place.away / view.distance) * place.texels)) : 0;
}

function wholeOf({ left, top, width, height, pixel }: Scenery['view']): Box {
  return [left, top, left + width * pixel, top + height * pixel];
}

/** A tile of the picture as a box of the pane. */
function tileBox(tile: number, { left, top, width, pixel }: Scenery['view']): Box {
  const across = Math.ceil(width / TILE);
  const row = Math.floor(tile / across);
  const x = left + (tile - row * across) * TILE * pixel;
  const y = top + row * TILE * pixel;
  return [x, y, x + TILE * pixel, y + TILE * pixel];
}
