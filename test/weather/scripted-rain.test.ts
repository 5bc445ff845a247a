/** Rain from a list, from an edge, and several at once. */
import { createSimulation, parseRainScript, RivuletError, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';

/** Drops that stay where they land and as they are. */
const QUIET: SceneInput = {
  step: 0.005,
  model: { merging: false },
  surface: { width: 100, height: 80 },
  coating: { critical: 50 },
};

/** When each drop came, with place and mass. */
function arrivals(simulation: Simulation, steps: number): number[][] {
  const seen: number[][] = [];
  const known = new Set<number>();
  for (let n = 0; n < steps; n++) {
    const step = simulation.steps;
    simulation.step();
    const { drops } = simulation;
    for (let slot = 0; slot < drops.count; slot++) {
      if (known.has(drops.id[slot])) continue;
      known.add(drops.id[slot]);
      seen.push([step, drops.x[slot], drops.y[slot], drops.mass[slot]]);
    }
  }
  return seen;
}

const SCRIPT = [
  { t: 0.1, x: 12.3, y: 45.6, mass: 7.89 },
  { t: 0, x: 1, y: 2, mass: 3 },
  { t: '52ms', x: '3cm', y: 20, mass: '5uL' },
  { t: 0.1, x: 80, y: 10, mass: 0.5 },
] as const;

describe('scripted rain', () => {
  test('falls at the times, at the places and with the masses of the list, to the last digit', () => {
    const simulation = createSimulation({ ...QUIET, rain: { kind: 'script', drops: SCRIPT } });
    expect(arrivals(simulation, 100)).toEqual([
      [0, 1, 2, 3],
      [10, 30, 20, 5],
      [20, 12.3, 45.6, 7.89],
      [20, 80, 10, 0.5],
    ]);
    expect(simulation.ledger().supplied).toBe(3 + 5 + 7.89 + 0.5);
  });

  test('is not a step early or late where a time in steps is no whole number in binary', () => {
    // 0.29/0.01 is 28.999999999999996.
    const rain = { kind: 'script', drops: [{ t: 0.29, x: 1, y: 2, mass: 3 }] } as const;
    expect(arrivals(createSimulation({ ...QUIET, step: 0.01, rain }), 40)).toEqual([[29, 1, 2, 3]]);
  });

  test('comes again after its period, whether or not that is a whole number of steps', () => {
    const rain = { kind: 'script', drops: [{ t: 0.05, x: 1, y: 2, mass: 3 }], repeat: 0.1234 } as const;
    const simulation = createSimulation({ ...QUIET, rain });
    const steps = arrivals(simulation, 200).map(([step]) => step);
    expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((round) => Math.floor((0.05 + 0.1234 * round) / 0.005)));
  });

  test('a drop at 0 of each round comes once a round', () => {
    const rain = { kind: 'script', drops: [{ t: 0, x: 1, y: 2, mass: 3 }], repeat: 0.1 } as const;
    expect(arrivals(createSimulation({ ...QUIET, rain }), 100).map(([step]) => step)).toEqual([0, 20, 40, 60, 80]);
  });

  test('goes on from a saved moment as if nothing had been', () => {
    const rain = { kind: 'script', drops: SCRIPT, repeat: 0.13 } as const;
    const whole = createSimulation({ ...QUIET, rain });
    const first = createSimulation({ ...QUIET, rain });
    for (let n = 0; n < 20; n++) first.step();
    const second = createSimulation.load(first.save());
    for (let n = 0; n < 80; n++) second.step();
    for (let n = 0; n < 100; n++) whole.step();
    expect(second.hash()).toBe(whole.hash());
  });

  test('a drop may come with a speed', () => {
    const drops = [{ t: 0, x: 50, y: 40, mass: 5, vx: 0, vy: '1m/s' }] as const;
    const simulation = createSimulation({ ...QUIET, rain: { kind: 'script', drops } });
    simulation.step();
    expect(simulation.drops.y[0]).toBeGreaterThan(41);
  });
});

