/** Pairs of parent and residual against a plain list of pairs. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Kinship } from '../../src/models/maps/kinship.js';

type Pair = [child: number, parent: number];

type Act = { kind: 'add' | 'filter' | 'rename' | 'clear' | 'adopt'; a: number; b: number };

const MOST_ID = 40;

const anyAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constant('add' as const) },
    { weight: 3, arbitrary: fc.constantFrom('filter', 'rename', 'adopt' as const) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
  ),
  a: fc.integer({ min: 1, max: MOST_ID }),
  b: fc.integer({ min: 1, max: MOST_ID }),
}) as fc.Arbitrary<Act>;

function hasPair(pairs: readonly Pair[], a: number, b: number): boolean {
  return pairs.some(([child, parent]) => (child === a && parent === b) || (child === b && parent === a));
}

function added(pairs: readonly Pair[], [child, parent]: Pair): Pair[] {
  return child === parent || hasPair(pairs, child, parent) ? [...pairs] : [...pairs, [child, parent]];
}

/** Makes one change to both and returns the list after it. */
function apply(kinship: Kinship, pairs: Pair[], { kind, a, b }: Act): Pair[] {
  if (kind === 'add') {
    kinship.add(a, b);
    return added(pairs, [a, b]);
  }
  if (kind === 'clear') {
    kinship.clear();
    return [];
  }
  if (kind === 'filter') {
    const keep = (child: number, parent: number): boolean => (child + parent) % (a + 1) !== 0;
    kinship.filter(keep);
    return pairs.filter(([child, parent]) => keep(child, parent));
  }
  if (kind === 'adopt') {
    kinship.takeOver(kinship.child.slice(0, kinship.count), kinship.parent.slice(0, kinship.count));
    return pairs;
  }
  // Two drops became one: a is called b from now on.
  const name = (id: number): number => (id === a ? b : id);
  kinship.rename(name);
  return pairs.reduce<Pair[]>((all, [child, parent]) => added(all, [name(child), name(parent)]), []);
}

test('kinship holds the pairs a list would hold, whatever happens to them', () => {
  const property = fc.property(fc.array(anyAct, { maxLength: 250, size: 'max' }), (acts) => {
    const kinship = new Kinship();
    let pairs: Pair[] = [];
    for (const act of acts) pairs = apply(kinship, pairs, act);
    const wrong: Pair[] = [];
    for (let a = 1; a <= MOST_ID; a++) {
      for (let b = 1; b <= MOST_ID; b++) if (kinship.has(a, b) !== hasPair(pairs, a, b)) wrong.push([a, b]);
    }
    expect(wrong).toEqual([]);
    const found = Array.from({ length: kinship.count }, (_, n) => [kinship.child[n], kinship.parent[n]]);
    expect(found).toEqual(pairs);
  });
  fc.assert(property, { numRuns: 150 });
});

test('a drop is no kin of itself', () => {
  const kinship = new Kinship();
  kinship.add(3, 3);
  expect(kinship.count).toBe(0);
  expect(kinship.has(3, 3)).toBe(false);
});
