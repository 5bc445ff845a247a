/** Walks through code and changes pieces of it, for the bundler's plugins. */

/** Calls `look` for every node of a syntax tree; where it answers false, not for what is inside. */
export function visit(node, look) {
  if (Array.isArray(node)) for (const item of node) visit(item, look);
  if (typeof node?.type !== 'string' || look(node) === false) return;
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, look);
}

/** Puts `to` in the place of what stands from `start` to `end`, for every edit. None may lie within another. */
export function edited(code, edits) {
  const parts = [];
  let last = 0;
  // What is put in at the same place stands in the order of the last to the first.
  for (const { start, end, to } of edits.toReversed().sort((a, b) => a.start - b.start)) {
    parts.push(code.slice(last, start), to);
    last = end;
  }
  return parts.join('') + code.slice(last);
}
