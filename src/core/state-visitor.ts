import type { Grid } from './grid.js';

/** Walks a state in a fixed order: one walk saves, another loads, a third hashes. Each answers what the state is now. */
export interface StateVisitor {
  /** Does this walk change the state? */
  readonly loads: boolean;
  /** A number; a walk that loads refuses it unless it is `least` to `most`, which NaN never is. Default: any finite number. */
  number(value: number, least?: number, most?: number): number;
  array<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(values: T): T;
  /** What has to be kept but is not water: a hash passes it over. */
  note(values: Uint32Array): Uint32Array;
  /** A walk that loads refuses what does not fit together. All that bounds a loop or indexes an array is to be checked. */
  check(fits: boolean): void;
  /** The cells of a map, changed in place by a walk that loads. */
  map(words: Uint32Array, first: number, grid: Grid): void;
}
