/** The id index against a Map that does the same. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdIndex } from '../../src/core/id-index.js';

type Operation = { kind: 'set' | 'delete' | 'clear'; id: number; slot: number };

/** Few ids, so that they meet again; or any. Clearing is rare, or nothing would ever grow. */
const anyOperation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(
    { weight: 60, arbitrary: fc.constant('set' as const) },
    { weight: 40, arbitrary: fc.constant('delete' as const) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
  ),
  id: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })),
  slot: fc.nat(1_000_000),
});

function apply(index: IdIndex, map: Map<number, number>, { kind, id, slot }: Operation): void {
  if (kind === 'clear') {
    index.clear();
    map.clear();
  } else if (kind === 'delete') {
    index.delete(id);
    map.delete(id);
  } else {
    index.set(id, slot);
    map.set(id, slot);
  }
}

test('an id index finds what a Map finds, after any changes', () => {
  const property = fc.property(fc.array(anyOperation, { maxLength: 400, size: 'max' }), (operations) => {
    const index = new IdIndex(4);
    const map = new Map<number, number>();
    const asked = new Set<number>();
    const isRight = (id: number): boolean => index.get(id) === (map.get(id) ?? -1);
    for (const operation of operations) {
      apply(index, map, operation);
      asked.add(operation.id);
      if (!isRight(operation.id)) expect.fail(`id ${operation.id} is wrong after ${operation.kind}`);
    }
    expect([...asked].filter((id) => !isRight(id))).toEqual([]);
  });
  fc.assert(property, { numRuns: 200 });
});

test('ids that grow for ever leave no trace of the old ones', () => {
  const index = new IdIndex();
  for (let id = 1; id <= 100_000; id++) {
    index.set(id, id % 50);
    if (id > 50) index.delete(id - 50);
  }
  for (let id = 99_951; id <= 100_000; id++) expect(index.get(id)).toBe(id % 50);
  for (let id = 1; id <= 99_950; id += 997) expect(index.get(id)).toBe(-1);
});
