/**
 * The fine caps that are drawn (look.ts, 2), by tiles of their layer. The layer throws its caps where chance wants them, as
 * Poisson's law has it (NAK-12), so some overlap; water that touches is one drop. Of two caps that touch (as
 * round ones: outlines differ from that by little), the smaller is not drawn.
 */
import { FINE_CAP_REACH, FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../core/fine-caps.js';
import type { FineView } from '../../core/frame.js';

/** Numbers a cap: x, y, base radius [mm], outline c₂, s₂; the first ones of `fineCaps`. */
export const CAP_SIZE = 5;
/** Cells of the layer a side of a tile. */
export const CAP_TILE = 8;

/** Caps one after another. */
type Caps = Float32Array;

export class CapTiles {
  readonly across: number;
  readonly down: number;
  /** Side of a tile, and the widest cap's radius [mm]. */
  readonly side: number;
  readonly reach: number;
  /** All caps of a tile, and those that are drawn, once somebody asked. */
  readonly #all: Caps[] = [];
  readonly #drawn: (Caps | undefined)[] = [];

  constructor({ amount, cellSize, spread, largest }: FineView) {
    this.across = Math.ceil(amount.width / CAP_TILE);
    this.down = Math.ceil(amount.height / CAP_TILE);
    this.side = CAP_TILE * cellSize;
    this.reach = FINE_CAP_REACH * spread * largest;
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

  /** Looks at a tile again; true if its caps are others now. */
  refresh(fine: FineView, tile: number): boolean {
    const old = this.#all[tile];
    const caps = capsOf(fine, CAP_TILE * (tile % this.across), CAP_TILE * Math.floor(tile / this.across));
    this.#all[tile] = caps;
    if (old && isEqual(old, caps)) return false;
    for (const near of this.#near(tile)) this.#drawn[near] = undefined;
    return true;
  }

  /** The caps of a tile that are drawn. Those of the tiles around it must have been looked at. */
  drawn(tile: number): Caps {
    this.#drawn[tile] ??= standing(
      this.#all[tile],
      this.#near(tile).map((near) => this.#all[near] ?? []),
    );
    return this.#drawn[tile];
  }

  /** The tiles whose caps may touch those of a tile, itself among them. */
  #near(tile: number): number[] {
    const x = this.side * (tile % this.across);
    const y = this.side * Math.floor(tile / this.across);
    return this.tilesIn(x, y, x + this.side, y + this.side, 2 * this.reach);
  }
}

const CELL = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);

/** All caps of the tile whose first cell is (col0, row0). */
function capsOf(fine: FineView, col0: number, row0: number): Caps {
  const caps: number[] = [];
  for (let row = row0; row < Math.min(row0 + CAP_TILE, fine.amount.height); row++) {
    for (let col = col0; col < Math.min(col0 + CAP_TILE, fine.amount.width); col++) {
      const end = FINE_CAP_SIZE * fineCaps(fine, col, row, CELL);
      for (let at = 0; at < end; at += FINE_CAP_SIZE) caps.push(...CELL.subarray(at, at + CAP_SIZE));
    }
  }
  return Float32Array.from(caps);
}

/** Those of `caps` that touch no larger one of `others`. */
function standing(caps: Caps, others: readonly ArrayLike<number>[]): Caps {
  const kept: number[] = [];
  for (let at = 0; at < caps.length; at += CAP_SIZE) {
    const [x, y, radius] = [caps[at], caps[at + 1], caps[at + 2]];
    if (!others.some((list) => isSwallowed(x, y, radius, list))) kept.push(...caps.subarray(at, at + CAP_SIZE));
  }
  return Float32Array.from(kept);
}

/** Does a cap touch a larger one of a list? */
function isSwallowed(x: number, y: number, radius: number, caps: ArrayLike<number>): boolean {
  for (let at = 0; at < caps.length; at += CAP_SIZE) {
    if (caps[at + 2] <= radius) continue;
    const touch = radius + caps[at + 2];
    const dx = caps[at] - x;
    const dy = caps[at + 1] - y;
    if (dx * dx + dy * dy < touch * touch) return true;
  }
  return false;
}

function isEqual(a: Caps, b: Caps): boolean {
  return a.length === b.length && a.every((value, n) => value === b[n]);
}
