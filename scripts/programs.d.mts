/** The path of the first of these names that is on the PATH; undefined if none is. */
export function findProgram(...names: string[]): string | undefined;
/** Is there a file that may be run? */
export function isProgram(path: string): boolean;
