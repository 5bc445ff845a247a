import type { Edit } from './name-in-order.d.mts';

/** The code with its edits made. */
export function edited(code: string, edits: readonly Edit[]): string;
