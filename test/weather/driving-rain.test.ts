/** Rain and air on a moving windshield: how much more rain it meets, how drops land, and where the air is fast. */
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { createPose, setPaneRotation } from '../../src/core/pose.js';
import { Cylinder } from '../../src/surface/cylinder.js';
import { DirectedRain } from '../../src/weather/directed-rain.js';
import { MarshallPalmerRain } from '../../src/weather/marshall-palmer.js';
import { createArrival } from '../../src/weather/rain.js';
import { Wind } from '../../src/weather/wind.js';

const OPTIONS = { rate: 25 / 3600, drift: 0, smallest: 1, weighting: 'air', max: 1e6 } as const;
const GLASS = new Cylinder({ radius: 5000, width: 1200, height: 700, cellSize: 5, wet: 'convex' });
const MIDDLE = { chart: 0, x: 600, y: 350 };

/** The rain on a windshield of this tilt [rad] in a car of this speed [mm/s], and how the glass stands. */
function rainOn(tilt: number, vehicle: number, options: object = {}) {
  const rain = new DirectedRain({ ...OPTIONS, ...options }, [0, vehicle], { surface: GLASS, index: 0 });
  const pose = createPose();
  setPaneRotation(pose, tilt, 0);
  rain.aim(Number.NaN, pose);
  return { rain, pose };
}

describe('the ratio of dynamic to static rain follows from speed and slope', () => {
  // Drops that fall at v meet glass of tilt α at v cos α + V sin α: the ratio is 1 + (V/v) tan α.
  const V = 20_000;
  const fall = (V * OPTIONS.rate) / rainOn(Math.PI / 2, V).rain.depthAt(MIDDLE);

  test.each([15, 30, 45, 60])('on glass of %i°', (degrees) => {
    const tilt = (degrees * Math.PI) / 180;
    const standing = rainOn(tilt, 0).rain.depthAt(MIDDLE);
    expect(standing).toBeCloseTo(OPTIONS.rate * Math.cos(tilt), 12);
    for (const speed of [5000, V, 36_000]) {
      const ratio = rainOn(tilt, speed).rain.depthAt(MIDDLE) / standing;
      expect(ratio / (1 + (speed / fall) * Math.tan(tilt))).toBeCloseTo(1, 9);
    }
  });

  test('water falls at the mean speed of real rain', () => {
    expect(fall).toBeGreaterThan(5000);
    expect(fall).toBeLessThan(9000);
  });
});

describe('drops land with the share `impact` of their velocity relative to the glass', () => {
  const [tilt, V, impact] = [Math.PI / 4, 12_000, 0.5];
  const fall = (V * OPTIONS.rate) / rainOn(Math.PI / 2, V).rain.depthAt(MIDDLE);
  const down = impact * (fall * Math.sin(tilt) - V * Math.cos(tilt));

  /** The first drop that arrives. */
  function first(rain: DirectedRain | MarshallPalmerRain) {
    const [chance, drop] = [new Chance(3), createArrival()];
    let step = 0;
    while (rain.count(chance, step, 0.1, 0) === 0) step += 1;
    rain.drop(chance, step, 0, drop);
    return drop;
  }

  test('on a pane', () => {
    const site = { surface: { charts: [{ width: 500, height: 500 }], sample: () => {} }, index: 0 };
    const rain = new MarshallPalmerRain({ ...OPTIONS, drift: V, impact }, site);
    const pose = createPose();
    setPaneRotation(pose, tilt, 0);
    rain.aim(tilt, pose);
    const { vx, vy } = first(rain);
    expect(vx).toBeCloseTo(0, 6);
    // Its size classes are finer, and so the mean speed of the water is a little different.
    expect(vy / down).toBeCloseTo(1, 2);
  });

  test('on a cylinder, where the sides also send them outwards', () => {
    const drop = first(rainOn(tilt, V, { impact }).rain);
    const angle = (drop.x - 600) / 5000;
    const onto = impact * (fall * Math.cos(tilt) + V * Math.sin(tilt));
    expect(drop.vy).toBeCloseTo(down, 6);
    expect(drop.vx).toBeCloseTo(onto * Math.sin(angle), 6);
  });

  test('and at rest without it', () => {
    const { vx, vy } = first(rainOn(tilt, V).rain);
    expect([vx, vy]).toEqual([0, 0]);
  });
});

describe('air over a windshield', () => {
  const site = { charts: [{ width: 1200, height: 700 }], tilt: Math.PI / 4, turn: 0 };
  const wind = new Wind({ vehicle: 20_000, field: { kind: 'windshield', strength: 1 } }, site, new Chance(1));
  const even = new Wind({ vehicle: 20_000 }, site, new Chance(1));
  /** Drag at a place over that of even air: out to the right, and up. */
  function drag(x: number, y: number): [right: number, up: number] {
    const [here, free] = [new Float64Array(2), new Float64Array(2)];
    wind.force({ chart: 0, x, y }, 3, 1, here);
    even.force({ chart: 0, x, y }, 3, 1, free);
    return [here[0] / -free[1], here[1] / free[1]];
  }

  test('stands still at the base and is fastest at the upper edge', () => {
    expect(Math.hypot(...drag(600, 700))).toBe(0);
    const up = [650, 500, 350, 100, 0].map((y) => drag(600, y)[1]);
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    // The square of 4/3.
    expect(up[4]).toBeCloseTo(16 / 9, 9);
  });

  test('is faster towards both pillars, and turns out there', () => {
    const [left, middle, right] = [50, 600, 1150].map((x) => drag(x, 200));
    expect(right[1]).toBeGreaterThan(1.2 * middle[1]);
    expect(left[1]).toBeCloseTo(right[1], 9);
    expect([middle[0], left[0] < 0, right[0] > 0]).toEqual([0, true, true]);
  });

  test('is even without strength, and drag grows with the drag coefficient', () => {
    const out = new Float64Array(2);
    const plain = new Wind({ vehicle: 20_000, field: { kind: 'windshield', strength: 0 } }, site, new Chance(1));
    const twice = new Wind({ vehicle: 20_000, dragCoefficient: 2.155 }, site, new Chance(1));
    even.force(MIDDLE, 3, 1, out);
    const [, up] = out;
    plain.force({ chart: 0, x: 9, y: 699 }, 3, 1, out);
    expect(out[1]).toBeCloseTo(up, 9);
    twice.force(MIDDLE, 3, 1, out);
    expect(out[1] / up).toBeCloseTo(2, 12);
  });
});
