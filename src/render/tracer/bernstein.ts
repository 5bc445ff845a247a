/** Functions of one parameter in Bernstein form of degree 6, and their zeros by Bezier clipping. */
import { zeroRange } from '../../surface/bezier/hull-zeros.js';

export const DEGREE = 6;
const COUNT = DEGREE + 1;
/** A clip that leaves more than this share of the interval is replaced by halving (spec 4.5). */
const LEAST_CLIP = 0.8;
/** Intervals shorter than this are points. */
const POINT = 1e-12;
/** Open intervals at once; a touching zero may need as many. */
const DEPTH = 64;
/** Coefficients of an interval, and where it begins and ends. */
const ENTRY = COUNT + 2;

const STACK = new Float64Array(DEPTH * ENTRY);
const RANGE = new Float64Array(2);
const ROW = new Float64Array(COUNT);

/** Writes the coefficients of the part of a function from `from` to `to`, by de Casteljau's construction. */
export function partOf(from: number, to: number, values: Float64Array): void {
  // Up to `to` first, then of that the part from `from` on.
  for (let round = 1; round <= DEGREE; round++) {
    for (let k = DEGREE; k >= round; k--) values[k] = values[k - 1] + (values[k] - values[k - 1]) * to;
  }
  const share = to > 0 ? from / to : 0;
  for (let round = 1; round <= DEGREE; round++) {
    for (let k = 0; k <= DEGREE - round; k++) values[k] += (values[k + 1] - values[k]) * share;
  }
}

/**
 * The first t from 0 to 1 at which a function passes through 0 upwards (`sense` 1) or downwards (−1); −1 if it does not. By
 * Descartes' rule a function whose coefficients change their sign once has one zero, and one that does not change it has none.
 */
export function firstCrossing(values: Float64Array, sense: 1 | -1): number {
  push(0, values, 0, 1);
  let top = 1;
  while (top > 0) {
    const at = --top * ENTRY;
    ROW.set(STACK.subarray(at, at + COUNT));
    const from = STACK[at + COUNT];
    const to = STACK[at + COUNT + 1];
    const changes = signChanges(ROW);
    if (changes === 0 || to - from < POINT) continue;
    if (changes === 1) {
      if (ROW[DEGREE] > ROW[0] !== sense > 0) continue;
      return from + (to - from) * onlyZero(ROW);
    }
    if (!zeroRange(ROW, ROW, DEGREE, 0, RANGE)) continue;
    if (RANGE[1] - RANGE[0] <= LEAST_CLIP) {
      const [low, high] = RANGE;
      partOf(low, high, ROW);
      push(top++, ROW, from + low * (to - from), from + high * (to - from));
      continue;
    }
    if (top + 2 > DEPTH) continue;
    const middle = (from + to) / 2;
    // The nearer half is looked at first.
    partOf(0.5, 1, ROW);
    push(top + 1, ROW, middle, to);
    ROW.set(STACK.subarray(at, at + COUNT));
    partOf(0, 0.5, ROW);
    push(top, ROW, from, middle);
    swap(top, top + 1);
    top += 2;
  }
  return -1;
}

function push(place: number, values: Float64Array, from: number, to: number): void {
  const at = place * ENTRY;
  STACK.set(values, at);
  STACK[at + COUNT] = from;
  STACK[at + COUNT + 1] = to;
}

function swap(a: number, b: number): void {
  for (let n = 0; n < ENTRY; n++) {
    const kept = STACK[a * ENTRY + n];
    STACK[a * ENTRY + n] = STACK[b * ENTRY + n];
    STACK[b * ENTRY + n] = kept;
  }
}

function signChanges(values: Float64Array): number {
  let changes = 0;
  let last = 0;
  for (let k = 0; k <= DEGREE; k++) {
    if (values[k] === 0) continue;
    const sign = values[k] > 0 ? 1 : -1;
    if (last !== 0 && sign !== last) changes += 1;
    last = sign;
  }
  return changes;
}

/** Where a function with one zero has it; changes the function. */
function onlyZero(values: Float64Array): number {
  let from = 0;
  let to = 1;
  for (let n = 0; n < 60 && to - from > POINT; n++) {
    if (!zeroRange(values, values, DEGREE, 0, RANGE)) break;
    let [low, high] = RANGE;
    if (high - low > LEAST_CLIP) {
      // Too little is gained: the half in which the sign changes.
      const rising = values[DEGREE] > values[0];
      let middle = 0;
      for (let k = 0; k <= DEGREE; k++) middle += values[k] * BINOMIAL[k];
      [low, high] = middle > 0 === rising ? [0, 0.5] : [0.5, 1];
    }
    partOf(low, high, values);
    const size = to - from;
    to = from + high * size;
    from += low * size;
  }
  return (from + to) / 2;
}

/** Weights of the coefficients at t = ½, up to a common factor. */
const BINOMIAL = [1, 6, 15, 20, 15, 6, 1];
