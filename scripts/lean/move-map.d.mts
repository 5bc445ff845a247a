/** The mappings of a source map, for a file whose places were moved; -1 is nowhere. */
export function moveMappings(mappings: string, before: string, after: string, move: (place: number) => number): string;
