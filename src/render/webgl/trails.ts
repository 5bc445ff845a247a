/** The trails as a texture, and which tiles of the picture they wet. */
import { MapTexture, type PlainMap } from './map-texture.js';
import type { Resources, Texture } from './resources.js';
import { BLOCK, SmoothTrail } from './smooth-trail.js';
import { STALE, TRAIL, type WetTiles } from './wet-tiles.js';

export class Trails {
  readonly #map: MapTexture;
  readonly #smooth: SmoothTrail;
  readonly #tiles: WetTiles;
  #cellSize = 1;

  /** `tiles` are told where trails are and where they changed. */
  constructor(resources: Resources, tiles: WetTiles) {
    this.#map = new MapTexture(resources, resources.gl.R32F);
    this.#tiles = tiles;
    this.#smooth = new SmoothTrail((row, col0, col1) => this.#mark(STALE, col0, row, col1, row + 1));
  }

  get texture(): Texture | null {
    return this.#map.texture;
  }

  /** Takes over what changed in the map. */
  update(map: PlainMap, cellSize: number): void {
    this.#cellSize = cellSize;
    this.#map.update(map, this.#smooth);
    const { wet, across } = this.#smooth;
    for (let block = 0; block < wet.length; block++) {
      if (wet[block] === 0) continue;
      const col = BLOCK * (block % across);
      const row = BLOCK * Math.floor(block / across);
      this.#mark(TRAIL, col, row, col + BLOCK, row + BLOCK);
    }
  }

  /** Marks the picture's tiles over cells and those beside them, into which their heights reach. */
  #mark(kind: number, col0: number, row0: number, col1: number, row1: number): void {
    const size = this.#cellSize;
    this.#tiles.mark(kind, (col0 - 1) * size, (row0 - 1) * size, (col1 + 1) * size, (row1 + 1) * size);
  }
}
