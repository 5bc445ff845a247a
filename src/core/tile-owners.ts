import { DRY } from './grid.js';

/** No id is higher; none is as low as `DRY`. */
export const ANYBODY = 0xffffffff;

/**
 * Whose water may lie in each tile: no id outside lowest … highest does. Most tiles hold the water of one drop, so that
 * whoever looks for some ids need look into few of them.
 */
export class TileOwners {
  readonly lowest: Uint32Array;
  readonly highest: Uint32Array;

  constructor(tiles: number) {
    this.lowest = new Uint32Array(tiles).fill(ANYBODY);
    this.highest = new Uint32Array(tiles);
  }

  /** Ids from `lowest` to `highest` may have come into a tile. */
  include(tile: number, lowest: number, highest: number): void {
    if (lowest < this.lowest[tile]) this.lowest[tile] = lowest;
    if (highest > this.highest[tile]) this.highest[tile] = highest;
  }

  /** A tile holds these, the lowest and the highest of them, and no others. */
  set(tile: number, lowest: number, highest: number): void {
    this.lowest[tile] = lowest;
    this.highest[tile] = highest;
  }

  /** A tile may have got ids from another, if there is that one. */
  includeThoseOf(tile: number, other: number): void {
    if (other >= 0 && other < this.lowest.length) this.include(tile, this.lowest[other], this.highest[other]);
  }

  /** Nothing is known: anybody's may be anywhere. */
  forget(): void {
    this.lowest.fill(DRY);
    this.highest.fill(ANYBODY);
  }
}
