/** Walks through code and changes pieces of it, for the bundler's plugins. */

/** Calls `look` for every node of a syntax tree; where it answers false, not for what is inside. */
export function visit(node, look) {
  if (Array.isArray(node)) for (const item of node) visit(item, look);
  if (typeof node?.type !== 'string' || look(node) === false) return;
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, look);
}

/** Puts `to` in the place of what stands from `start` to `end`, for every edit. None may lie within another. */
export function edited(code, edits) {
  // From the end, so that places stay true.
  const backwards = edits.toSorted((a, b) => b.start - a.start);
  return backwards.reduce((result, { start, end, to }) => result.slice(0, start) + to + result.slice(end), code);
}
