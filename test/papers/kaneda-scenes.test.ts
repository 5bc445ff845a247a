/** The scenes of Kaneda 1996: Fig. 7, the windshield, and Fig. 8, the teapot; and what is refused. */
import { createSimulation, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';

/** All places of the ledger but `supplied`, to the last bit. */
function found(simulation: Simulation): number {
  const { onDrops, film, fine, fog, inField, falling, drained, evaporated, dripped, wiped } = simulation.ledger();
  return onDrops + film + fine + fog + inField + falling + drained + evaporated + dripped + wiped;
}

test('KAN-15: after 20 s the windshield has 32,500 droplets ± 10 %, and 900 runs of 70 mm at least', () => {
  const simulation = createSimulation('kaneda-windshield');
  for (let n = 0; n < 20; n++) {
    simulation.advance(1);
    expect(found(simulation)).toBe(simulation.ledger().supplied);
  }
  expect(Math.abs(simulation.drops.count / 32_500 - 1)).toBeLessThan(0.1);
  expect(simulation.runs?.count).toBeGreaterThanOrEqual(900);
  expect(simulation.runs?.meanLength).toBeGreaterThanOrEqual(70);
});

describe('KAN-15: the teapot', () => {
  const simulation = createSimulation('kaneda-teapot');
  simulation.advance(1);
  const fed = simulation.ledger().supplied;
  simulation.advance(14);
  const { drops } = simulation;
  /** Height above the middle and distance from the body's axis of each droplet [mm], with its chart. */
  const places = Array.from({ length: drops.count }, (_, slot) => {
    const { position } = simulation.surface.point({ chart: drops.chart[slot], x: drops.x[slot], y: drops.y[slot] });
    return { chart: drops.chart[slot], height: position[1], away: Math.hypot(position[0] + 8.68, position[2]) };
  });

  test('is fed in advance, and closes its book to the last bit', () => {
    expect(simulation.ledger().supplied).toBe(fed);
    expect(found(simulation)).toBe(fed);
    expect(Math.abs(drops.count / 2500 - 1)).toBeLessThan(0.2);
    expect(simulation.runs?.count).toBeGreaterThan(20);
  });

  test('streams run down belly and spout, hang at the lower rim and drip', () => {
    const on = (from: number, to: number) => places.filter(({ chart }) => chart >= from && chart < to).length;
    expect(on(8, 12)).toBeGreaterThan(300);
    expect(on(20, 24)).toBeGreaterThan(50);
    // The rim: the lowest 3 mm outside the base.
    expect(places.filter(({ height, away }) => height < -60 && away > 50).length).toBeGreaterThan(50);
    expect(simulation.ledger().dripped).toBeGreaterThan(0);
  });

  test('its base stays dry but for a few droplets that slid under the rim', () => {
    expect(places.filter(({ height, away }) => height < -60 && away < 50).length).toBeLessThan(0.005 * drops.count);
  });
});

test('a saved teapot goes on as if nothing had happened, and the hash does not depend on the way', () => {
  const simulation = createSimulation('kaneda-teapot', { surface: { kind: 'bezier', cellSize: 1.2 } });
  simulation.advance(0.7);
  const copy = createSimulation.load(simulation.save());
  expect(copy.hash()).toBe(simulation.hash());
  for (const one of [simulation, copy]) one.advance(2);
  expect(copy.hash()).toBe(simulation.hash());
  expect(copy.ledger()).toEqual(simulation.ledger());
});

test('a wiper and a cloth move the water of the windshield, and the book stays closed', () => {
  const wipers: SceneInput['wipers'] = [{ x: 400, y: 590, length: 400, from: -2.6, to: -0.5 }];
  const simulation = createSimulation('kaneda-windshield', { wipers });
  simulation.advance(3);
  const taken = simulation.wipe({ from: { x: 900, y: 100 }, to: { x: 1200, y: 400 }, width: 60, keeps: 'cloth' });
  expect(taken).toBeGreaterThan(0);
  expect(simulation.ledger().wiped).toBeGreaterThanOrEqual(taken);
  expect(Math.abs(found(simulation) / simulation.ledger().supplied - 1)).toBeLessThan(1e-12);
});

describe('one line each is said about', () => {
  const bezier = (surface: object, rest: object = {}) =>
    ({ model: { name: 'kaneda1996' }, surface: { kind: 'bezier', ...surface }, ...rest }) as SceneInput;
  const patch = Array.from(
    { length: 48 },
    (_, n) => [10 * (Math.floor(n / 3) % 4), -10 * Math.floor(n / 12), 0][n % 3],
  );
  test.each([
    [
      'a patch with NaN',
      bezier({ patches: patch.with(5, Number.NaN) }),
      /^scene\.surface\.patches\[5\] must be .*got NaN/,
    ],
    ['points that coincide', bezier({ patches: patch.map(() => 1) }), /patches\[0\] must have an area/],
    ['half a patch', bezier({ patches: patch.slice(0, 24) }), /must be 48 numbers a patch.*got 24 numbers/],
    [
      'an edge of three patches',
      bezier({ patches: [0, 9, -9].flatMap((by) => patch.map((value, n) => (n % 12 < 3 ? value : value + by))) }),
      /at most; got patches 0, 1, 2 with one edge/,
    ],
    ['a lattice too fine', bezier({ cellSize: 0.1 }), /must make at most 4000000 cells; got 0.1 mm/],
    [
      'more cells than a graph holds',
      { model: { name: 'kaneda1996' }, surface: { width: 2000, height: 2000, cellSize: 1 } },
      /walks on at most 2000000 cells; this surface has 4000000/,
    ],
    ['h(c) below 0', { model: { name: 'kaneda1996', wetting: -0.1 } }, /wetting must be 0 to 10.*got -0.1/],
    ['h(c) above 1', { model: { name: 'kaneda1996', wettingShare: 1.2 } }, /wettingShare must be 0 to 1; got 1.2/],
    ['β_d above β_s', { model: { name: 'kaneda1996', betaRatio: 1.1 } }, /betaRatio must be 0 to 0.999; got 1.1/],
    [
      'a model that needs flat charts',
      bezier({}, { model: { name: 'chen2013' } }),
      /needs flat charts, which a bezier does not have/,
    ],
    ['a model of panes', bezier({}, { model: { name: 'nakata2012' } }), /bezier/],
    ['layers', bezier({}, { fog: {} }), /scene\.fog must be null on a surface of patches/],
    [
      'wipers on a teapot',
      bezier({ preset: 'teapot' }, { wipers: [{ x: 0, y: 0, length: 50, from: -1, to: 1 }] }),
      /wipers must be empty on a surface of several patches/,
    ],
  ] as [string, SceneInput, RegExp][])('%s', (_what, scene, line) => {
    let message = '';
    try {
      createSimulation(scene);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(line);
    expect(message).not.toContain('\n');
  });
});

test.each(['pane', 'cylinder', 'box'] as const)('it runs on a %s', (kind) => {
  const surface = { kind, width: 100, height: 100, cellSize: 1 } as SceneInput['surface'];
  const simulation = createSimulation({ model: { name: 'kaneda1996' }, surface, rain: { rate: 200 } });
  simulation.advance(2);
  expect(simulation.runs?.count).toBeGreaterThan(10);
  expect(found(simulation)).toBe(simulation.ledger().supplied);
});
