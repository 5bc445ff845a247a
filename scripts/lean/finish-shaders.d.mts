/** The module whose exports are the shaders. */
export const SHADERS: string;

/** That module, bundled with all that it imports, with the same exports put together. */
export function finishShaders(code: string): Promise<string>;
