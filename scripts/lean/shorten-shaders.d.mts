/** The code with shorter shaders in its templates. */
export function shortenShaders(code: string): string;
