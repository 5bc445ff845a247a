/** Flags are found as one by one, wherever they are and however long the array is. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FlagSearch } from '../../src/core/drops.js';

test('every flag between two places is found, and no other, in arrays that grow', () => {
  const search = new FlagSearch();
  const few = fc.oneof({ arbitrary: fc.constant(0), weight: 12 }, { arbitrary: fc.constant(1), weight: 1 });
  const row = fc.array(few, { maxLength: 100, size: 'max' });
  const property = fc.property(row, fc.nat(100), fc.nat(100), (bytes, a, b) => {
    const flags = Uint8Array.from(bytes);
    const [from, end] = [Math.min(a, b, flags.length), Math.min(Math.max(a, b), flags.length)];
    const found = [];
    for (let at = search.next(flags, from, end); at < end; at = search.next(flags, at + 1, end)) found.push(at);
    expect(found).toEqual(bytes.flatMap((flag, at) => (flag === 1 && at >= from && at < end ? [at] : [])));
  });
  fc.assert(property, { numRuns: 500 });
});
