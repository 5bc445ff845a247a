/** The trails as a texture, which tiles of the picture they wet, and what of them is drawn for the drops to join. */
import type { FloatFormats } from './context.js';
import { MapTexture, type PlainMap } from './map-texture.js';
import type { Resources, Target, Texture } from './resources.js';
import { BLOCK, SmoothTrail } from './smooth-trail.js';
import { STALE, TRAIL, type WetTiles } from './wet-tiles.js';

export class Trails {
  readonly #map: MapTexture;
  readonly #smooth: SmoothTrail;
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
    this.#map = new MapTexture(resources, resources.gl.R32F);
    this.#tiles = tiles;
    this.#smooth = new SmoothTrail((row, block) => this.#mark(STALE, BLOCK * block, row, 1));
  }

  get texture(): Texture | null {
    return this.#map.texture;
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

  /** Takes over what changed in the map. */
  update(map: PlainMap, cellSize: number): void {
    this.#cellSize = cellSize;
    this.#map.update(map, this.#smooth);
    const { wet, across } = this.#smooth;
    for (let block = 0; block < wet.length; block++) {
      if (wet[block] === 0) continue;
      this.#mark(TRAIL, BLOCK * (block % across), BLOCK * Math.floor(block / across), BLOCK);
    }
  }

  /** Marks the picture's tiles over rows of a block, and over the cells beside them, into which their heights reach. */
  #mark(kind: number, col: number, row: number, rows: number): void {
    const size = this.#cellSize;
    this.#tiles.mark(kind, (col - 1) * size, (row - 1) * size, (col + BLOCK + 1) * size, (row + rows + 1) * size);
  }
}
