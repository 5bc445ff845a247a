/** Nakata 2012: what holds a drop, what moves it, and how fast it gets (spec 5.2, 5.3, 5.8). */
import { describe, expect, test } from 'vitest';
import { omegaIn } from '../../src/models/nakata2012/forces.js';
import { SteadyWind } from '../../src/weather/steady-wind.js';
import { firstAcceleration, radiusOf, slope, steps } from './nakata-lab.ts';

/** Volume [µL], still zone [m/s], accelerations at 0, 3, 5, 12, 15 m/s [m/s²] of the Hashimoto preset (spec 5.3). */
const TABLE: readonly [number, number, number, ...number[]][] = [
  [5, 0, 14.47, 0, 0, 0, 0, -0.75],
  [10, 3.18, 12.64, 0.67, 0.07, 0, 0, -3.9],
  [15, 5.28, 11.92, 1.84, 1.25, 0.19, -0.12, -5.17],
  [20, 6.15, 11.5, 2.5, 1.91, 0.85, -0.78, -5.89],
  [30, 7.0, 11.0, 3.24, 2.65, 1.59, -1.52, -6.69],
  [40, 7.44, 10.71, 3.66, 3.06, 2.0, -1.94, -7.14],
  [50, 7.71, 10.52, 3.93, 3.34, 2.28, -2.21, -7.43],
];
const SPEEDS = [0, 3, 5, 12, 15];

describe.each(TABLE)('NAK-T1: %f µL at 35°', (volume, low, high, ...accelerations) => {
  test('is accelerated as the table says, to 1 % of what it has without wind', () => {
    for (const [n, speed] of SPEEDS.entries()) {
      const a = firstAcceleration(volume, 1000 * speed);
      if (accelerations[n] === 0) expect(a).toBe(0);
      else expect(Math.abs(a - accelerations[n])).toBeLessThan(Math.max(0.006, 0.01 * Math.abs(accelerations[n])));
    }
  });

  test('stays between the two speeds of its still zone, and only there', () => {
    for (const inside of [low === 0 ? 0 : 1.01 * low, 0.5 * (low + high), 0.99 * high]) {
      expect(firstAcceleration(volume, 1000 * inside)).toBe(0);
    }
    if (low > 0) expect(firstAcceleration(volume, 990 * low)).toBeGreaterThan(0);
    expect(firstAcceleration(volume, 1010 * high)).toBeLessThan(0);
  });
});

test('a drop lets go at the radius where gravity is stronger than hysteresis', () => {
  for (const degrees of [27, 35, 45, 90]) {
    const critical = Math.sqrt((3 * 72800 * 0.5) / (4 * 9810 * Math.sin((degrees * Math.PI) / 180)));
    const mass = ((2 * Math.PI) / 3) * critical ** 3;
    expect(firstAcceleration(0.999 * mass, 0, degrees, { omega: 0.5 })).toBe(0);
    expect(firstAcceleration(1.001 * mass, 0, degrees, { omega: 0.5 })).toBeGreaterThan(0);
  }
});

test('without an Ω of its own the coating holds what it holds in every model', () => {
  const coating = { advancing: '105deg', receding: '75deg' };
  for (const [share, runs] of [
    [0.999, 0],
    [1.001, 1],
  ]) {
    // A cap of 90° is a hemisphere: V_c of Ω = cos 75° − cos 105°.
    const radius = Math.sqrt((3 * 72800 * 2 * Math.cos((75 * Math.PI) / 180)) / (4 * 9810));
    const simulation = slope(90, { omega: 0 }, { coating });
    simulation.addDrop({ x: 150, y: 50, mass: share * ((2 * Math.PI) / 3) * radius ** 3 });
    expect(simulation.drops.moving[0]).toBe(runs);
  }
});

test('NAK-T2: what hysteresis holds stays for ever, also while it is shaken by less than the margin', () => {
  // 30 µL in the middle of its still zone: a margin of 1.1 m/s², over which no noise of 0.2 m/s² goes.
  const simulation = slope(35, { noise: 200 }, { wind: { vehicle: 9000 } });
  simulation.addDrop({ x: 150, y: 150, mass: 30 });
  simulation.advance(20);
  expect([simulation.drops.x[0], simulation.drops.y[0]]).toEqual([150, 150]);
});

