export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

/** What to change in a module without imports, so that its variables are named in the order in which they come. */
export function nameInOrder(code: string): Edit[];
