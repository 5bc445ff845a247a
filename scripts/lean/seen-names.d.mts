/** Names of properties that the world outside a bundle can see. */
export function seenNames(declarations: readonly string[], code: string): Set<string>;
