/** A statement or a variable at the top of a file. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly isVariable: boolean;
}

/** The parts of a minified module without imports, in an order in which what is alike is near. */
export function orderParts(code: string): Part[];

/** Parts as code again, and where each place of the file went. */
export function writeParts(code: string, parts: readonly Part[]): { code: string; move: (place: number) => number };
