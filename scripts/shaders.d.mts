/** The module that exports the shaders. */
export const SHADERS: string;

/** That module, bundled with all that it imports: a module with the same exports, shortened. */
export function shortShaders(code: string): Promise<string>;
