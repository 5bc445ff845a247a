/** The struct of arrays against a list of plain objects that does the same. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROUND } from '../../src/core/body.js';
import { Drops } from '../../src/core/drops.js';

/** What a drop is when it is an object. */
interface PlainDrop {
  id: number;
  x: number;
  y: number;
  mass: number;
  moving: number;
  lobes: number;
  tau: number;
}

type Act = (drops: Drops, list: Map<number, PlainDrop>, which: number) => void;

/** The id of the drop that `which` stands for; 0 if there is none. */
function pick(list: Map<number, PlainDrop>, which: number): number {
  const ids = [...list.keys()];
  return ids.length === 0 ? 0 : ids[which % ids.length];
}

function setMoving(moving: boolean): Act {
  return (drops, list, which) => {
    const id = pick(list, which);
    if (id === 0) return;
    const slot = drops.setMoving(drops.slotOf(id), moving);
    expect(slot).toBe(drops.slotOf(id));
    list.get(id)!.moving = moving ? 1 : 0;
  };
}

const ACTS: Record<string, Act> = {
  add(drops, list, which) {
    const id = drops.nextId;
    const slot = drops.add(0, which, which / 3, 1 + which);
    expect(drops.id[slot]).toBe(id);
    list.set(id, { id, x: which, y: which / 3, mass: 1 + which, moving: 0, lobes: ROUND, tau: 0 });
  },
  remove(drops, list, which) {
    const id = pick(list, which);
    if (id === 0) return;
    drops.remove(drops.slotOf(id));
    expect(drops.slotOf(id)).toBe(-1);
    list.delete(id);
  },
  run: setMoving(true),
  rest: setMoving(false),
  reshape(drops, list, which) {
    const id = pick(list, which);
    if (id === 0) return;
    const drop = list.get(id)!;
    drop.mass = 2 + which;
    drop.lobes = 1 + (which % 5);
    drop.tau = which / 7;
    drops.setMass(drops.slotOf(id), drop.mass);
    drops.setLobes(drops.slotOf(id), drop.lobes);
    drops.tau[drops.slotOf(id)] = drop.tau;
  },
};

function compare(drops: Drops, list: Map<number, PlainDrop>): void {
  expect(drops.count).toBe(list.size);
  let moving = 0;
  for (const drop of list.values()) {
    const slot = drops.slotOf(drop.id);
    expect(slot >= 0 && slot < drops.count).toBe(true);
    const { id, x, y, mass, lobes, tau } = drops;
    const found = { id: id[slot], x: x[slot], y: y[slot], mass: mass[slot], moving: drops.moving[slot] };
    expect({ ...found, lobes: lobes[slot], tau: tau[slot] }).toEqual(drop);
    // N hemispheres of this radius hold the drop's mass.
    const held = drop.lobes * (2 / 3) * Math.PI * drops.radius[slot] ** 3;
    expect(Math.abs(held - drop.mass)).toBeLessThan(1e-12 * drop.mass);
    moving += drop.moving;
  }
  expect(drops.movingCount).toBe(moving);
  const kinds = Array.from(drops.moving.subarray(0, drops.count));
  expect(kinds, 'running drops stand first').toEqual([...kinds].sort((a, b) => b - a));
}

const anyActs = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS), 'add', 'run'), fc.nat(1000)), {
  maxLength: 300,
  size: 'max',
});

describe('drops', () => {
  test('are what a list of objects would be, whatever happens to them', () => {
    const property = fc.property(anyActs, (acts) => {
      const drops = new Drops(2);
      const list = new Map<number, PlainDrop>();
      for (const [act, which] of acts) ACTS[act](drops, list, which);
      compare(drops, list);
      const total = [...list.values()].reduce((sum, { mass }) => sum + mass, 0);
      expect(Math.abs(drops.totalMass() - total)).toBeLessThanOrEqual(1e-12 * total);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test('can be taken over by another store', () => {
    const property = fc.property(anyActs, anyActs, (acts, later) => {
      const drops = new Drops(2);
      const list = new Map<number, PlainDrop>();
      for (const [act, which] of acts) ACTS[act](drops, list, which);
      const copy = new Drops(1);
      copy.takeOver(drops.count, drops.movingCount, drops.nextId, drops.columns());
      compare(copy, list);
      // Both go on in the same way, slot for slot.
      const again = new Map([...list].map(([id, drop]) => [id, { ...drop }]));
      for (const [act, which] of later) ACTS[act](drops, list, which);
      for (const [act, which] of later) ACTS[act](copy, again, which);
      compare(copy, again);
      expect(copy.id.slice(0, copy.count)).toEqual(drops.id.slice(0, drops.count));
    });
    fc.assert(property, { numRuns: 50 });
  });

  test('never give an id twice, not even after clearing', () => {
    const drops = new Drops();
    const seen = new Set<number>();
    for (let n = 0; n < 300; n++) {
      const slot = drops.add(0, 0, 0, 1);
      expect(seen.has(drops.id[slot])).toBe(false);
      seen.add(drops.id[slot]);
      if (n % 3 === 0) drops.remove(slot);
      if (n === 150) drops.clear();
    }
  });

  test('keep running ones in front when an earlier slot is removed', () => {
    const drops = new Drops();
    for (let n = 0; n < 6; n++) drops.add(0, n, 0, 1);
    drops.setMoving(drops.slotOf(5), true);
    drops.setMoving(drops.slotOf(2), true);
    drops.remove(drops.slotOf(5));
    expect(drops.movingCount).toBe(1);
    expect(drops.id[0]).toBe(2);
    expect(drops.moving[0]).toBe(1);
    expect(drops.count).toBe(5);
  });
});
