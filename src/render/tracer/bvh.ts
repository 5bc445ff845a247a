/**
 * A bounding volume hierarchy: boxes in boxes, so that a ray asks few of many things whether it meets them. Things are
 * sorted into a binary tree by the surface area heuristic, which weighs how likely a ray meets a box by the box's area.
 */

/** A ray is asked from `start` on [mm along it]. */
export interface Segment {
  readonly origin: Float64Array;
  readonly direction: Float64Array;
  readonly start: number;
}

/** Called with each thing that a ray may meet nearer than `limit`; returns the new limit. */
export type VisitThing = (thing: number, limit: number) => number;

/** Things a leaf holds at most, unless they cannot be told apart. */
const LEAF = 4;
/** Slices along an axis at which a box may be divided. */
const BINS = 12;
/** Deeper trees are not made: leaves grow instead. */
const MOST_DEPTH = 48;

/** Numbers of a box: least x, y, z, greatest x, y, z. */
export const BOX_SIZE = 6;

export class Bvh {
  /** The box of each node. */
  readonly #boxes: number[] = [];
  /** Of an inner node the second child, the first stands behind it; of a leaf the first place in `#order`. */
  readonly #next: number[] = [];
  /** How many things a leaf holds; 0 for inner nodes. */
  readonly #count: number[] = [];
  readonly #order: Uint32Array;
  readonly #stack = new Int32Array(2 * MOST_DEPTH);

  /** @param bounds the box of each thing, `BOX_SIZE` numbers each */
  constructor(bounds: Float64Array) {
    const things = bounds.length / BOX_SIZE;
    this.#order = Uint32Array.from({ length: things }, (_, n) => n);
    if (things > 0) this.#build(bounds, 0, things, 0);
  }

  /** Visits the things whose boxes a ray meets before the limit that the visits leave; returns the last limit. */
  visit({ origin, direction, start }: Segment, limit: number, visit: VisitThing): number {
    if (this.#count.length === 0) return limit;
    const stack = this.#stack;
    const [perX, perY, perZ] = [1 / direction[0], 1 / direction[1], 1 / direction[2]];
    let nearest = limit;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const box = BOX_SIZE * node;
      let from = start;
      let to = nearest;
      for (let axis = 0; axis < 3; axis++) {
        const per = axis === 0 ? perX : axis === 1 ? perY : perZ;
        const a = (this.#boxes[box + axis] - origin[axis]) * per;
        const b = (this.#boxes[box + axis + 3] - origin[axis]) * per;
        // In the plane of a side of a box 0 · ∞ is no number; comparisons with it are false and the box counts as met.
        if (a < b) {
          if (a > from) from = a;
          if (b < to) to = b;
        } else {
          if (b > from) from = b;
          if (a < to) to = a;
        }
      }
      if (from > to) continue;
      const count = this.#count[node];
      const next = this.#next[node];
      if (count === 0) {
        stack[top++] = next;
        stack[top++] = node + 1;
      }
      for (let n = next; n < next + count; n++) nearest = visit(this.#order[n], nearest);
    }
    return nearest;
  }

  /** Makes the node of the things from `first` to before `end` in the order, and returns its number. */
  #build(bounds: Float64Array, first: number, end: number, depth: number): number {
    const node = this.#count.length;
    const box = this.#boxOf(bounds, first, end);
    this.#boxes.push(...box);
    this.#next.push(first);
    this.#count.push(end - first);
    if (end - first <= LEAF || depth >= MOST_DEPTH) return node;
    const middle = this.#divide(bounds, first, end);
    if (middle === first || middle === end) return node;
    this.#count[node] = 0;
    this.#build(bounds, first, middle, depth + 1);
    this.#next[node] = this.#build(bounds, middle, end, depth + 1);
    return node;
  }

  #boxOf(bounds: Float64Array, first: number, end: number): number[] {
    const box = emptyBox();
    for (let n = first; n < end; n++) grow(box, bounds, BOX_SIZE * this.#order[n]);
    return box;
  }

  /** Sorts the things from `first` to before `end` to both sides of the best cut, and returns where the second side begins. */
  #divide(bounds: Float64Array, first: number, end: number): number {
    const order = this.#order;
    const middle = (n: number, axis: number) => bounds[BOX_SIZE * n + axis] + bounds[BOX_SIZE * n + axis + 3];
    let best = Number.POSITIVE_INFINITY;
    let [bestAxis, bestBin, bestLow, bestScale] = [0, 0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let n = first; n < end; n++) {
        low = Math.min(low, middle(order[n], axis));
        high = Math.max(high, middle(order[n], axis));
      }
      if (!(high > low)) continue;
      const scale = (BINS * (1 - 1e-9)) / (high - low);
      const counts = new Array<number>(BINS).fill(0);
      const boxes = counts.map(emptyBox);
      for (let n = first; n < end; n++) {
        const bin = Math.floor((middle(order[n], axis) - low) * scale);
        counts[bin] += 1;
        grow(boxes[bin], bounds, BOX_SIZE * order[n]);
      }
      for (let cut = 1; cut < BINS; cut++) {
        const cost = costOf(boxes, counts, 0, cut) + costOf(boxes, counts, cut, BINS);
        if (cost < best) [best, bestAxis, bestBin, bestLow, bestScale] = [cost, axis, cut, low, scale];
      }
    }
    if (best === Number.POSITIVE_INFINITY) return first;
    let [i, j] = [first, end];
    while (i < j) {
      if (Math.floor((middle(order[i], bestAxis) - bestLow) * bestScale) < bestBin) i += 1;
      else {
        j -= 1;
        [order[i], order[j]] = [order[j], order[i]];
      }
    }
    return i;
  }
}

function emptyBox(): number[] {
  return [
    ...new Array<number>(3).fill(Number.POSITIVE_INFINITY),
    ...new Array<number>(3).fill(Number.NEGATIVE_INFINITY),
  ];
}

/** Makes a box hold the one that stands at `at` in `bounds`. */
function grow(box: number[], bounds: ArrayLike<number>, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = Math.min(box[axis], bounds[at + axis]);
    box[axis + 3] = Math.max(box[axis + 3], bounds[at + axis + 3]);
  }
}

/** Things times half the surface of the box around them. */
function costOf(boxes: readonly number[][], counts: readonly number[], from: number, to: number): number {
  const box = emptyBox();
  let count = 0;
  for (let bin = from; bin < to; bin++) {
    if (counts[bin] === 0) continue;
    count += counts[bin];
    grow(box, boxes[bin], 0);
  }
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  return count === 0 ? 0 : count * (x * y + y * z + z * x);
}
