/** The two kinds of scale a plot may have. Scales and ticks are d3's. */
import { scaleLinear, scaleLog } from 'd3-scale';

/**
 * Where a value stands [px], and the values that get a line and a label.
 * @typedef {{ at: (value: number) => number, ticks: number[] }} Scale
 */

/**
 * From 0, or from the lowest value below it, to the next tick beyond the values.
 * @param {number[]} values
 * @param {number} from
 * @param {number} to
 * @param {number} count about how many ticks
 * @returns {Scale}
 */
export function evenScale(values, from, to, count) {
  const at = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], [from, to]).nice(count);
  return { at, ticks: at.ticks(count) };
}

/**
 * A little wider than the values; powers of ten, on a short scale what lies between as well.
 * @param {number[]} values
 * @param {number} from
 * @param {number} to
 * @returns {Scale}
 */
export function logScale(values, from, to) {
  const low = Math.min(...values) / 1.5;
  const high = Math.max(...values) * 1.5;
  const at = scaleLog([low, high], [from, to]);
  const short = Math.log10(high / low) < 2;
  const isRound = (/** @type {number} */ value) =>
    /^[1]0*$|^0?\.0*1$/.test(`${value}`) || (short && /^[0.]*[25]0*$/.test(`${value}`));
  return { at, ticks: at.ticks().filter(isRound) };
}