test('NAK-8: noise beyond the margin shakes a drop loose, the same way with the same seed', () => {
  const shaken = (seed: number) => {
    const simulation = slope(35, { noise: 3000 }, { wind: { vehicle: 9000 }, seed });
    simulation.addDrop({ x: 150, y: 150, mass: 30 });
    simulation.advance(5);
    return [simulation.drops.x[0], simulation.drops.y[0]];
  };
  expect(shaken(1)).not.toEqual([150, 150]);
  expect(shaken(1)).toEqual(shaken(1));
  expect(shaken(2)).not.toEqual(shaken(1));
});

test('NAK-8, NAK-O7: noise is an acceleration of the size that is set, in the band from 5 to 15 Hz and in no other', () => {
  // Level, next to nothing holds the drop, and so its velocity changes by the noise alone.
  const [rate, count, size] = [240, 4096, 1000];
  const simulation = slope(0, { noise: size, omega: 1e-9 }, { surface: { width: 4000, height: 4000, cellSize: 5 } });
  simulation.addDrop({ x: 2000, y: 2000, mass: 10, vx: 1e-6 });
  const accelerations = { vx: new Float64Array(count), vy: new Float64Array(count) };
  for (let n = 0; n < count; n++) {
    const { vx, vy } = simulation.drops;
    const [beforeX, beforeY] = [vx[0], vy[0]];
    simulation.step();
    accelerations.vx[n] = (simulation.drops.vx[0] - beforeX) * rate;
    accelerations.vy[n] = (simulation.drops.vy[0] - beforeY) * rate;
  }
  /** Share of the power between two frequencies [Hz]. */
  const power = (signal: Float64Array, low: number, high: number) => {
    let sum = 0;
    for (let k = Math.ceil((low * count) / rate); k < (high * count) / rate; k++) {
      let [c, s] = [0, 0];
      signal.forEach((value, n) => {
        // A Hann window, so that a wave does not leak into frequencies far from its own.
        const weight = 1 - Math.cos((2 * Math.PI * n) / count);
        c += value * weight * Math.cos((2 * Math.PI * k * n) / count);
        s += value * weight * Math.sin((2 * Math.PI * k * n) / count);
      });
      sum += c * c + s * s;
    }
    return sum;
  };
  let square = 0;
  for (const signal of [accelerations.vx, accelerations.vy]) {
    square += signal.reduce((sum, value) => sum + value * value, 0) / count;
    const inside = power(signal, 4.8, 15.2);
    expect(power(signal, 0, 4.8)).toBeLessThan(1e-3 * inside);
    expect(power(signal, 15.2, 60)).toBeLessThan(1e-3 * inside);
    // The band is filled: by octave as much below 5·√3 Hz as above.
    expect(power(signal, 4.8, 5 * Math.sqrt(3)) / inside).toBeGreaterThan(0.3);
    expect(power(signal, 5 * Math.sqrt(3), 15.2) / inside).toBeGreaterThan(0.3);
  }
  expect(Math.sqrt(square) / size).toBeCloseTo(1, 1);
});

describe('CHIN-L8, KAN-6: on a film friction is as much less as the film says', () => {
  /** Acceleration of a drop of 30 mg down an upright pane [mm/s²], and what a friction of 1 takes of it. */
  function accelerationOn(friction: number, isWet: boolean): [found: number, held: number] {
    const film = { thickness: 0.005, evaporation: 0, friction, cellSize: 0.5 };
    const simulation = slope(90, { stretchMax: 0 }, { surface: { width: 60, height: 300 }, film });
    if (isWet) {
      // Another one has run down here and is gone.
      simulation.addDrop({ x: 30, y: 5, mass: 60 });
      while (simulation.drops.count > 0) simulation.step();
    }
    simulation.addDrop({ x: 30, y: 40, mass: 30 });
    steps(simulation, 4);
    const { vy, mass } = simulation.drops;
    const before = vy[0];
    const held = ((Math.PI / 2) * 72800 * 0.2574 * radiusOf(mass[0])) / mass[0];
    simulation.step();
    return [(simulation.drops.vy[0] - before) / simulation.scene.step, held];
  }

  test.each([0, 0.25, 0.5, 1])('friction %f', (friction) => {
    const [wet, held] = accelerationOn(friction, true);
    expect(wet / (9810 - friction * held)).toBeCloseTo(1, 4);
    const [dry, heldDry] = accelerationOn(friction, false);
    expect(dry / (9810 - heldDry)).toBeCloseTo(1, 4);
  });
});

