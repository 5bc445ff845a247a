/** The fine drops, tile by tile of their layer: a tile is looked at again when the layer changed there. */

import { CAPTURE } from '../../core/build-flags.js';
import type { FineView } from '../../core/frame.js';
import { profileK, profileScale } from '../../core/profile.js';
import { CAP_TILE, CapTiles, type FineDrop } from '../water/fine-drops.js';
import { changes } from './map-texture.js';
import type { Parts } from './programs.js';
import type { QuadList } from './quads.js';

/**
 * Most tiles looked at for one picture where caps come back, which may be everywhere; where something swept them, all are.
 * If nothing has changed since the last picture there is time for all that wait.
 */
const MOST_GROWN = 4;
/** More than there can be. */
export const ALL = 1e6;

/** A rectangle of the pane [mm]: left, top, right, bottom. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

export class FineTiles {
  readonly #quads: QuadList;
  #caps: CapTiles | null = null;
  /** Tiles of a layer that will be drawn next, looked at before. */
  #ahead: { caps: CapTiles; key: string } | null = null;
  #key = '';
  /** Tiles where caps came back that wait for being looked at; one of a layer that is gone does no harm. */
  readonly #grown = new Set<number>();
  #data: Float32Array | null = null;
  #amount = 0;
  #generation = 0;
  /** What the maps held last: the layer reports changes by large tiles, in which most cells have not changed. */
  #amounts = new Float32Array(0);
  #generations = new Uint32Array(0);
  /** k and the height scale of all caps, as bodies have them. */
  profile: readonly number[] = [];

  /** `quads` have `DROP_SIZE` floats each. */
  constructor(quads: QuadList) {
    this.#quads = quads;
  }

  /** Looks in parts at the tiles of a new layer that reach into a box. */
  *prepare(fine: FineView, [x0, y0, x1, y1]: Box): Parts {
    // Where only some of it changed there is little to look at.
    if (!CAPTURE || !this.#isNew(fine)) return;
    const caps = new CapTiles(fine);
    this.#ahead = { caps, key: keyOf(fine) + fine.amount.version };
    for (const tile of caps.tilesIn(x0, y0, x1, y1, caps.reach)) {
      caps.drawn(tile);
      yield;
    }
  }

  /** Takes over what changed and returns where drops came, went or changed; null if everywhere. */
  update(fine: FineView | null): readonly Box[] | null {
    if (!fine) {
      const had = this.#caps;
      this.#caps = null;
      return had ? null : [];
    }
    const { contactAngle, amount, generation } = fine;
    const key = keyOf(fine);
    const caps = this.#isNew(fine) ? null : this.#caps;
    this.#key = key;
    this.#data = amount.data;
    this.profile = [profileK(contactAngle), profileScale(contactAngle)];
    const swept = new Set<number>();
    const grown = amount.version === this.#amount ? ALL : MOST_GROWN;
    if (caps) {
      caps.fine = fine;
      takeChanges(caps, amount, this.#amount, this.#amounts, this.#grown);
      takeChanges(caps, generation, this.#generation, this.#generations, swept);
    } else {
      const ahead = CAPTURE ? this.#ahead : null;
      this.#caps = ahead?.key === key + amount.version ? ahead.caps : new CapTiles(fine);
      this.#caps.fine = fine;
      this.#ahead = null;
      this.#amounts = amount.data.slice();
      this.#generations = generation.data.slice();
    }
    this.#amount = amount.version;
    this.#generation = generation.version;
    if (!caps) return null;
    return [...lookAgain(caps, swept, ALL), ...lookAgain(caps, this.#grown, grown)];
  }

  /** Is it another layer than before? */
  #isNew(fine: FineView): boolean {
    const { amount } = fine;
    // Another simulation's layer has versions of its own; a copy of the same one is other data in every frame.
    const other = amount.data !== this.#data && (amount.version < this.#amount || 'changedSince' in amount);
    return other || !this.#caps || keyOf(fine) !== this.#key;
  }

  /** Tiles that wait to be looked at; those of a layer that is gone do not. */
  get waiting(): number {
    return this.#caps ? this.#grown.size : 0;
  }

  /** The drops that reach into a box, or as far as `beyond` [mm] beside it. */
  reaching([x0, y0, x1, y1]: Box, beyond: number): FineDrop[] {
    const caps = this.#caps;
    if (!caps) return [];
    return caps
      .tilesIn(x0, y0, x1, y1, caps.reach + beyond)
      .flatMap((tile) => caps.drawn(tile).filter((drop) => reachesInto(drop, [x0, y0, x1, y1], beyond)));
  }

  /** Draws these drops, which may be another chart's too. */
  draw(drops: readonly FineDrop[]): void {
    this.#quads.draw(Float32Array.from(drops.flat()), drops.length);
  }
}

/** Does a drop reach into a box, or as far as `beyond` [mm] beside it? */
export function reachesInto([x, y, radius, reach]: FineDrop, [x0, y0, x1, y1]: Box, beyond: number): boolean {
  const far = radius * reach + beyond;
  return x > x0 - far && x < x1 + far && y > y0 - far && y < y1 + far;
}

/** Equal for layers with the same drops. */
function keyOf({ seed, density, sizeRate, largest, spread, contactAngle, cellSize, amount }: FineView): string {
  return [seed, density, sizeRate, largest, spread, contactAngle, cellSize, amount.width, amount.height].join();
}

/** Brings `known` up to date and lets the tiles of cells that changed wait. */
function takeChanges(
  { across }: CapTiles,
  map: FineView['amount'] | FineView['generation'],
  since: number,
  known: Float32Array | Uint32Array,
  waiting: Set<number>,
): void {
  const changed = changes(map, since);
  for (let n = 0; n < changed.length; n += 4) {
    const [col0, row0, width, height] = changed.subarray(n, n + 4);
    for (let row = row0; row < row0 + height; row++) {
      const tiles = across * Math.floor(row / CAP_TILE);
      for (let col = col0, i = row * map.stride + col0; col < col0 + width; col++, i++) {
        if (known[i] === map.data[i]) continue;
        known[i] = map.data[i];
        waiting.add(tiles + Math.floor(col / CAP_TILE));
      }
    }
  }
}

/** Looks at up to `most` waiting tiles and returns the boxes of drops that came, went or are others then. */
function lookAgain(caps: CapTiles, waiting: Set<number>, most: number): Box[] {
  const boxes: Box[] = [];
  for (const tile of waiting) {
    if (most-- <= 0) break;
    waiting.delete(tile);
    for (const [x, y, radius, reach] of caps.refresh(tile)) {
      const far = radius * reach;
      boxes.push([x - far, y - far, x + far, y + far]);
    }
  }
  return boxes;
}
