import type { Edit } from './name-in-order.d.mts';

/** The code with its edits made. */
export function edited(code: string, edits: readonly Edit[]): string;

/** Where places are after edits, asked for from the first to the last. */
export function moverOf(edits: readonly Edit[]): (place: number) => number;
