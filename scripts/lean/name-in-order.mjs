/** Names the variables of every scope in the order in which they come: what looks alike is then named alike. */
import { scopesOf } from './scopes.mjs';

/** By how often code has them anyway. Few are better than many: gzip writes each of few in fewer bits. */
export const LETTERS = [...'etirsnaholucdfgmpvwxybkjqz'];
export const CAPITALS = LETTERS.map((letter) => letter.toUpperCase());
const KEYWORDS = ['as', 'do', 'if', 'in', 'of'];
const PAIRS = LETTERS.flatMap((first) => [...LETTERS, ...CAPITALS].map((second) => first + second)).filter(
  (pair) => !KEYWORDS.includes(pair),
);
/** What the whole file knows has two letters: single ones are free in all functions then, the same for the same. */
const OUTER = PAIRS.toSorted((a, b) => isMixed(a) - isMixed(b));
const INNER = [...LETTERS, ...CAPITALS, ...PAIRS];

function isMixed(pair) {
  return Number(pair !== pair.toLowerCase());
}

/** @param {string} code a module without imports. Returns what to change in it. */
export function nameInOrder(code) {
  const { root, shorthands } = scopesOf(code);
  const names = new Map();
  for (const scope of root.all()) {
    const taken = new Set([...root.globals, ...[...scope.around].map((variable) => names.get(variable))]);
    const free = (scope === root ? OUTER : INNER).filter((name) => !taken.has(name)).values();
    for (const variable of scope.variables.values()) names.set(variable, free.next().value);
  }
  const keys = new Map(shorthands.map(({ key, value }) => [(value.left ?? value).start, key.name]));
  return [...names].flatMap(([{ nodes }, name]) =>
    nodes.map(({ start, end }) => ({ start, end, to: keys.has(start) ? `${keys.get(start)}:${name}` : name })),
  );
}
