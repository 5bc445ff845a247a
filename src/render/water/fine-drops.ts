/**
 * The fine drops of a picture (look.ts, 2), by tiles of their layer. The layer places its caps at random by Poisson's law
 * (NAK-12), so some overlap, and water that touches is one drop. Caps are taken from the largest to the smallest:
 *
 * - A cap that touches no visible cap becomes a drop.
 * - A cap that touches one drop gives its water to it and is visible as a lobe of it.
 * - A cap that touches two drops, or only the lobe of another, gives its water to the larger drop and is not visible.
 *   Otherwise a dense layer would be a single drop.
 *
 * A cap thus depends on larger caps beside it, these on others, and no margin around a part of a picture is surely wide
 * enough. So the dependencies are followed cap by cap as far as they go, and the results are kept.
 */
import { FINE_CAP_REACH, FINE_CAP_SIZE, fineCaps, MOST_FINE_CAPS } from '../../core/fine-caps.js';
import type { FineView } from '../../core/frame.js';
import { cbrt } from '../../core/math.js';
import { turnVector } from '../../surface/seams.js';

/** Lobes of a drop: one of its own, because no cap on real glass is round, and those of the largest caps it absorbed. */
export const LOBES = 3;
/** Numbers of a drop: x, y, base radius [mm], reach over it; a (two numbers), b, c of each lobe; outline c₂, s₂. */
export const DROP_LOBES = 4;
export const LOBE_SIZE = 4;
export const DROP_OUTLINE = DROP_LOBES + LOBES * LOBE_SIZE;
export const DROP_SIZE = DROP_OUTLINE + 2;
/** No drop reaches further than this many radii of the largest cap; those of a very dense layer would. */
export const DROP_REACH = 4.5;

/** Water that a lobe of radius r adds to a round drop, over r⁴. Nearly constant over its position (by trial, within a fifth). */
const LOBE_WATER = 1.85;

/** Cells of the layer along the side of a tile. */
export const CAP_TILE = 8;
/** Caps touch if they are nearer than this many times the sum of their radii: their outlines are not round. */
export const TOUCH = 1.12;

/**
 * The numbers of a drop. All of it is under one pressure, which for small slopes means one curvature: the drop is where
 * q < 1 and has a cap's height there (`capPoint`, surface-point.ts), with
 *
 *     q = p·Mp − max(0, δ₁, δ₂, …),   δ = a·p + b
 *
 * p is the position from the cap's middle over its radius, M the cap's oval. Each δ shifts the paraboloid: a lobe of radius r
 * at d has a = 2Md and b = r² − 1 − d·Md. A lobe is lower than the cap that was there, because its water has flowed on. The
 * maximum is soft by c = softness·r² between a lobe and all before it, which fills the necks. A plain array, because it is
 * made in a fraction of the time that a typed one takes.
 */
export type FineDrop = readonly number[];

/** A cap of the layer. */
export interface Cap {
  /** [mm] */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Outline. */
  readonly c2: number;
  readonly s2: number;
  /** The cap that has its water; the cap itself if it is a drop. Undefined until it is needed. */
  host?: Cap;
  /** Is it visible, as a drop or as a lobe? Known together with its host. */
  isSeen?: boolean;
  /** The drop as it is drawn, if the cap is one. Undefined until it is needed. */
  drop?: FineDrop;
}

/** The drop that some caps have become; the largest gives it its middle. It reaches no further than `most` [mm]. */
export function makeDrop(caps: readonly Cap[], most: number): FineDrop {
  const [{ x, y, radius, c2, s2 }, ...others] = [...caps].sort((a, b) => b.radius - a.radius);
  /** Relative to a round cap of its radius: the water of all caps, and the water that the outline would hold. */
  let water = 1;
  let held = 1;
  let reach = FINE_CAP_REACH;
  const lobes: number[] = [];
  /** Position and radius of a lobe, over the radius of the drop. */
  const addLobe = (dx: number, dy: number, r: number): void => {
    const mx = dx - c2 * dx - s2 * dy;
    const my = dy + c2 * dy - s2 * dx;
    const far2 = dx * mx + dy * my;
    // A lobe this deep inside does not change the outline.
    if (far2 < 0.2) return;
    // Small lobes are drawn nearer and wider than the caps were: bays, not bubbles on a neck.
    const pull = Math.min(1, (1 + 0.4 * r + 0.4 * r * r) / Math.sqrt(far2));
    const wide = (1.3 - 0.3 * r) * r;
    const wide2 = wide * wide;
    lobes.push(2 * pull * mx, 2 * pull * my, wide2 - 1 - pull * pull * far2, (2 - 0.8 * r) * wide2);
    held += LOBE_WATER * wide2 * wide2;
    // Ovals reach further, and soft maxima add up.
    reach = Math.max(reach, pull * Math.sqrt(dx * dx + dy * dy) + 1.6 * wide) + 0.08;
  };
  // The oval's two numbers place the drop's own lobe: at any angle to its axis, and too deep inside if it is nearly round.
  addLobe(2.4 * c2, 2.4 * s2, 0.5);
  for (const other of others) {
    const r = other.radius / radius;
    water += r * r * r;
    if (other.isSeen && lobes.length < LOBES * LOBE_SIZE) addLobe((other.x - x) / radius, (other.y - y) / radius, r);
  }
  while (lobes.length < LOBES * LOBE_SIZE) lobes.push(0, 0, -1, 0);
  return [x, y, Math.min(radius * cbrt(water / held), most / reach), reach, ...lobes, c2, s2];
}

