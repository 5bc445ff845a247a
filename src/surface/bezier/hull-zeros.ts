/**
 * The step that all Bezier clipping shares (Nishita, Sederberg & Kakimoto 1990): a function in Bernstein form lies in the convex
 * hull of its control points (k/n, value), so it has no zero where the hull has none. Patches clip distances with it, metaballs
 * their density along a ray.
 */

/** Slack of each clip, in parameters: rounding must not lose a root, nor the seam between two patches. */
const SLACK = 1e-9;

/**
 * Writes to `out` where, of 0 to 1, the hull of the points (k/n, low[k]) and (k/n, high[k]), k = 0 … n, contains 0, with a slack.
 * Values up to `nothing` count as 0. False if it does nowhere.
 */
export function zeroRange(
  low: Float64Array,
  high: Float64Array,
  degree: number,
  nothing: number,
  out: Float64Array,
): boolean {
  let from = 2;
  let to = -1;
  const pairs = low === high ? 1 : 4;
  for (let k = 0; k <= degree; k++) {
    if (low[k] <= nothing && high[k] >= -nothing) {
      from = Math.min(from, k / degree);
      to = Math.max(to, k / degree);
    }
    for (let m = k + 1; m <= degree; m++) {
      // Every line from a point on one side of 0 to one on the other: the hull's own lines are among them.
      for (let pair = 0; pair < pairs; pair++) {
        const a = (pair & 1) === 0 ? low[k] : high[k];
        const b = (pair & 2) === 0 ? low[m] : high[m];
        if (a === b || a * b > 0) continue;
        const at = (k + ((m - k) * a) / (a - b)) / degree;
        from = Math.min(from, at);
        to = Math.max(to, at);
      }
    }
  }
  if (to < 0) return false;
  out[0] = Math.max(0, from - SLACK);
  out[1] = Math.min(1, to + SLACK);
  return true;
}