test('NAK-T3: the wind that balances a drop’s weight is the same for every drop inside the boundary layer, to 0.1 %', () => {
  // Next to nothing holds a drop, so that it climbs from the speed on at which the air is as strong as its weight.
  const balance = (mass: number) => {
    let [low, high] = [5000, 20_000];
    while (high - low > 0.1) {
      const middle = (low + high) / 2;
      const falls = firstAcceleration(mass, middle, 45, { omega: 1e-6, omegaSpeed: 1e9 }) > 0;
      [low, high] = falls ? [middle, high] : [low, middle];
    }
    return low;
  };
  // Radii from 0.8 to 5.8 mm; δ is 6 mm.
  const speeds = [1, 5, 25, 100, 400].map(balance);
  expect(Math.max(...speeds) / Math.min(...speeds)).toBeLessThan(1.001);
  // Above the layer the air is no faster, and a larger drop needs more of it.
  expect(balance(2000) / speeds[0]).toBeGreaterThan(1.05);
});

test('NAK-T4: Ω is Ω_min in slow air, never falls, and goes to 2', () => {
  expect(omegaIn(0, 0.5, 100_000)).toBe(0.5);
  expect(omegaIn(20_000, 0.5, 100_000)).toBe(0.5);
  expect(omegaIn(50_000, 0.5, 100_000)).toBeCloseTo(2 * (1 - Math.exp(-0.5)), 12);
  let before = 0;
  for (let speed = 0; speed < 1e6; speed += 5000) {
    const omega = omegaIn(speed, 0.05, 100_000);
    expect(omega).toBeGreaterThanOrEqual(before);
    before = omega;
  }
  expect(omegaIn(1e8, 0.05, 100_000)).toBe(2);
});

test('NAK-T5: the air’s speed is continuous where the boundary layer ends', () => {
  const wind = new SteadyWind({ speed: 10_000 }, { charts: [{ width: 1, height: 1 }], tilt: 1, turn: 0 });
  expect(wind.inLayer(10_000, 6)).toBe(10_000);
  expect(wind.inLayer(10_000, 6 - 1e-9)).toBeCloseTo(10_000, 4);
  expect(wind.inLayer(10_000, 1.5)).toBeCloseTo(5000, 9);
});

describe('NAK-T6: friction never turns a drop round', () => {
  test.each([0, 500])('thrown on a level pane it slows down and stays where it stops, viscosity %i', (viscosity) => {
    const simulation = slope(0, { viscosity });
    simulation.addDrop({ x: 50, y: 150, mass: 20, vx: 400 });
    let before = 400;
    while (simulation.drops.moving[0] === 1 && simulation.time < 5) {
      simulation.step();
      const speed = simulation.drops.vx[0];
      expect(speed).toBeGreaterThanOrEqual(0);
      expect(speed).toBeLessThan(before);
      before = speed;
    }
    const { x } = simulation.drops;
    expect([simulation.drops.moving[0], simulation.drops.vx[0]]).toEqual([0, 0]);
    const stopped = x[0];
    simulation.advance(1);
    expect(simulation.drops.x[0]).toBe(stopped);
    // v²/2a of a constant friction: ½πrγΩ over the mass.
    const braking = ((Math.PI / 2) * 72800 * 0.2574 * radiusOf(20)) / 20;
    if (viscosity === 0) expect(stopped - 50).toBeCloseTo(400 ** 2 / (2 * braking), -0.3);
  });

  test('thrown up a slope that holds it, it stops and does not come down; on one that does not, it does', () => {
    for (const [degrees, comesDown] of [
      [10, false],
      [60, true],
    ] as const) {
      const simulation = slope(degrees);
      simulation.addDrop({ x: 150, y: 150, mass: 10, vy: -300 });
      let highest = 150;
      for (let n = 0; n < 240 && simulation.drops.count > 0; n++) {
        simulation.step();
        if (simulation.drops.count > 0) highest = Math.min(highest, simulation.drops.y[0]);
      }
      expect(highest).toBeLessThan(149);
      const end = simulation.drops.count > 0 ? simulation.drops.y[0] : Number.POSITIVE_INFINITY;
      if (comesDown) expect(end).toBeGreaterThan(150);
      else expect(end).toBe(highest);
    }
  });
});