describe('drips', () => {
  const drips = { kind: 'drips', places: 5, period: 0.5, jitter: 0.4, mass: [4, 6] } as const;

  test('come from a few places of the upper edge, each about once in its period', () => {
    const seen = arrivals(createSimulation({ ...QUIET, rain: drips }), 2000);
    const places = new Map<number, number[][]>();
    for (const drop of seen) places.set(drop[1], [...(places.get(drop[1]) ?? []), drop]);
    expect(places.size).toBe(5);
    for (const [x, drops] of places) {
      expect(x >= 0 && x <= 100).toBe(true);
      expect(drops.map(([, , y]) => y)).toEqual(drops.map(() => 0));
      // 10 s are 20 periods; at either end one may just fall in or out.
      expect(Math.abs(drops.length - 20)).toBeLessThanOrEqual(1);
      const times = drops.map(([step]) => step * 0.005);
      for (let n = 1; n < times.length; n++) {
        const gap = times[n] - times[n - 1];
        expect(gap > 0.5 - 0.2 - 0.005 && gap < 0.5 + 0.2 + 0.005).toBe(true);
      }
      for (const [, , , mass] of drops) expect(mass >= 4 && mass <= 6).toBe(true);
    }
    const masses = seen.map(([, , , mass]) => mass);
    expect(Math.min(...masses)).toBeLessThan(4.2);
    expect(Math.max(...masses)).toBeGreaterThan(5.8);
  });

  test('without jitter they are clocks', () => {
    const seen = arrivals(createSimulation({ ...QUIET, rain: { ...drips, places: 1, jitter: 0 } }), 1000);
    const gaps = seen.slice(1).map(([step], n) => step - seen[n][0]);
    expect(seen).toHaveLength(10);
    expect(new Set(gaps)).toEqual(new Set([100]));
  });

  test('may come from any line', () => {
    const rain = { ...drips, from: [10, 20], to: [50, 60], places: 30 } as const;
    const seen = arrivals(createSimulation({ ...QUIET, rain }), 100);
    expect(seen.length).toBeGreaterThan(20);
    for (const [, x, y] of seen) expect(y - x).toBeCloseTo(10, 9);
  });
});

