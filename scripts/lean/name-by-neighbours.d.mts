import type { Edit } from './name-in-order.d.mts';

/** Which names of one letter to change for others, so that the text repeats itself more. */
export function nameByNeighbours(code: string): Edit[];
