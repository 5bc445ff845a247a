import { RivuletError } from '../core/errors.js';

/** What of a scene is too large, in how many cells, and what to do about it. */
interface TooLarge {
  readonly path: string;
  readonly cells: readonly [columns: number, rows: number];
  readonly remedy: string;
}

/**
 * What `make` makes, or one clear line why not. Memory that cannot be had comes as a RangeError, from ArrayBuffer and
 * WebAssembly alike.
 */
export function inMemory<Made>(make: () => Made, tooLarge: () => TooLarge): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { path, cells, remedy } = tooLarge();
    throw new RivuletError(`${path} needs more memory than there is: ${cells.join(' × ')} cells. ${remedy}`, path);
  }
}