describe('several rains', () => {
  const script = { kind: 'script', drops: [{ t: 0.1, x: 1, y: 2, mass: 3 }] } as const;
  const uniform = { rate: 100, small: [1, 2], large: [2, 3] } as const;

  test('fall together, the first as if it were alone', () => {
    const alone = arrivals(createSimulation({ ...QUIET, rain: uniform }), 100);
    const rain = { kind: 'several', rains: [uniform, script] } as const;
    const both = arrivals(createSimulation({ ...QUIET, rain }), 100);
    expect(both.filter(([, x, y]) => !(x === 1 && y === 2))).toEqual(alone);
    expect(both).toContainEqual([20, 1, 2, 3]);
  });

  test('of one kind are not the same drops twice', () => {
    const rain = { kind: 'several', rains: [uniform, uniform] } as const;
    const seen = arrivals(createSimulation({ ...QUIET, rain }), 100);
    expect(new Set(seen.map(([, x]) => x)).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(70);
  });
});

describe('changes while it rains', () => {
  test('another kind starts from its own defaults', () => {
    const simulation = createSimulation({ ...QUIET, rain: { rate: 7, small: [1, 2] } });
    simulation.set({ rain: { kind: 'marshall-palmer', rate: '20mm/h' } });
    expect(simulation.scene.rain).toMatchObject({ kind: 'marshall-palmer', smallest: 1, drift: 0 });
    simulation.set({ rain: { kind: 'uniform' } });
    expect(simulation.scene.rain).toMatchObject({ kind: 'uniform', rate: 50, small: null });
  });

  test('rain that is switched off and on again is the same rain', () => {
    const simulation = createSimulation({ ...QUIET, rain: { kind: 'marshall-palmer', rate: '20mm/h', drift: 5 } });
    const { rain } = simulation.scene;
    simulation.set({ rain: { kind: 'none' } });
    expect(simulation.scene.rain).toEqual({ kind: 'none' });
    simulation.set({ rain: { kind: 'marshall-palmer' } });
    expect(simulation.scene.rain).toEqual(rain);
    simulation.set({ rain: { kind: 'none' } });
    simulation.set({ rain: { kind: 'uniform', rate: 3 } });
    expect(simulation.scene.rain).toMatchObject({ kind: 'uniform', rate: 3 });
  });

  test('a scene as it is read is a scene as it is written', () => {
    const kinds = ['marshall-palmer', 'script', 'drips', 'several', 'none'] as const;
    for (const kind of kinds) {
      const { scene } = createSimulation({ ...QUIET, rain: { kind }, motion: { keys: [{ t: 1, tilt: 1 }] } });
      expect(createSimulation(scene as SceneInput).scene).toEqual(scene);
    }
  });
});

describe('rain files', () => {
  const drop = { t: 0.5, x: 10, y: 20, mass: 5, vx: 0, vy: 0 };

  test('CSV and JSON give the same drops', () => {
    const csv = '\uFEFF# from the lab\r\nvy,t, x,y,volume\r\n\r\n3,0.5,10,20,5\r\n0,500ms,1cm,2cm,5uL\r\n';
    expect(parseRainScript(csv, 'rain.csv')).toEqual([{ ...drop, vy: 3 }, drop]);
    const json = '[{"t": 0.5, "x": 10, "y": 20, "mass": 5, "vy": 3}, {"t": "500ms", "x": "1cm", "y": 20, "volume": 5}]';
    expect(parseRainScript(json, 'rain.json')).toEqual([{ ...drop, vy: 3 }, drop]);
    expect(parseRainScript('t,x,y,mass', 'empty.csv')).toEqual([]);
  });

  test.each([
    [
      'a NaN',
      't,x,y,mass\n0,1,1,5\n0,1,1,5\n0,1,1,5\n\n# six\n0,1,1,NaN',
      'line 7: mass must be 0.001 to 5000 mg; got NaN.',
    ],
    ['a negative volume', 't,x,y,volume\n0,1,1,-5', 'line 2: mass must be 0.001 to 5000 mg; got -5.'],
    ['an empty cell', 't,x,y,mass\n0,,1,5', 'line 2: x must be 0 to 1000000 mm; got nothing.'],
    ['a time before the start', 't,x,y,mass\n-1,1,1,5', 'line 2: t must be 0 to 1000000 s; got -1.'],
    ['a short row', 't,x,y,mass\n0,1,1', 'line 2: must have 4 values, as the header; got 3.'],
    ['an unknown column', 't,x,y,mas\n0,1,1,5', 'line 1: there is no column "mas". Did you mean "mass"?'],
    [
      'a strange column',
      't,x,y,mass,colour',
      'line 1: there is no column "colour". There are t, x, y, mass, vx, vy, volume.',
    ],
    ['a missing column', 't,x,mass\n0,1,5', 'line 1: y is missing; got t,x,mass.'],
    ['two masses', 't,x,y,mass,volume\n', 'line 1: mass (or volume) is there twice.'],
    ['no header', '0,1,1,5', 'line 1: there is no column "0". There are t, x, y, mass, vx, vy, volume.'],
    ['nothing', ' \n# only words\n', 'must begin with a line of names such as t,x,y,mass; it is empty.'],
    [
      'a bad number in JSON',
      '[{"t":0,"x":1,"y":1,"mass":"heavy"}]',
      'drop 1: mass must be 0.001 to 5000 mg; got "heavy".',
    ],
    ['no object in JSON', '[5]', 'drop 1: must be an object; got 5.'],
    ['no list in JSON', '{}', 'must be a list of drops, [{"t": 0, "x": 10, "y": 10, "mass": 5}]; got an object.'],
  ])('%s is refused in one line with its place', (_what, text, line) => {
    const parse = () => parseRainScript(text, 'rain.txt');
    expect(parse).toThrow(RivuletError);
    expect(parse).toThrow(`rain.txt ${line}`);
  });

  test('broken JSON is reported with line and column', () => {
    expect(() => parseRainScript('[{"t": 0,\n"x": NaN}]', 'rain.json')).toThrow(
      'rain file rain.json is not JSON: line 2, column 6: expected a value, got "NaN".',
    );
  });
});
