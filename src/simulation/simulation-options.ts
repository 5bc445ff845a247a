import { describeValue, RivuletError, refuse } from '../core/errors.js';
import type { KernelChoice } from '../kernels/open-kernels.js';
import { isPlainObject } from '../scene/fields.js';
import { didYouMean } from '../scene/messages.js';

/** How a simulation is run; none of it changes the water. */
export interface SimulationOptions {
  /** Which kernels: `auto` takes SIMD where it runs. Default 'auto'. */
  kernels?: KernelChoice;
}

const KNOWN = ['kernels'];

/** Throws unless these are options of a simulation: a misspelt one would do nothing, and nobody would know. */
export function checkOptions(options: SimulationOptions): void {
  if (!isPlainObject(options)) refuse('options', 'an object such as { kernels: "simd" }', options);
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, KNOWN);
  const rest = meant ? `. ${meant}` : `; they have ${KNOWN.join(', ')}.`;
  throw new RivuletError(`options have no ${describeValue(unknown)}${rest}`, 'options');
}