/** The caps of a layer and the drops that they become, tile by tile: computed when they are needed, and kept. */
/** A drop as it lies at another place, turned by `quarters` right angles. */
export function turnDrop(drop: FineDrop, x: number, y: number, quarters: number): FineDrop {
  const turned = [...drop];
  turned[0] = x;
  turned[1] = y;
  for (let lobe = 0; lobe < LOBES; lobe++) {
    const at = DROP_LOBES + lobe * LOBE_SIZE;
    const vector = Float64Array.of(drop[at], drop[at + 1]);
    turnVector(vector, quarters);
    turned[at] = vector[0];
    turned[at + 1] = vector[1];
  }
  // An oval that is turned by a right angle is long where it was short.
  const sign = quarters % 2 === 1 ? -1 : 1;
  turned[DROP_OUTLINE] *= sign;
  turned[DROP_OUTLINE + 1] *= sign;
  return turned;
}

export class CapTiles {
  readonly across: number;
  readonly down: number;
  /** Side of a tile, radius of the largest cap, and the largest reach of a drop from its middle [mm]. */
  readonly side: number;
  readonly largest: number;
  readonly reach: number;
  /** The layer now; a tile keeps the caps that it had when it was last read. */
  fine: FineView;
  /** The caps of the tiles that were read. */
  readonly #tiles: Cap[][] = [];

  constructor(fine: FineView) {
    this.fine = fine;
    this.across = Math.ceil(fine.amount.width / CAP_TILE);
    this.down = Math.ceil(fine.amount.height / CAP_TILE);
    this.side = CAP_TILE * fine.cellSize;
    this.largest = fine.spread * fine.largest;
    this.reach = DROP_REACH * this.largest;
  }

  /** The tiles that a rectangle of the chart [mm] meets, widened by `margin` [mm] on every side. */
  tilesIn(left: number, top: number, right: number, bottom: number, margin: number): number[] {
    const first = (edge: number) => Math.max(0, Math.floor((edge - margin) / this.side));
    const last = (edge: number, count: number) => Math.min(count - 1, Math.floor((edge + margin) / this.side));
    const tiles: number[] = [];
    for (let row = first(top); row <= last(bottom, this.down); row++) {
      for (let col = first(left); col <= last(right, this.across); col++) tiles.push(row * this.across + col);
    }
    return tiles;
  }

  /** Reads a tile again and returns the drops that are gone and those that are new; a changed drop is in both. */
  refresh(tile: number): FineDrop[] {
    const before = this.#tiles[tile];
    // A tile that was never read is read when it is needed.
    if (!before) return [];
    // A cap at the same place is the same cap.
    const now = this.#capsOf(tile).map((cap) => before.find(({ x }) => x === cap.x) ?? cap);
    this.#tiles[tile] = now;
    const gone = before.filter((cap) => !now.includes(cap));
    const others = [...gone, ...now.filter(({ host }) => !host)];
    const changed = new Set<Cap>();
    // A cap that comes, goes or changes may absorb or free smaller caps beside it, and these the next.
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
    const changes: FineDrop[] = [];
    for (const cap of changed) {
      if (cap.drop) changes.push(cap.drop);
      cap.drop = undefined;
      if (cap.host === cap && !gone.includes(cap)) changes.push(this.#dropOf(cap));
    }
    return changes;
  }

  /** The drops whose middles lie in a tile. */
  drawn(tile: number): FineDrop[] {
    const caps = this.capsIn(tile).filter((cap) => this.#hostOf(cap) === cap);
    return caps.map((cap) => this.#dropOf(cap));
  }

  #dropOf(cap: Cap): FineDrop {
    if (!cap.drop) {
      const parts = new Set([cap]);
      for (const part of parts) {
        for (const other of part.isSeen ? this.#touching(part) : []) if (this.#hostOf(other) === cap) parts.add(other);
      }
      cap.drop = makeDrop([...parts], this.reach);
    }
    return cap.drop;
  }

  /** The caps of a tile, as they were when it was last read. */
  capsIn(tile: number): Cap[] {
    this.#tiles[tile] ??= this.#capsOf(tile);
    return this.#tiles[tile];
  }

  /** All caps of a tile as the layer is now. */
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

  /** The caps that touch a cap, including itself. */
  #touching({ x, y, radius }: Cap): Cap[] {
    const found: Cap[] = [];
    for (const tile of this.tilesIn(x, y, x, y, TOUCH * (radius + this.largest))) {
      for (const cap of this.capsIn(tile)) {
        const touch = TOUCH * (radius + cap.radius);
        const dx = cap.x - x;
        const dy = cap.y - y;
        if (dx * dx + dy * dy < touch * touch) found.push(cap);
      }
    }
    return found;
  }

  /** The cap that has the water of a cap. */
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
