/** How much uniform rain falls. */
import { checkNumber, describeValue, isWithin } from '../core/errors.js';
import { exampleOf, readQuantity, WATER_DENSITY } from '../core/units.js';
import { RAIN_RATE } from './ranges.js';
import type { Fault } from './read-within.js';

/** Drops a second, or the depth of water that falls [mm/s]. */
export type RainRate = { readonly drops: number } | { readonly depth: number };

/** The rate as it was meant, or what is wrong with it. */
export function readRainRate(given: unknown): RainRate | Fault {
  const depth = typeof given === 'string' ? readQuantity(given, 'rain depth') : undefined;
  const count = typeof given === 'string' ? readQuantity(given, 'drops per time') : given;
  const { min, max } = RAIN_RATE;
  if (isWithin(count, RAIN_RATE)) return { drops: count };
  // How many drops a depth of rain makes is checked once the pane is known.
  if (depth !== undefined && depth >= 0 && Number.isFinite(depth)) return { depth };
  const remedy = typeof given === 'string' && count === undefined ? ` ${exampleOf('rain depth')}` : '';
  return { fault: `must be ${min} to ${max} drops/s or a depth in mm/h; got ${describeValue(given)}.${remedy}` };
}

/** A depth of rain falls on all charts [mm], in drops of the mean mass [mg]. */
export function dropsPerSecond(
  rate: RainRate,
  charts: readonly { readonly width: number; readonly height: number }[],
  meanMass: number,
  path: string,
): number {
  if ('drops' in rate) return rate.drops;
  let volume = 0;
  for (const { width, height } of charts) volume += rate.depth * width * height;
  const drops = (volume * WATER_DENSITY) / meanMass;
  checkNumber(drops, RAIN_RATE, path, 'Let it rain less, or larger drops.', dropsOf(rate.depth, drops));
  return drops;
}

/** How a depth of rain [mm/s] and the drops it makes a second stand in an error line. */
export function dropsOf(depth: number, drops: number): string {
  return `${Number((3600 * depth).toPrecision(5))} mm/h, which makes ${Math.round(drops)}`;
}
