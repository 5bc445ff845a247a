/** The wind by itself: boundary layer, gusts, vehicle, field. */
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import type { WindOptions, WindSite } from '../../src/weather/steady-wind.js';
import { Wind } from '../../src/weather/wind.js';

const PANE: WindSite = { charts: [{ width: 300, height: 200 }], tilt: Math.PI / 2, turn: 0 };

function windOn(options: WindOptions, glass: Partial<WindSite> = {}, seed = 1): Wind {
  return new Wind(options, { ...PANE, ...glass }, new Chance(seed));
}

/** Drag on a drop of radius r at a place, as [x, y]. */
function drag(wind: Wind, x: number, y: number, r = 1): [number, number] {
  const out = new Float64Array(2);
  wind.force({ chart: 0, x, y }, 0.5 * Math.PI * r * r, r, out);
  return [out[0], out[1]];
}

describe('boundary layer', () => {
  test.each([0, 1 / 7, 0.5, 1, 2])(
    'NAK-T5: with exponent %f the speed is continuous at y = δ and never falls with height',
    (exponent) => {
      const wind = windOn({ speed: 8000, boundaryLayer: 6, exponent });
      expect(wind.inLayer(8000, 6 - 1e-9)).toBeCloseTo(8000, 4);
      expect(wind.inLayer(8000, 6)).toBe(8000);
      expect(wind.inLayer(8000, 60)).toBe(8000);
      for (let y = 0.5; y < 8; y += 0.5) {
        expect(wind.inLayer(8000, y + 0.5)).toBeGreaterThanOrEqual(wind.inLayer(8000, y));
      }
    },
  );

  test.each([0, 1 / 7, 0.3, 0.5, 1, 2])(
    'NAK-4: with exponent %f the speed at a height y is (y/δ)^p of the free air',
    (exponent) => {
      const wind = windOn({ speed: 8000, boundaryLayer: 6, exponent });
      for (const height of [0.01, 0.5, 1.5, 3, 5.9]) {
        const share = (height / 6) ** exponent;
        expect(wind.inLayer(8000, height) / (8000 * share)).toBeCloseTo(1, 12);
        // Drag goes with the square of the speed at the drop's height, its radius.
        const free = 0.5 * 1.2e-3 * 1.0775 * 0.5 * Math.PI * height ** 2 * 8000 ** 2;
        expect(drag(wind, 10, 10, height)[0] / (free * share ** 2)).toBeCloseTo(1, 12);
      }
    },
  );

  test('the drag follows eq. 3 and 4 of Nakata', () => {
    const [x, y] = drag(windOn({ speed: 10_000, direction: 0.3 }), 10, 10, 1.5);
    const slowed = 10_000 * Math.sqrt(1.5 / 6);
    const force = 0.5 * 1.2e-3 * 1.0775 * 0.5 * Math.PI * 1.5 ** 2 * slowed ** 2;
    expect(x / (force * Math.cos(0.3))).toBeCloseTo(1, 12);
    expect(y / (force * Math.sin(0.3))).toBeCloseTo(1, 12);
  });
});

describe('gusts', () => {
  const gusts = { strength: 0.2, slowest: 4, fastest: 0.5 };

  test.each([1, 2, 3])('seed %i: mean and standard deviation of the speed are as set', (seed) => {
    const wind = windOn({ speed: 5000, gusts }, {}, seed);
    const speeds = Array.from({ length: 40_000 }, (_, n) => wind.gustAt(n * 0.025));
    const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    const variance = speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / speeds.length;
    expect(mean / 5000).toBeCloseTo(1, 2);
    expect(Math.sqrt(variance) / 5000).toBeGreaterThan(0.19);
    expect(Math.sqrt(variance) / 5000).toBeLessThan(0.21);
  });

  test('nothing is faster than the fastest gust or slower than the slowest', () => {
    const wind = windOn({ speed: 5000, gusts });
    const dt = 0.05;
    const speeds = Array.from({ length: 8000 }, (_, n) => wind.gustAt(n * dt) / 5000 - 1);
    const power = (frequency: number) => {
      let c = 0;
      let s = 0;
      speeds.forEach((value, n) => {
        // A Hann window, so that a wave does not leak into frequencies far from its own.
        const weight = 1 - Math.cos((2 * Math.PI * n) / speeds.length);
        c += value * weight * Math.cos(2 * Math.PI * frequency * n * dt);
        s += value * weight * Math.sin(2 * Math.PI * frequency * n * dt);
      });
      return (c * c + s * s) / speeds.length ** 2;
    };
    const band = (low: number, high: number) => {
      let sum = 0;
      for (let f = low; f < high; f += 0.0025) sum += power(f);
      return sum;
    };
    const inside = band(0.24, 2.01);
    expect(band(0.01, 0.24)).toBeLessThan(1e-4 * inside);
    expect(band(2.02, 4)).toBeLessThan(1e-4 * inside);
  });

  test('are a function of time and seed alone, and never blow backwards', () => {
    const strong = { strength: 1, slowest: 2, fastest: 0.5 };
    const wind = windOn({ speed: 5000, gusts: strong });
    const there = wind.gustAt(123.4);
    for (let n = 0; n < 2000; n++) expect(wind.gustAt(n * 0.1)).toBeGreaterThanOrEqual(0);
    expect(wind.gustAt(123.4)).toBe(there);
    expect(windOn({ speed: 5000, gusts: strong }, {}, 1).gustAt(123.4)).toBe(there);
    expect(windOn({ speed: 5000, gusts: strong }, {}, 2).gustAt(123.4)).not.toBe(there);
  });
});

