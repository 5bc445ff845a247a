/**
 * The map that water is drawn from as a texture, and which tiles of the picture it wets: the trails, of which is also kept what
 * the drops join, or all heights.
 */
import type { DrawnFrom } from '../../core/frame.js';
import { DRAWN_LIMITS } from '../water/map-water.js';
import type { FloatFormats } from './context.js';
import { MapTexture, type PlainMap } from './map-texture.js';
import type { Resources, Target, Texture } from './resources.js';
import { BLOCK, SmoothTrail } from './smooth-trail.js';
import { STALE, TRAIL, type WetTiles } from './wet-tiles.js';

export class Trails {
  #map!: MapTexture;
  #smooth!: SmoothTrail;
  #from: DrawnFrom | null = null;
  readonly #tiles: WetTiles;
  readonly #resources: Resources;
  readonly #format: number;
  /** To draw rays and heights at once. */
  readonly both: WebGLFramebuffer;
  #heights: Target | null = null;
  #cellSize = 1;

  /** `tiles` are told where trails are and where they changed. */
  constructor(resources: Resources, tiles: WetTiles, formats: FloatFormats) {
    this.#resources = resources;
    this.#format = formats.target;
    this.both = resources.framebuffer();
    this.#tiles = tiles;
  }

  get texture(): Texture | null {
    return this.#map?.texture ?? null;
  }

  /** Gradient, height and coverage of the trails, pixel by pixel. */
  get heights(): Texture | null {
    return this.#heights?.texture ?? null;
  }

  /** From now on heights are drawn together with these rays. */
  join({ texture: { width, height, handle }, depth }: Target): void {
    const { gl } = this.#resources;
    this.#heights = this.#resources.target({ width, height, format: this.#format }, this.#heights);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.both);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, handle, 0);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, this.#heights.texture.handle, 0);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
    gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
  }

  /** Takes over what changed in the map: of trails, or of all heights. */
  update(map: PlainMap, cellSize: number, from: DrawnFrom): void {
    this.#cellSize = cellSize;
    if (from !== this.#from) this.#draw(from);
    this.#map.update(map, this.#smooth);
    const { wet, across } = this.#smooth;
    for (let block = 0; block < wet.length; block++) {
      if (wet[block] === 0) continue;
      this.#mark(TRAIL, BLOCK * (block % across), BLOCK * Math.floor(block / across), BLOCK);
    }
  }

  /** From now on water is drawn from this. */
  #draw(from: DrawnFrom): void {
    const { gl } = this.#resources;
    const tell = (row: number, block: number) => this.#mark(STALE, BLOCK * block, row, 1);
    if (this.#from) this.#resources.free(this.#map.texture);
    this.#from = from;
    this.#map = new MapTexture(this.#resources, from === 'heights' ? gl.RG32F : gl.R32F);
    this.#smooth = new SmoothTrail(tell, from === 'heights' ? DRAWN_LIMITS : undefined);
  }

  /** Marks the picture's tiles over rows of a block, and over the cells beside them, into which their heights reach. */
  #mark(kind: number, col: number, row: number, rows: number): void {
    const size = this.#cellSize;
    const more = this.#from === 'heights' ? 2 : 1;
    const [right, bottom] = [col + BLOCK + more, row + rows + more];
    this.#tiles.mark(kind, (col - more) * size, (row - more) * size, right * size, bottom * size);
  }
}
