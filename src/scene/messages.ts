/** The words of error lines: where in the scene it was, and which name was probably meant. */
import { describeValue, RivuletError } from '../core/errors.js';

/** Longer words are no misspellings, and comparing them would only cost time. */
const LONGEST_WORD = 40;

/** A place in a scene as it would be written in code: `scene.drops[2].x`. */
export function formatPath(keys: readonly PropertyKey[], root = 'scene'): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return /^[A-Za-z_$][\w$]*$/.test(String(key)) ? `${path}.${String(key)}` : `${path}[${describeValue(String(key))}]`;
  }, root);
}

/** `a`, `a or b`, `a, b or c`. */
export function either(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/** `Did you mean "tilt"?`, or nothing if no known name is near. */
export function didYouMean(word: unknown, known: readonly string[]): string {
  const near = closeNames(word, known);
  return near.length > 0 ? `Did you mean ${either(near.map((name) => `"${name}"`))}?` : '';
}

/** The known names that `word` may have been meant to be, nearest first. */
export function closeNames(word: unknown, known: readonly string[]): string[] {
  if (typeof word !== 'string' || word === '' || word.length > LONGEST_WORD) return [];
  const meant = word.toLowerCase();
  const ranked: { name: string; distance: number }[] = [];
  for (const name of known) {
    const distance = editDistance(meant, name.toLowerCase());
    // One slip in three letters, or the beginning of the name.
    const near = distance <= Math.max(1, Math.floor(meant.length / 3));
    if (near || (meant.length > 2 && name.toLowerCase().startsWith(meant))) ranked.push({ name, distance });
  }
  // Equals keep the order in which the names are known.
  return ranked
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 4)
    .map(({ name }) => name);
}

/** Insertions, deletions, changes and swaps of neighbours that lead from one word to the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[to.length];
}

/** Throws the error line of a check: `rest` says what must be at `path`, what came, and the remedy. */
export function fail(path: string, rest: string): never {
  throw new RivuletError(`${path} ${rest}`, path);
}

/** A number with five digits, for error lines. */
export function shorten(value: number): string {
  return describeValue(Number(value.toPrecision(5)));
}
