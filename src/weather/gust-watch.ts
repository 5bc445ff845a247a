import type { StateVisitor } from '../core/state-visitor.js';

/**
 * Remembers how far the wind may change before a still drop may let go, so that not every drop has to be asked in every
 * step. The wind is a vector q = |a|·a of the air's velocity a; the drag on a drop is its weight times q, so that it is
 * known at which q friction is overcome. A wind that keeps its direction may grow so far and fall so far; one that a
 * vehicle drives into turns, and then a pull grows by no more than weight·|Δq|. The bound is never too wide, so asking
 * more often than needed changes nothing.
 */
export class GustWatch {
  readonly #turns: boolean;
  /** The wind when all were asked. */
  #x = 0;
  #y = 0;
  /** How much stronger and how much weaker it may be; how far from that in any direction, if it turns. */
  #more = Number.POSITIVE_INFINITY;
  #less = Number.POSITIVE_INFINITY;

  /** @param turns can the wind change its direction? */
  constructor(turns: boolean) {
    this.#turns = turns;
  }

  /** All still drops are asked now, with the wind at (x, y). */
  restart(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#more = Number.POSITIVE_INFINITY;
    this.#less = Number.POSITIVE_INFINITY;
  }

  /**
   * A drop rests that is pulled with `pull`, of which `along` is along the drag, and held with `held` [mg·mm/s²], while the
   * wind is (x, y); `weight` is its drag over |q|.
   */
  note(pull: number, along: number, held: number, weight: number, x: number, y: number): void {
    if (this.#turns) {
      this.#narrow(((held - pull) / weight) * CAREFUL - this.#distance(x, y), Number.POSITIVE_INFINITY);
      return;
    }
    // Who does not hold now is to be asked at once.
    if (pull > held) {
      this.#narrow(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
      return;
    }
    // Where pull² + 2·along·Δ + Δ² = held².
    const root = Math.sqrt(along * along + (held - pull) * (held + pull));
    const grown = this.#growth(x, y);
    this.#narrow(((root - along) / weight) * CAREFUL + grown, ((root + along) / weight) * CAREFUL - grown);
  }

  /** Has the wind changed so much that somebody may let go? */
  isPassed(x: number, y: number): boolean {
    if (this.#turns) return this.#distance(x, y) >= this.#more;
    const grown = this.#growth(x, y);
    return grown >= this.#more || -grown >= this.#less;
  }

  /** Walks the state, for saving, loading and hashing. */
  visit(visitor: Pick<StateVisitor, 'number'>): void {
    this.#x = visitor.number(this.#x);
    this.#y = visitor.number(this.#y);
    this.#more = visitor.number(this.#more, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    this.#less = visitor.number(this.#less, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  #narrow(more: number, less: number): void {
    if (more < this.#more) this.#more = more;
    if (less < this.#less) this.#less = less;
  }

  #distance(x: number, y: number): number {
    const dx = x - this.#x;
    const dy = y - this.#y;
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** How much stronger the wind is than when all were asked. */
  #growth(x: number, y: number): number {
    return Math.sqrt(x * x + y * y) - Math.sqrt(this.#x * this.#x + this.#y * this.#y);
  }
}

/** Rounding may not make anybody hold who does not. */
const CAREFUL = 1 - 1e-9;