describe('vehicle', () => {
  const drive = (tilt: number, turn = 0) => drag(windOn({ vehicle: 20_000 }, { tilt, turn }), 10, 10);

  test('NAK-O6: the air of driving flows up the glass, as V² cos α', () => {
    const [x, y] = drive(Math.PI / 4);
    const [level] = drag(windOn({ speed: 20_000 }), 10, 10);
    expect(x).toBeCloseTo(0, 9);
    expect(y / level).toBeCloseTo(-Math.cos(Math.PI / 4), 12);
  });

  test('against gravity, wherever that points in the pane', () => {
    const [x, y] = drive(0.6, 0.4);
    expect(x / y).toBeCloseTo(Math.tan(0.4), 12);
    expect(y).toBeLessThan(0);
  });

  test('is added to the wind as a vector', () => {
    const [x, y] = drag(windOn({ vehicle: 12_000, speed: 5000 }, { tilt: 0 }), 10, 10);
    const [alone] = drag(windOn({ speed: 13_000 }), 10, 10);
    expect(x / alone).toBeCloseTo(5 / 13, 12);
    expect(y / alone).toBeCloseTo(-12 / 13, 12);
  });
});

describe('field', () => {
  const map = { kind: 'map', width: 3, height: 2, values: [1, 2, 3, 3, 2, 1], turns: null } as const;
  const level = drag(windOn({ speed: 1000 }), 0, 0)[0];
  /** Speed at a place over the free air's: drag goes with its square. */
  const speedAt = (field: WindOptions['field'], x: number, y: number) =>
    Math.sqrt(drag(windOn({ speed: 1000, field }), x, y)[0] / level);

  test('NAK-L3: a map is met at its points and bilinear in between', () => {
    expect(speedAt(map, 0, 0)).toBeCloseTo(1, 12);
    expect(speedAt(map, 150, 0)).toBeCloseTo(2, 12);
    expect(speedAt(map, 300, 0)).toBeCloseTo(3, 12);
    expect(speedAt(map, 0, 200)).toBeCloseTo(3, 12);
    expect(speedAt(map, 75, 0)).toBeCloseTo(1.5, 12);
    expect(speedAt(map, 75, 50)).toBeCloseTo(1.75, 12);
    expect(speedAt(map, 300, 150)).toBeCloseTo(1.5, 12);
  });

  test('a map of one point is that point everywhere', () => {
    const one = { kind: 'map', width: 1, height: 1, values: [2], turns: null } as const;
    for (const x of [0, 130, 300]) expect(speedAt(one, x, x / 2)).toBeCloseTo(2, 12);
  });

  test('turns turn the air towards +y', () => {
    const turned = { kind: 'map', width: 1, height: 1, values: [1], turns: [Math.PI / 2] } as const;
    const [x, y] = drag(windOn({ speed: 1000, field: turned }), 10, 10);
    expect(x / level).toBeCloseTo(0, 12);
    expect(y / level).toBeCloseTo(1, 12);
  });

  test.each([
    {
      kind: 'edge',
      points: [
        [150, 100, 1],
        [0, 100, 1.5],
        [150, 200, 1.5],
      ],
    },
    {
      kind: 'pillars',
      points: [
        [150, 0, 1],
        [300, 100, 1.5],
        [150, 200, 1],
      ],
    },
    {
      kind: 'centre',
      points: [
        [150, 100, 1.5],
        [0, 100, 1],
        [300, 200, 1],
      ],
    },
    {
      kind: 'across',
      points: [
        [0, 50, 0.5],
        [150, 50, 1],
        [300, 50, 1.5],
      ],
    },
    {
      kind: 'down',
      points: [
        [50, 0, 0.5],
        [50, 100, 1],
        [50, 200, 1.5],
      ],
    },
  ] as const)('the formula $kind', ({ kind, points }) => {
    for (const [x, y, speed] of points) expect(speedAt({ kind, strength: 0.5 }, x, y)).toBeCloseTo(speed, 12);
  });

  test('parting air drifts outwards on both sides of a windshield', () => {
    const wind = windOn({ vehicle: 20_000, field: { kind: 'parting', strength: 0.5 } }, { tilt: 0.7 });
    const [left, up] = drag(wind, 10, 100);
    const [right] = drag(wind, 290, 100);
    const [middle] = drag(wind, 150, 100);
    expect(up).toBeLessThan(0);
    expect(left).toBeLessThan(0);
    expect(right).toBeCloseTo(-left, 9);
    expect(middle).toBeCloseTo(0, 9);
  });
});
