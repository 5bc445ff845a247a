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
  readonly #boxes: Float64Array;
  /** Of an inner node the second child, the first stands behind it; of a leaf the first place in `#order`. */
  readonly #next: Int32Array;
  /** How many things a leaf holds; 0 for inner nodes. */
  readonly #count: Int32Array;
  /** The same while the tree grows. */
  readonly #growing = { boxes: [] as number[], next: [] as number[], count: [] as number[] };
  readonly #order: Uint32Array;
  readonly #stack = new Int32Array(2 * MOST_DEPTH);

  /** @param bounds the box of each thing, `BOX_SIZE` numbers each */
  constructor(bounds: Float64Array) {
    const things = bounds.length / BOX_SIZE;
    this.#order = Uint32Array.from({ length: things }, (_, n) => n);
    if (things > 0) this.#build(bounds, 0, things, 0);
    const { boxes, next, count } = this.#growing;
    this.#boxes = Float64Array.from(boxes);
    this.#next = Int32Array.from(next);
    this.#count = Int32Array.from(count);
    for (const list of [boxes, next, count]) list.length = 0;
  }

  /** Visits the things whose boxes a ray meets before the limit that the visits leave; returns the last limit. */
  visit({ origin, direction, start }: Segment, limit: number, visit: VisitThing): number {
    const boxes = this.#boxes;
    const counts = this.#count;
    const nexts = this.#next;
    const stack = this.#stack;
    if (counts.length === 0) return limit;
    const perX = 1 / direction[0];
    const perY = 1 / direction[1];
    const perZ = 1 / direction[2];
    const x = origin[0];
    const y = origin[1];
    const z = origin[2];
    let nearest = limit;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const box = BOX_SIZE * node;
      let from = start;
      let to = nearest;
      // In the plane of a side of a box 0 · ∞ is no number; comparisons with it are false and the box counts as met.
      let a = (boxes[box] - x) * perX;
      let b = (boxes[box + 3] - x) * perX;
      if (a < b) {
        if (a > from) from = a;
        if (b < to) to = b;
      } else {
        if (b > from) from = b;
        if (a < to) to = a;
      }
      if (from > to) continue;
      a = (boxes[box + 1] - y) * perY;
      b = (boxes[box + 4] - y) * perY;
      if (a < b) {
        if (a > from) from = a;
        if (b < to) to = b;
      } else {
        if (b > from) from = b;
        if (a < to) to = a;
      }
      if (from > to) continue;
      a = (boxes[box + 2] - z) * perZ;
      b = (boxes[box + 5] - z) * perZ;
      if (a < b) {
        if (a > from) from = a;
        if (b < to) to = b;
      } else {
        if (b > from) from = b;
        if (a < to) to = a;
      }
      if (from > to) continue;
      const count = counts[node];
      const next = nexts[node];
      if (count === 0) {
        stack[top++] = next;
        stack[top++] = node + 1;
      }
      for (let n = next; n < next + count; n++) nearest = visit(this.#order[n], nearest);
    }
    return nearest;
  }

  /** Visits the things whose boxes hold a place. */
  visitAt(place: Float64Array, visit: (thing: number) => void): void {
    const boxes = this.#boxes;
    const counts = this.#count;
    const nexts = this.#next;
    const stack = this.#stack;
    if (counts.length === 0) return;
    const x = place[0];
    const y = place[1];
    const z = place[2];
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const box = BOX_SIZE * node;
      if (x < boxes[box] || x > boxes[box + 3] || y < boxes[box + 1] || y > boxes[box + 4]) continue;
      if (z < boxes[box + 2] || z > boxes[box + 5]) continue;
      const count = counts[node];
      const next = nexts[node];
      if (count === 0) {
        stack[top++] = next;
        stack[top++] = node + 1;
      }
      for (let n = next; n < next + count; n++) visit(this.#order[n]);
    }
  }

  /** Makes the node of the things from `first` to before `end` in the order, and returns its number. */
  #build(bounds: Float64Array, first: number, end: number, depth: number): number {
    const { boxes, next, count } = this.#growing;
    const node = count.length;
    const box = this.#boxOf(bounds, first, end);
    boxes.push(...box);
    next.push(first);
    count.push(end - first);
    if (end - first <= LEAF || depth >= MOST_DEPTH) return node;
    const middle = this.#divide(bounds, first, end);
    if (middle === first || middle === end) return node;
    count[node] = 0;
    this.#build(bounds, first, middle, depth + 1);
    next[node] = this.#build(bounds, middle, end, depth + 1);
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
