/**
 * `toEqual` of pictures and maps goes through them as one would by hand. Vitest's own way asks a dozen questions of each
 * number, which was ten seconds for a picture of a megapixel.
 */
import { expect } from 'vitest';

type Numbers = ArrayLike<unknown>;

/** Files that share a process share its testers as well. */
const shared = globalThis as { rivuletEquality?: boolean };
if (!shared.rivuletEquality) expect.addEqualityTesters([sameNumbers]);
shared.rivuletEquality = true;

/** Are two lists the same numbers? Undefined where Vitest is to find out: there may be more than numbers. */
function sameNumbers(a: unknown, b: unknown): boolean | undefined {
  if (!isList(a) || !isList(b) || a.constructor !== b.constructor) return undefined;
  const isPlain = Array.isArray(a);
  const unlike = isPlain ? undefined : false;
  if (a.length !== b.length) return unlike;
  for (let n = 0; n < a.length; n++) {
    // As toEqual has it: NaN is NaN, and 0 is not −0.
    if (!Object.is(a[n], b[n]) || (isPlain && typeof a[n] !== 'number')) return unlike;
  }
  return true;
}

function isList(value: unknown): value is Numbers {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}
