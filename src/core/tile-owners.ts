import { DRY, type Grid } from './grid.js';
import { tileCount, tilesAcross } from './tile-boxes.js';

/** No id is higher; none is as low as `DRY`. */
export const ANYBODY = 0xffffffff;

/** Words a tile: the lowest id that may be in it and the highest; none is outside. */
const WORDS = 2;

/** Tiles before the first and after the last that belong to nobody, so that no one need ask whether a neighbour is there. */
function beyond(grid: Grid): number {
  return tilesAcross(grid) + 1;
}

/** Words that the owners of a chart's tiles take. */
export function ownerWords(grid: Grid): number {
  return WORDS * (tileCount(grid) + 2 * beyond(grid));
}

/** Where among them the first tile's stand. */
export function ownerOrigin(grid: Grid): number {
  return WORDS * beyond(grid);
}

/**
 * Whose water may lie in each tile. Most tiles hold the water of one drop, so that whoever looks for some ids, or for two
 * that touch, need look into few of them.
 */
export class TileOwners {
  readonly #words: Uint32Array;

  /** @param words where the kernels see them, from the first tile's on */
  constructor(grid: Grid, words: Uint32Array = new Uint32Array(WORDS * tileCount(grid))) {
    this.#words = words.subarray(0, WORDS * tileCount(grid));
    this.#fill(ANYBODY, DRY);
  }

  lowest(tile: number): number {
    return this.#words[WORDS * tile];
  }

  highest(tile: number): number {
    return this.#words[WORDS * tile + 1];
  }

  /** Ids from `lowest` to `highest` may have come into a tile. */
  include(tile: number, lowest: number, highest: number): void {
    const words = this.#words;
    const at = WORDS * tile;
    if (lowest < words[at]) words[at] = lowest;
    if (highest > words[at + 1]) words[at + 1] = highest;
  }

  /** A tile may have got ids from another, if there is that one. */
  includeThoseOf(tile: number, other: number): void {
    const isThere = other >= 0 && WORDS * other < this.#words.length;
    if (isThere) this.include(tile, this.lowest(other), this.highest(other));
  }

  /** Nothing is known: anybody's may be anywhere. */
  forget(): void {
    this.#fill(DRY, ANYBODY);
  }

  #fill(lowest: number, highest: number): void {
    for (let at = 0; at < this.#words.length; at += WORDS) {
      this.#words[at] = lowest;
      this.#words[at + 1] = highest;
    }
  }
}
