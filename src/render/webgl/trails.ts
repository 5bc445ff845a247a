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
    this.#smooth = new SmoothTrail((row, block) => this.#mark(STALE, BLOCK * block, row, 1));
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
      this.#mark(TRAIL, BLOCK * (block % across), BLOCK * Math.floor(block / across), BLOCK);
    }
  }

  /** Marks the picture's tiles over rows of a block, and over the cells beside them, into which their heights reach. */
  #mark(kind: number, col: number, row: number, rows: number): void {
    const size = this.#cellSize;
    this.#tiles.mark(kind, (col - 1) * size, (row - 1) * size, (col + BLOCK + 1) * size, (row + rows + 1) * size);
  }
}
