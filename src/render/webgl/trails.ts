/**
 * The map that water is drawn from as a texture, trails or all heights, and which tiles of the picture it wets.
 */
import type { DrawnFrom, Smoothing } from '../../core/frame.js';
import { DRAWN_LIMITS } from '../water/map-water.js';
import { BLOCK, MapTexture, type PlainMap, SmoothTrail } from './map-texture.js';
import type { Resources, Texture } from './resources.js';
import { STALE, TRAIL, type WetTiles } from './wet-tiles.js';

export class Trails {
  #map!: MapTexture;
  #smooth!: SmoothTrail;
  #from: DrawnFrom | null = null;
  #smoothing: Smoothing | undefined;
  readonly #tiles: WetTiles;
  readonly #resources: Resources;
  #cellSize = 1;

  /** Marks in `tiles` where trails are and where they changed. */
  constructor(resources: Resources, tiles: WetTiles) {
    this.#resources = resources;
    this.#tiles = tiles;
  }

  get texture(): Texture | null {
    return this.#map?.texture ?? null;
  }

  /** Takes over what changed in the map: of trails, or of all heights. */
  update(map: PlainMap, cellSize: number, from: DrawnFrom, smoothing?: Smoothing): void {
    this.#cellSize = cellSize;
    if (from !== this.#from || smoothing !== this.#smoothing) this.#draw(from, smoothing);
    this.#map.update(map, this.#smooth);
    const { wet, across } = this.#smooth;
    for (let block = 0; block < wet.length; block++) {
      if (wet[block] === 0) continue;
      this.#mark(TRAIL, BLOCK * (block % across), BLOCK * Math.floor(block / across), BLOCK);
    }
  }

  /** From now on water is drawn from this. */
  #draw(from: DrawnFrom, smoothing?: Smoothing): void {
    const { gl } = this.#resources;
    const tell = (row: number, block: number) => this.#mark(STALE, BLOCK * block, row, 1);
    if (this.#from) this.#resources.free(this.#map.texture);
    this.#from = from;
    this.#smoothing = smoothing;
    this.#map = new MapTexture(this.#resources, from === 'heights' ? gl.RG32F : gl.R32F);
    this.#smooth = new SmoothTrail(tell, from === 'heights' ? DRAWN_LIMITS : undefined, smoothing);
  }

  /** Marks the picture's tiles over rows of a block, and over the cells beside them, into which their heights reach. */
  #mark(kind: number, col: number, row: number, rows: number): void {
    const size = this.#cellSize;
    const more = this.#from === 'heights' ? 2 : 1;
    const [right, bottom] = [col + BLOCK + more, row + rows + more];
    this.#tiles.mark(kind, (col - more) * size, (row - more) * size, right * size, bottom * size);
  }
}
