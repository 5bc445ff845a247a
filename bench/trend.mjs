/**
 * How much values grow from their first to their last: the median of the last three less that of the first three, since
 * each by itself goes up and down.
 * @param {number[]} values at least three
 */
export function trend(values) {
  return middle(values.slice(-3)) - middle(values.slice(0, 3));
}

/** Of three. @param {number[]} values */
function middle(values) {
  return values.toSorted((a, b) => a - b)[1];
}
