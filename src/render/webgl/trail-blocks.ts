/** Which blocks of the trail map hold water: only over them trails are drawn. */
import { MapTexture, type PlainMap } from './map-texture.js';
import type { Resources, Texture } from './resources.js';
import { SmoothTrail } from './smooth-trail.js';
import { STALE, TRAIL, type WetTiles } from './wet-tiles.js';

/** Cells a side of a block. */
const BLOCK = 8;

export class TrailBlocks {
  readonly #map: MapTexture;
  readonly #smooth: SmoothTrail;
  readonly #tiles: WetTiles;
  #cellSize = 1;
  #across = 0;
  #wet = new Uint8Array(0);

  /** `tiles` are told where trails are and where they changed. */
  constructor(resources: Resources, tiles: WetTiles) {
    this.#map = new MapTexture(resources, resources.gl.R32F);
    this.#tiles = tiles;
    // A cell's height reaches into those beside it.
    this.#smooth = new SmoothTrail((row, col0, col1) => this.#mark(STALE, col0 - 1, row - 1, col1 + 1, row + 2));
  }

  get texture(): Texture | null {
    return this.#map.texture;
  }

  /** Takes over what changed in the map and marks the picture's tiles that trails wet, and where they changed. */
  update(map: PlainMap, cellSize: number): void {
    this.#cellSize = cellSize;
    const changed = this.#map.update(map, this.#smooth);
    this.#fit(map);
    for (let n = 0; n < changed.length; n += 4) {
      this.#look(
        this.#smooth.map,
        changed[n],
        changed[n + 1],
        changed[n] + changed[n + 2],
        changed[n + 1] + changed[n + 3],
      );
    }
    for (let block = 0; block < this.#wet.length; block++) {
      if (!this.#wet[block]) continue;
      const col = BLOCK * (block % this.#across);
      const row = BLOCK * Math.floor(block / this.#across);
      this.#mark(TRAIL, col, row, col + BLOCK, row + BLOCK);
    }
  }

  #fit({ width, height }: PlainMap): void {
    const across = Math.ceil(width / BLOCK);
    const blocks = across * Math.ceil(height / BLOCK);
    if (this.#wet.length === blocks && this.#across === across) return;
    this.#across = across;
    this.#wet = new Uint8Array(blocks);
  }

  /** Looks again at the blocks whose water, or whose neighbours' water one cell away, may have changed. */
  #look(map: PlainMap, col0: number, row0: number, col1: number, row1: number): void {
    const left = Math.max(0, Math.floor((col0 - 1) / BLOCK));
    const top = Math.max(0, Math.floor((row0 - 1) / BLOCK));
    for (let row = top; row <= Math.floor(row1 / BLOCK) && BLOCK * row < map.height; row++) {
      for (let col = left; col <= Math.floor(col1 / BLOCK) && BLOCK * col < map.width; col++) {
        this.#wet[row * this.#across + col] = isWet(map, BLOCK * col, BLOCK * row) ? 1 : 0;
      }
    }
  }

  /** Marks the picture's tiles over cells. */
  #mark(kind: number, col0: number, row0: number, col1: number, row1: number): void {
    const size = this.#cellSize;
    this.#tiles.mark(kind, col0 * size, row0 * size, col1 * size, row1 * size);
  }
}

/** Is there water in a block, or in a cell beside it, which the spline still feels? */
function isWet({ data, stride, width, height }: PlainMap, col: number, row: number): boolean {
  const right = Math.min(width, col + BLOCK + 1);
  const bottom = Math.min(height, row + BLOCK + 1);
  for (let y = Math.max(0, row - 1); y < bottom; y++) {
    for (let i = y * stride + Math.max(0, col - 1); i < y * stride + right; i++) if (data[i] > 0) return true;
  }
  return false;
}