test('NAK-T7: in the end speed is (2/3)πρR²a/(ηf), however long a step is', () => {
  for (const step of [1 / 1000, 1 / 240, 1 / 30]) {
    for (const mass of [8, 30]) {
      const simulation = slope(90, { viscosity: 500 }, { step, surface: { height: 2000 } });
      simulation.addDrop({ x: 150, y: 10, mass });
      simulation.advance(3);
      const r = radiusOf(mass);
      const acceleration = 9810 - (0.75 * 72800 * 0.2574) / r ** 2;
      const terminal = ((2 / 3) * Math.PI * r * r * acceleration) / 500;
      expect(simulation.drops.vy[0]).toBeCloseTo(terminal, 6);
    }
  }
});

describe('NAK-T13: Figs. 10 to 12 on flat glass of 45°, with the options that ship', () => {
  /** Mass of a hemisphere of this diameter [mm]. */
  const massOf = (diameter: number) => ((2 * Math.PI) / 3) * (diameter / 2) ** 3;

  /** Does a drop of this diameter [mm] move at 11.3 m/s? */
  const movesAt = (diameter: number, omega: number) => firstAcceleration(massOf(diameter), 11_300, 45, { omega }) !== 0;

  test('Figs. 10 and 12: with Ω_min = 0.5 nothing moves at 11.3 m/s; at 15 m/s drops above 4.3 mm climb', () => {
    for (const diameter of [1, 4.2, 4.4, 8]) {
      expect(movesAt(diameter, 0.5)).toBe(false);
      const climbs = firstAcceleration(massOf(diameter), 15_000, 45, { omega: 0.5 }) < 0;
      expect(climbs, `${diameter} mm`).toBe(diameter > 4.3);
    }
  });

  test('Fig. 11 does not come out: with Ω_min = 0.05 drops move from 11.4 mm instead of from 5.5 mm', () => {
    // Still zone (spec 5.2): r² = ¾γΩ/(ρ|g sin α − kV² cos α|), in mm.
    const drive = Math.abs(9810 - (3 / 8) * 1.2e-3 * (1.0775 / 6) * 11_300 ** 2) * Math.SQRT1_2;
    const smallest = (omega: number) => 2 * Math.sqrt((0.75 * 72_800 * omega) / drive);
    const paper = smallest(0.05);
    // Eq. 6 with the shipped σ = 100 m/s: Ω has grown above 0.05 at this speed, and Ω_min has no effect.
    const grown = 2 * (1 - Math.exp(-11.3 / 100));
    expect([grown, paper, smallest(grown)].map((value) => value.toFixed(2))).toEqual(['0.21', '5.51', '11.39']);
    for (const omega of [0.05, 0.2]) {
      expect(movesAt(1.01 * paper, omega)).toBe(false);
      expect(movesAt(0.99 * smallest(grown), omega)).toBe(false);
      expect(movesAt(1.01 * smallest(grown), omega)).toBe(true);
    }
  });
});

test('a drop that rests costs nothing: it is not tested until the world changes', () => {
  const simulation = slope(35);
  simulation.addDrop({ x: 150, y: 150, mass: 5 });
  steps(simulation, 10);
  const hash = simulation.hash();
  simulation.set({ surface: { tilt: '80deg' } });
  steps(simulation, 1);
  expect(simulation.drops.moving[0]).toBe(1);
  expect(simulation.hash()).not.toBe(hash);
});
