/** Two wipers over Nakata's drops on the curved windshield: what they clear, what they leave, and when they rest. */
import { createSimulation, imbalance, type SceneInput, type Simulation } from 'rivulet';
import { expect, test } from 'vitest';

/** Weight and air of driving nearly balance, and nothing shakes: drops move only where a blade pushes them. */
const STILL: SceneInput = {
  model: { noise: 0, omega: 0.5 },
  wind: { vehicle: '33km/h', speed: 0, gusts: null, field: null },
  fine: null,
};

/** Drops where a blade passes, well inside its sector, and drops elsewhere. */
function count({ drops, scene }: Simulation): { swept: number; others: number } {
  const found = { swept: 0, others: 0 };
  for (let n = 0; n < drops.count; n++) {
    const isSwept = scene.wipers.some(({ x, y, arm, length }) => {
      const [dx, dy] = [drops.x[n] - x, drops.y[n] - y];
      const [away, angle] = [Math.hypot(dx, dy), (Math.atan2(dy, dx) * 180) / Math.PI];
      return away > arm + 15 && away < arm + length - 15 && angle > -90 && angle < -15;
    });
    found[isSwept ? 'swept' : 'others'] += 1;
  }
  return found;
}

/** Id and place of each drop at rest. */
function placesAtRest({ drops }: Simulation): string[] {
  const slots = Array.from({ length: drops.count }, (_, slot) => slot).filter((slot) => drops.moving[slot] === 0);
  return slots.map((slot) => `${drops.id[slot]} ${drops.x[slot]} ${drops.y[slot]}`).sort();
}

test('windshield-drive: a wipe forth and back clears both sectors, leaves its film, and the books close', () => {
  const wipers = createSimulation('windshield-drive').scene.wipers.map((wiper) => ({ ...wiper, wear: 0 }));
  const simulation = createSimulation('windshield-drive', { ...STILL, wipers });
  simulation.advance(3);
  const before = count(simulation);
  expect(before.swept).toBeGreaterThan(500);
  const film = simulation.ledger().film;
  simulation.set({ rain: { kind: 'none' } });
  simulation.advance(1.5);
  const after = count(simulation);
  expect(after.swept).toBeLessThan(0.03 * before.swept);
  expect(after.others).toBeGreaterThan(0.6 * before.others);
  const ledger = simulation.ledger();
  expect(ledger.film).toBeGreaterThan(film + 200);
  expect(imbalance(ledger)).toBeLessThan(1e-9);
  // They rest for two seconds: no drop that stands is moved or taken. One of half a gram that they left runs on by itself.
  const standing = placesAtRest(simulation);
  expect(standing.length).toBeGreaterThan(simulation.drops.count - 3);
  simulation.advance(1.5);
  expect(placesAtRest(simulation)).toEqual(standing);
});

test('windshield-drive: water that blades push stands before them as a bow wave of few large drops', () => {
  const simulation = createSimulation('windshield-drive', STILL);
  simulation.advance(3);
  const largest = () => Math.max(...simulation.drops.mass.subarray(0, simulation.drops.count));
  const before = largest();
  simulation.advance(0.5);
  expect(largest()).toBeGreaterThan(2 * before);
});

test('windshield-drive: on the motorway more is blown off the upper edge than in town', () => {
  const drained = ['50km/h', '130km/h'].map((vehicle) => {
    const simulation = createSimulation('windshield-drive', { wind: { vehicle }, fine: null, film: null, wipers: [] });
    simulation.advance(0.5);
    simulation.set({ wind: { vehicle } });
    simulation.advance(1);
    const { supplied, drained: gone } = simulation.ledger();
    return gone / supplied;
  });
  expect(drained[1]).toBeGreaterThan(2 * drained[0]);
});
