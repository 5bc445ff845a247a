import type { Grid } from './grid.js';

/** Visits a state in a fixed order: one visitor saves, another loads, a third hashes. Each method returns the value from now on. */
export interface StateVisitor {
  /** Does this visitor change the state? */
  readonly loads: boolean;
  /** A number. A visitor that loads refuses it unless it is `least` to `most`, which NaN never is. Default: any finite number. */
  number(value: number, least?: number, most?: number): number;
  array<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(values: T): T;
  /** What has to be kept but is not water: a hash passes it over. */
  note(values: Uint32Array): Uint32Array;
  /** A visitor that loads refuses what does not fit together. Check everything that bounds a loop or indexes an array. */
  check(fits: boolean): void;
  /** The cells of a map, changed in place by a visitor that loads. */
  map(words: Uint32Array, first: number, grid: Grid): void;
}
