/**
 * Remembers how far the wind may change before a still drop may let go, so that not every drop has to be asked in every
 * step. The wind is a vector q = |a|·a of the air's velocity a; the drag on a drop is its weight times q, so its pull
 * grows by no more than weight·|Δq|. Whoever holds with some slack to spare holds as long as weight·|Δq| stays below it.
 * The bound is never too wide, so asking more often than needed changes nothing.
 */
export class GustWatch {
  /** The wind when all were asked. */
  #x = 0;
  #y = 0;
  /** How far the wind may be from that. */
  #room = Number.POSITIVE_INFINITY;

  /** All still drops are asked now, with the wind at (x, y). */
  restart(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#room = Number.POSITIVE_INFINITY;
  }

  /** A drop rests with so much slack [mg·mm/s²] while the wind is (x, y); `weight` is its drag over |q|. */
  note(slack: number, weight: number, x: number, y: number): void {
    const room = (slack / weight) * (1 - 1e-9) - this.#distance(x, y);
    if (room < this.#room) this.#room = room;
  }

  /** Has the wind changed so much that somebody may let go? */
  isPassed(x: number, y: number): boolean {
    return this.#distance(x, y) >= this.#room;
  }

  /** Walks the state, for saving, loading and hashing. */
  visit(visitor: { number(value: number): number }): void {
    this.#x = visitor.number(this.#x);
    this.#y = visitor.number(this.#y);
    this.#room = visitor.number(this.#room);
  }

  #distance(x: number, y: number): number {
    const dx = x - this.#x;
    const dy = y - this.#y;
    return Math.sqrt(dx * dx + dy * dy);
  }
}
