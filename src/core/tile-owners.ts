import { DRY, type Grid } from './grid.js';

/** No id is higher; none is as low as `DRY`. */
export const ANYBODY = 0xffffffff;

/** Words a tile: the lowest id that may be in it and the highest; none is outside. */
const WORDS = 2;

/** Words before the first tile's and after the last's that stay 0, so that no one need ask whether a neighbour is there. */
export function wordsBeyond({ columns }: Grid): number {
  return columns + 2 * WORDS;
}

/** Words that the owners of so many tiles take. */
export function ownerWords(tiles: number): number {
  return WORDS * tiles;
}

/**
 * Whose water may lie in each tile. Most tiles hold the water of one drop, so that whoever looks for some ids, or for two
 * that touch, need look into few of them.
 */
export class TileOwners {
  readonly #words: Uint32Array;

  /** @param words of all tiles, where the kernels see them; 0 at first, which is nobody */
  constructor(words: Uint32Array) {
    this.#words = words;
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
    for (let at = 0; at < this.#words.length; at += WORDS) {
      this.#words[at] = DRY;
      this.#words[at + 1] = ANYBODY;
    }
  }
}
