/** The code with numbers in place of the properties of constant tables. */
export function inlineTables(code: string): string;
