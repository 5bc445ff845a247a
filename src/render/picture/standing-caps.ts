/**
 * The fine caps that are drawn (look.ts, 2). The layer throws its caps where chance wants them, as Poisson's law has it
 * (NAK-12), so some overlap; water that touches is one drop. Of two caps that touch, the smaller is not drawn.
 */

/** Numbers a cap: x, y, base radius [mm]. */
export const CAP_SIZE = 3;

/**
 * Moves the caps that touch no larger one to the front of `caps`, in their order, and returns how many. `reach` is the
 * largest base radius there may be [mm]. Only what lies within 2 · reach of a cap decides on it.
 */
export function keepStanding(caps: Float32Array, count: number, reach: number): number {
  const { first, next, across, bucketOf } = inBuckets(caps, count, 2 * reach);
  const isDrawn = new Uint8Array(count);
  for (let n = 0; n < count; n++) {
    const bucket = bucketOf(n);
    isDrawn[n] = 1;
    for (let row = -across; row <= across && isDrawn[n]; row += across) {
      for (let near = bucket + row - 1; near <= bucket + row + 1 && isDrawn[n]; near++) {
        for (let other = first[near]; other >= 0; other = next[other]) {
          if (!isSwallowed(caps, CAP_SIZE * n, CAP_SIZE * other)) continue;
          isDrawn[n] = 0;
          break;
        }
      }
    }
  }
  let kept = 0;
  for (let n = 0; n < count; n++) {
    if (isDrawn[n]) caps.copyWithin(CAP_SIZE * kept++, CAP_SIZE * n, CAP_SIZE * (n + 1));
  }
  return kept;
}

/** Does the cap at `a` touch a larger one at `b`? Of two as large, the one further right counts as larger. */
function isSwallowed(caps: Float32Array, a: number, b: number): boolean {
  const more = caps[b + 2] - caps[a + 2];
  if (more < 0 || (more === 0 && caps[b] <= caps[a])) return false;
  const dx = caps[a] - caps[b];
  const dy = caps[a + 1] - caps[b + 1];
  const touch = caps[a + 2] + caps[b + 2];
  return dx * dx + dy * dy < touch * touch;
}

/** Lists of caps by squares of side `side` [mm], with an empty one all around. */
function inBuckets(caps: Float32Array, count: number, side: number) {
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (let n = 0, at = 0; n < count; n++, at += CAP_SIZE) {
    left = n === 0 ? caps[at] : Math.min(left, caps[at]);
    right = n === 0 ? caps[at] : Math.max(right, caps[at]);
    top = n === 0 ? caps[at + 1] : Math.min(top, caps[at + 1]);
    bottom = n === 0 ? caps[at + 1] : Math.max(bottom, caps[at + 1]);
  }
  const across = Math.floor((right - left) / side) + 3;
  const down = Math.floor((bottom - top) / side) + 3;
  const first = new Int32Array(across * down).fill(-1);
  const next = new Int32Array(count);
  const bucketOf = (n: number) =>
    (Math.floor((caps[CAP_SIZE * n + 1] - top) / side) + 1) * across +
    Math.floor((caps[CAP_SIZE * n] - left) / side) +
    1;
  for (let n = 0; n < count; n++) {
    const bucket = bucketOf(n);
    next[n] = first[bucket];
    first[bucket] = n;
  }
  return { first, next, across, bucketOf };
}
