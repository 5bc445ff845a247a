/** Nakata's figures 8 to 12 on the paper's windshield, with the constants that the scenes ship with (spec 5.3, 5.7). */
import { createSimulation, imbalance, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { radiusOf } from './nakata-lab.ts';

const CALM: SceneInput = { rain: { kind: 'none' } };

/** Diameters of drops as hemispheres [mm], and whether each runs. */
function sizes({ drops }: Simulation): { diameter: number; runs: boolean; x: number; vx: number; vy: number }[] {
  return Array.from({ length: drops.count }, (_, n) => ({
    diameter: 2 * radiusOf(drops.mass[n]),
    runs: drops.moving[n] === 1,
    x: drops.x[n],
    vx: drops.vx[n],
    vy: drops.vy[n],
  }));
}

test('Figs. 10 to 12 have one set of constants, and differ in speed and Ω_min alone', () => {
  const [a, b, c] = [10, 11, 12].map((n) => {
    const { scene } = createSimulation(`nakata-fig-${n}`);
    const { omega, ...model } = scene.model;
    const { vehicle, ...wind } = scene.wind;
    return { printed: [vehicle, omega], rest: { model, wind, surface: scene.surface, coating: scene.coating } };
  });
  expect([a.printed, b.printed, c.printed]).toEqual([
    [11_300, 0.5],
    [11_300, 0.05],
    [15_000, 0.5],
  ]);
  expect(b.rest).toEqual(a.rest);
  expect(c.rest).toEqual(a.rest);
  // NAK-15, and the σ from which on Ω_min = 0.05 acts at 11.3 m/s.
  expect(a.rest.surface).toMatchObject({ kind: 'cylinder', radius: 5000, tilt: expect.closeTo(Math.PI / 4, 12) });
  expect(2 * (1 - Math.exp(-11_300 / Number(a.rest.model.omegaSpeed)))).toBeLessThan(0.05);
});

describe('NAK-T13: the scenes after 3 s', () => {
  test('Fig. 10: no drop has ever moved', () => {
    const simulation = createSimulation('nakata-fig-10');
    while (simulation.time < 3) {
      simulation.advance(0.25);
      expect(sizes(simulation).filter(({ runs }) => runs)).toEqual([]);
    }
    expect(simulation.drops.count).toBeGreaterThan(900);
  });

  test('Fig. 11: drops run outwards along the curve of the glass', () => {
    const simulation = createSimulation('nakata-fig-11');
    simulation.advance(3);
    const running = sizes(simulation).filter(({ runs }) => runs);
    expect(running.length).toBeGreaterThan(15);
    const middle = simulation.surface.width / 2;
    for (const { x, vx } of running.filter((drop) => Math.abs(drop.x - middle) > 100)) {
      expect(Math.sign(vx)).toBe(Math.sign(x - middle));
    }
  });

  test('Fig. 12: every drop above 4.3 mm climbs, and those below stay', () => {
    const simulation = createSimulation('nakata-fig-12', { rain: { arrivals: 1000, max: 3000 } });
    simulation.advance(3);
    const drops = sizes(simulation);
    const large = drops.filter(({ diameter }) => diameter > 4.3);
    expect(large.length).toBeGreaterThan(1);
    for (const { runs, vy } of large) expect([runs, vy < 0]).toEqual([true, true]);
    // At the sides, where the curve adds to the pull, drops climb from 4.05 mm on; a running drop may push another.
    const small = drops.filter(({ diameter }) => diameter < 4.05);
    expect(small.filter(({ runs }) => runs).length).toBeLessThan(0.01 * small.length);
  });
});

test('NAK-T14: on the 5 m cylinder a drop on the centre line climbs straight, those at the sides drift outwards', () => {
  const simulation = createSimulation('nakata-fig-12', { ...CALM, fine: null });
  const { width } = simulation.surface;
  for (const x of [width / 2, width / 2 - 400, width / 2 + 400]) simulation.addDrop({ x, y: 600, mass: 60 });
  simulation.advance(2);
  const { x, y } = simulation.drops;
  expect(y[0]).toBeLessThan(500);
  expect(x[0]).toBeCloseTo(width / 2, 6);
  expect(x[1]).toBeLessThan(width / 2 - 410);
  expect(x[1] + x[2]).toBeCloseTo(width, 6);
});

test('a drop that is blown off the upper edge is booked as drained, and the ledger closes', () => {
  const simulation = createSimulation('nakata-fig-12', { ...CALM, fine: null });
  simulation.addDrop({ x: 600, y: 40, mass: 60 });
  simulation.advance(2);
  const ledger = simulation.ledger();
  expect([simulation.drops.count, ledger.drained, imbalance(ledger)]).toEqual([0, 60, 0]);
});

test('NAK-10: 5 large drops a frame at 100 frames a second arrive, with the sizes of Marshall and Palmer', () => {
  const simulation = createSimulation('nakata-fig-10', { rain: { max: null }, model: { merging: false }, fine: null });
  simulation.advance(4);
  const { count, mass } = simulation.drops;
  expect(Math.abs(count - 2000)).toBeLessThan(3 * Math.sqrt(2000));
  const diameters = Array.from(mass.subarray(0, count), (m) => Math.cbrt((6 * m) / Math.PI));
  const slope = 4.1 * 25 ** -0.21;
  const mean = diameters.reduce((sum, diameter) => sum + diameter, 0) / count;
  expect(Math.abs(mean - 1 - 1 / slope)).toBeLessThan(3 / slope / Math.sqrt(count));
});

test('NAK-11: Fig. 8 shows a hemisphere at rest beside half a capsule that climbs', () => {
  const simulation = createSimulation('nakata-fig-8');
  simulation.advance(2.5);
  const [rests, runs] = [0, 1].map((moving) => simulation.drops.moving.indexOf(moving));
  const { stretch, headingY, count } = simulation.drops;
  expect(count).toBe(2);
  expect([stretch[rests], stretch[runs] > 1, headingY[runs] < -0.99]).toEqual([0, true, true]);
});

test('NAK-13: in Fig. 9 the track that a drop clears on the cylinder is as wide as the drop', () => {
  const simulation = createSimulation('nakata-fig-9', { ...CALM, model: { stretchMax: 0 } });
  simulation.addDrop({ x: 120, y: 150, mass: 60 });
  while (simulation.drops.count > 0 && simulation.time < 10) simulation.step();
  const { amount } = simulation.frame().charts[0].fine!;
  // It grows by the fine drops that it takes up, and a cell is cleared that it only touches.
  const [least, most] = [2 * radiusOf(60) - 0.3, 2 * radiusOf(simulation.ledger().drained) + 0.8];
  for (let row = 60; row < 560; row += 20) {
    const cells = amount.data.subarray(row * amount.stride, row * amount.stride + amount.width);
    const width = 0.25 * cells.filter((share) => share < 0.5).length;
    expect([width > least, width < most], `row ${row}: ${width} mm`).toEqual([true, true]);
  }
});

const REFUSED: readonly [string, SceneInput, string][] = [
  ['supersonic wind', { wind: { vehicle: '400m/s' } }, 'scene.wind.vehicle must be 0 to 100 m/s; got "400m/s".'],
  [
    'a receding angle above the advancing one',
    { coating: { advancing: '90deg', receding: '100deg' } },
    'scene.coating.receding must be 0 to 1.5708 rad, the advancing angle; got 1.7453.',
  ],
  [
    'a radius of zero',
    { surface: { kind: 'cylinder', radius: 0 } },
    'scene.surface.radius must be 10 to 100000 mm; got 0.',
  ],
  [
    'a wind map of another size',
    { wind: { field: { kind: 'map', width: 4, height: 3, values: [1, 2] } } },
    'scene.wind.field.values must have 12 numbers (4 x 3); got 2.',
  ],
  ['drag that pulls', { wind: { dragCoefficient: -1 } }, 'scene.wind.dragCoefficient must be 0 to 10; got -1.'],
  [
    'fewer drops than none',
    { rain: { kind: 'marshall-palmer', arrivals: -5 } },
    'scene.rain.arrivals must be 0 to 1000000 drops/s; got -5.',
  ],
  [
    'more than all velocity',
    { rain: { kind: 'marshall-palmer', impact: 2 } },
    'scene.rain.impact must be 0 to 1; got 2.',
  ],
];

test.each(REFUSED)('%s is refused in one line', (_name, scene, line) => {
  expect(() => createSimulation('nakata-fig-10', scene)).toThrow(line);
});
