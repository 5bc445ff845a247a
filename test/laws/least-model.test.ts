/** A model may have neither drops nor maps: everything around it works all the same. */

import { simulationFactory } from 'rivulet';
import { createBackdrop, renderBeauty, renderView } from 'rivulet/offline';
import { expect, test } from 'vitest';
import { checkLaws } from '../support/laws.ts';
import { puddle } from '../support/puddle.ts';

const create = simulationFactory([puddle() as never]);
const SCENE = {
  model: { name: 'puddle' },
  surface: { width: 40, height: 30 },
  rain: { kind: 'uniform', rate: 200 },
  fine: {},
  fog: {},
  film: {},
} as never;

test('its water is in the field, evaporates, drips and is wiped, and the ledger closes at every step', () => {
  const simulation = create(SCENE);
  expect(simulation.addDrop({ x: 10, y: 10, mass: 5 })).toBe(0);
  for (let n = 0; n < 100; n++) {
    simulation.step();
    checkLaws(simulation);
  }
  const { inField, dripped, evaporated, onDrops, falling } = simulation.ledger();
  expect(Math.min(inField, dripped, evaporated)).toBeGreaterThan(0);
  expect([onDrops, falling]).toEqual([0, 0]);
  expect(simulation.wipe({ from: { x: 0, y: 0 }, to: { x: 10, y: 0 }, width: 5 })).toBe(inField);
  checkLaws(simulation);
});

test('it is saved, loaded and hashed', () => {
  const simulation = create(SCENE);
  simulation.advance(0.2);
  const loaded = create.load(simulation.save());
  for (const one of [simulation, loaded]) one.advance(0.2);
  expect(loaded.hash()).toBe(simulation.hash());
  expect(loaded.ledger()).toEqual(simulation.ledger());
});

test('it has frames and pictures', () => {
  const simulation = create(SCENE);
  simulation.advance(0.2);
  const frame = simulation.frame();
  expect(frame.drops.count).toBe(0);
  expect(frame.charts.map(({ columns, rows }) => [columns, rows])).toEqual([[80, 60]]);
  expect(renderView(frame, 'drops', { width: 80 }).data).toHaveLength(4 * 80 * 60);
  expect(
    renderBeauty(frame, { width: 80, height: 60, backdrop: createBackdrop({ kind: 'garden', resolution: 128 }) }).width,
  ).toBe(80);
});
