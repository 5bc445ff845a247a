import type { Edit } from './name-in-order.d.mts';

/** The mappings of a source map, for a file that is edited. */
export function shiftMappings(mappings: string, code: string, edits: readonly Edit[]): string;
