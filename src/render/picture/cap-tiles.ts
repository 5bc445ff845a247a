/**
 * The fine caps that are drawn (look.ts, 2), by tiles of their layer. The layer throws its caps where chance wants them, as
 * Poisson's law has it (NAK-12), so some overlap; water that touches is one drop. Largest first, a cap is drawn if it
 * touches none that is drawn already (as round ones: outlines differ from that by little). What is not drawn hides
 * nothing, or the densest layer would leave the emptiest glass.
 *
 * So a cap depends on larger ones beside it, they on others, and no margin around a part of the picture is surely enough.
 * Caps are asked one by one instead, as far as it takes, and their answers kept.
 */
import { FINE_CAP_REACH, FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../core/fine-caps.js';
import type { FineView } from '../../core/frame.js';

/** Numbers a cap: x, y, base radius [mm], outline c₂, s₂; the first ones of `fineCaps`. */
export const CAP_SIZE = 5;
/** Cells of the layer a side of a tile. */
export const CAP_TILE = 8;

/** A cap's numbers; in a plain array, which is made in a fraction of the time that a typed one takes. */
export type Cap = readonly number[];

/** A tile that was looked at. */
interface Tile {
  /** Its middle [mm]. */
  readonly x: number;
  readonly y: number;
  /** Largest first. */
  caps: Cap[];
  /** The tiles whose caps may touch those of this one, itself among them. */
  readonly near: readonly number[];
  /** What each cap answered, if it was asked: is it drawn? */
  known: boolean[];
}

export class CapTiles {
  readonly across: number;
  readonly down: number;
  /** Side of a tile, and the widest cap's radius [mm]. */
  readonly side: number;
  readonly reach: number;
  /** The layer now; a tile stays as it was when it was looked at. */
  fine: FineView;
  readonly #tiles: Tile[] = [];

  constructor(fine: FineView) {
    this.fine = fine;
    this.across = Math.ceil(fine.amount.width / CAP_TILE);
    this.down = Math.ceil(fine.amount.height / CAP_TILE);
    this.side = CAP_TILE * fine.cellSize;
    this.reach = FINE_CAP_REACH * fine.spread * fine.largest;
  }

  /** The tiles that a rectangle of the pane [mm] meets, or that lie at most `margin` [mm] beside it. */
  tilesIn(left: number, top: number, right: number, bottom: number, margin: number): number[] {
    const first = (edge: number) => Math.max(0, Math.floor((edge - margin) / this.side));
    const last = (edge: number, count: number) => Math.min(count - 1, Math.floor((edge + margin) / this.side));
    const tiles: number[] = [];
    for (let row = first(top); row <= last(bottom, this.down); row++) {
      for (let col = first(left); col <= last(right, this.across); col++) tiles.push(row * this.across + col);
    }
    return tiles;
  }

  /** Looks at a tile again and returns the tiles whose drawn caps may be others now. */
  refresh(tile: number): number[] {
    const it = this.#tiles[tile];
    // What nobody has asked for yet is looked at when somebody does.
    if (!it) return [];
    const { caps } = it;
    it.caps = this.#capsOf(tile);
    // Who stands at the same place is the same.
    if (caps.length === it.caps.length && caps.every(([x], n) => x === it.caps[n][0])) return [];
    it.known = [];
    const changed = [tile];
    // A cap that came or went may hide or show others beside it, and they the next.
    const waiting = new Set(it.near);
    for (const next of waiting) {
      waiting.delete(next);
      const beside = this.#tiles[next];
      if (!beside || !this.#asksAgain(beside)) continue;
      changed.push(next);
      for (const one of beside.near) waiting.add(one);
    }
    return changed;
  }

  /** The caps of a tile that are drawn, largest first. */
  drawn(tile: number): Cap[] {
    const it = this.#tile(tile);
    return it.caps.filter((_, n) => this.#isDrawn(it, n));
  }

  #tile(tile: number): Tile {
    let it = this.#tiles[tile];
    if (!it) {
      const x = this.side * ((tile % this.across) + 0.5);
      const y = this.side * (Math.floor(tile / this.across) + 0.5);
      const near = this.tilesIn(x, y, x, y, 0.5 * this.side + 2 * this.reach);
      it = { x, y, caps: this.#capsOf(tile), near, known: [] };
      this.#tiles[tile] = it;
    }
    return it;
  }

  /** All caps of a tile as it is now, largest first. */
  #capsOf(tile: number): Cap[] {
    const { amount } = this.fine;
    const col0 = CAP_TILE * (tile % this.across);
    const row0 = CAP_TILE * Math.floor(tile / this.across);
    const caps: Cap[] = [];
    for (let row = row0; row < Math.min(row0 + CAP_TILE, amount.height); row++) {
      for (let col = col0; col < Math.min(col0 + CAP_TILE, amount.width); col++) {
        const end = FINE_CAP_SIZE * fineCaps(this.fine, col, row, CELL);
        for (let at = 0; at < end; at += FINE_CAP_SIZE) {
          caps.push([CELL[at], CELL[at + 1], CELL[at + 2], CELL[at + 3], CELL[at + 4]]);
        }
      }
    }
    return caps.sort((a, b) => b[2] - a[2]);
  }

  #isDrawn(tile: Tile, n: number): boolean {
    tile.known[n] ??= !this.#isHidden(tile, tile.caps[n]);
    return tile.known[n];
  }

  /** Does a cap of a tile touch a larger one that is drawn? */
  #isHidden({ near }: Tile, [x, y, radius]: Cap): boolean {
    for (const one of near) {
      const tile = this.#tile(one);
      // Few of a tile are large enough to reach out of it as far as this.
      const away = Math.max(Math.abs(x - tile.x), Math.abs(y - tile.y)) - 0.5 * this.side;
      const least = Math.max(radius, away - radius);
      for (let n = 0; n < tile.caps.length; n++) {
        const other = tile.caps[n];
        if (other[2] <= least) break;
        const dx = other[0] - x;
        const dy = other[1] - y;
        const touch = radius + other[2];
        if (dx * dx + dy * dy < touch * touch && this.#isDrawn(tile, n)) return true;
      }
    }
    return false;
  }

  /** Asks those caps of a tile again that have answered before, until one answers otherwise; true if one does. */
  #asksAgain(tile: Tile): boolean {
    const before = tile.known;
    tile.known = [];
    return before.some((was, n) => was !== this.#isDrawn(tile, n));
  }
}

const CELL = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
