/**
 * The fine drops that are drawn (look.ts, 2), by tiles of their layer. The layer throws its caps where chance wants them, as
 * Poisson's law has it (NAK-12), so some overlap; water that touches is one drop. Largest first, a cap that touches nothing
 * seen yet is a drop. One that touches a drop gives it its water and is seen as a lobe of it. One that touches two, or no
 * more than another's lobe, gives its water to the larger and is not seen: or the densest layer would be a single drop.
 *
 * So a cap depends on larger ones beside it, they on others, and no margin around a part of the picture is surely enough.
 * Caps are asked one by one instead, as far as it takes, and their answers kept.
 */
import { FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../core/fine-caps.js';
import type { FineView } from '../../core/frame.js';
import { type Cap, DROP_REACH, type Drop, makeDrop } from './cap-drop.js';

/** Cells of the layer a side of a tile. */
export const CAP_TILE = 8;
/** Caps touch if they are nearer than this many times both radii: outlines are not round, and reach further. */
export const TOUCH = 1.12;

export class CapTiles {
  readonly across: number;
  readonly down: number;
  /** Side of a tile, radius of the largest cap and how far a drop reaches from its middle [mm]. */
  readonly side: number;
  readonly largest: number;
  readonly reach: number;
  /** The layer now; a tile stays as it was when it was looked at. */
  fine: FineView;
  /** The caps of tiles that were looked at. */
  readonly #tiles: Cap[][] = [];

  constructor(fine: FineView) {
    this.fine = fine;
    this.across = Math.ceil(fine.amount.width / CAP_TILE);
    this.down = Math.ceil(fine.amount.height / CAP_TILE);
    this.side = CAP_TILE * fine.cellSize;
    this.largest = fine.spread * fine.largest;
    this.reach = DROP_REACH * this.largest;
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

  /** Looks at a tile again and returns the drops that are no more and those that are new; one that changed is both. */
  refresh(tile: number): Drop[] {
    const before = this.#tiles[tile];
    // What nobody has asked for yet is looked at when somebody does.
    if (!before) return [];
    // Who stands at the same place is the same.
    const now = this.#capsOf(tile).map((cap) => before.find(({ x }) => x === cap.x) ?? cap);
    this.#tiles[tile] = now;
    const gone = before.filter((cap) => !now.includes(cap));
    const others = [...gone, ...now.filter(({ host }) => !host)];
    const changed = new Set<Cap>();
    // Whoever comes, goes or changes may take or free smaller ones beside it, and they the next.
    for (const cap of others) {
      for (const smaller of this.#touching(cap)) {
        const { host, isSeen } = smaller;
        if (!host || smaller.radius >= cap.radius) continue;
        smaller.host = undefined;
        if (this.#hostOf(smaller) === host && smaller.isSeen === isSeen) continue;
        others.push(smaller);
        changed.add(host);
      }
    }
    for (const cap of others) changed.add(this.#hostOf(cap));
    const told: Drop[] = [];
    for (const cap of changed) {
      if (cap.drop) told.push(cap.drop);
      cap.drop = undefined;
      if (cap.host === cap && !gone.includes(cap)) told.push(this.#dropOf(cap));
    }
    return told;
  }

  /** The drops whose middles are in a tile. */
  drawn(tile: number): Drop[] {
    const caps = this.#capsIn(tile).filter((cap) => this.#hostOf(cap) === cap);
    return caps.map((cap) => this.#dropOf(cap));
  }

  #dropOf(cap: Cap): Drop {
    if (!cap.drop) {
      const parts = new Set([cap]);
      for (const part of parts) {
        for (const other of part.isSeen ? this.#touching(part) : []) if (this.#hostOf(other) === cap) parts.add(other);
      }
      cap.drop = makeDrop([...parts], this.reach);
    }
    return cap.drop;
  }

  #capsIn(tile: number): Cap[] {
    this.#tiles[tile] ??= this.#capsOf(tile);
    return this.#tiles[tile];
  }

  /** All caps of a tile as it is now. */
  #capsOf(tile: number): Cap[] {
    const { amount } = this.fine;
    const col0 = CAP_TILE * (tile % this.across);
    const row0 = CAP_TILE * Math.floor(tile / this.across);
    const caps: Cap[] = [];
    for (let row = row0; row < Math.min(row0 + CAP_TILE, amount.height); row++) {
      for (let col = col0; col < Math.min(col0 + CAP_TILE, amount.width); col++) {
        const end = FINE_CAP_SIZE * fineCaps(this.fine, col, row, CELL);
        for (let at = 0; at < end; at += FINE_CAP_SIZE) {
          caps.push({ x: CELL[at], y: CELL[at + 1], radius: CELL[at + 2], c2: CELL[at + 3], s2: CELL[at + 4] });
        }
      }
    }
    return caps;
  }

  /** The caps that touch one, itself among them. */
  #touching({ x, y, radius }: Cap): Cap[] {
    const found: Cap[] = [];
    for (const tile of this.tilesIn(x, y, x, y, TOUCH * (radius + this.largest))) {
      for (const cap of this.#capsIn(tile)) {
        const touch = TOUCH * (radius + cap.radius);
        const dx = cap.x - x;
        const dy = cap.y - y;
        if (dx * dx + dy * dy < touch * touch) found.push(cap);
      }
    }
    return found;
  }

  /** The cap that has the water of one. */
  #hostOf(cap: Cap): Cap {
    if (cap.host) return cap.host;
    const seen = this.#touching(cap).filter((other) => {
      return other.radius > cap.radius && this.#hostOf(other) && other.isSeen;
    });
    let host = cap;
    for (const { host: its = cap } of seen) if (its.radius > host.radius) host = its;
    cap.host = host;
    cap.isSeen = seen.every((other) => other.host === host) && (host === cap || seen.includes(host));
    return host;
  }
}

const CELL = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
