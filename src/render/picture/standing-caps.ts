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
  // Lists of caps by squares of the pane, as many as there are caps; squares that share a list do no harm.
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(count);
  const square = (mm: number) => Math.floor(mm / (2 * reach));
  const listOf = (col: number, row: number) => (Math.imul(row, 40503) + col + 0x40000000) % count;
  for (let n = 0; n < count; n++) {
    const list = listOf(square(caps[CAP_SIZE * n]), square(caps[CAP_SIZE * n + 1]));
    next[n] = first[list];
    first[list] = n;
  }
  const stands = (at: number) => {
    const col = square(caps[at]);
    const row = square(caps[at + 1]);
    for (let near = 0; near < 9; near++) {
      const list = listOf(col + (near % 3) - 1, row + Math.floor(near / 3) - 1);
      for (let n = first[list]; n >= 0; n = next[n]) if (isSwallowed(caps, at, CAP_SIZE * n)) return false;
    }
    return true;
  };
  // All are asked before the first is moved.
  const kept = Array.from(next, (_, n) => CAP_SIZE * n).filter(stands);
  kept.forEach((at, n) => caps.copyWithin(CAP_SIZE * n, at, at + CAP_SIZE));
  return kept.length;
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
