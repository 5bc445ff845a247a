import { describeValue, RivuletError, refuse } from '../core/errors.js';
import type { KernelChoice } from '../kernels/open-kernels.js';
import { isPlainObject } from '../scene/fields.js';

/** How a simulation is run; none of it changes the water. */
export interface SimulationOptions {
  /** Which kernels: `auto` takes SIMD where it runs. Default 'auto'. */
  kernels?: KernelChoice;
}

/** Throws unless these are options of a simulation: a misspelt one would otherwise do nothing, without a word. */
export function checkOptions(options: SimulationOptions): void {
  if (!isPlainObject(options)) refuse('options', 'an object such as { kernels: "simd" }', options);
  const unknown = Object.keys(options).find((name) => name !== 'kernels');
  if (unknown === undefined) return;
  throw new RivuletError(`options have no ${describeValue(unknown)}; they have kernels.`, 'options');
}
