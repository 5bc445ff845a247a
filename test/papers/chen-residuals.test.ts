/** Chen 2013, section 5.1 and spec 1.3: when a running drop leaves residual droplets, and what they are. */
import { createSimulation, type SceneInput } from 'rivulet';
import { RESIDUAL_LAWS } from 'rivulet/models';
import { describe, expect, test } from 'vitest';
import { Chance } from '../../src/core/chance.js';
import { noLayers } from '../../src/layers/all-layers.js';
import type { MapState } from '../../src/models/maps/map-state.js';
import { leaveResidual } from '../../src/models/maps/residuals.js';
import { Pane } from '../../src/surface/pane.js';
import { Wind } from '../../src/weather/wind.js';
import { type Drop, DT, dropOf, dropsOf, M_STATIC, onBarePane, openLab, STRAIGHT, seeds } from './chen-lab.ts';

/** Still air needs no more of the glass. */
const PANE = { charts: new Pane().charts, tilt: 0, turn: 0 };

/** What Algorithm 1 needs of the world; the step is counted on. */
function worldOf(dt: number, critical: number) {
  return {
    dt,
    limit: () => critical,
    step: 0,
    pull: (_place: unknown, out: Float64Array) => out.set([0, 9810]),
    layers: noLayers(new Pane()),
    wind: new Wind({}, PANE, new Chance(1)),
  };
}
type World = Parameters<typeof leaveResidual>[1];

/**
 * Lets one drop go through Algorithm 1 until it has left `count` droplets, and returns a histogram of the steps between
 * them. With m_static = 0 the droplets weigh nothing, so that the drop goes on for ever and nothing has to be laid.
 */
function drawIntervals(state: MapState, dt: number, count: number): Float64Array {
  const histogram = new Float64Array(4096);
  const world = worldOf(dt, 0);
  const { drops } = state;
  for (let drawn = 0, steps = 0; drawn < count; world.step++) {
    leaveResidual(state, world as unknown as World, 0);
    steps += 1;
    // τ is 0 only after a droplet: a failed test adds Δt.
    if (drops.tau[0] !== 0) continue;
    histogram[steps] += 1;
    steps = 0;
    drawn += 1;
  }
  return histogram;
}

/** A state with one running drop and the options of Chen's eq. 1. */
function runner(residualPeriod: number, residualRate: number, seed = 1): MapState {
  const { simulation, state } = openLab({ seed, model: { residualPeriod, residualRate } });
  simulation.addDrop({ x: 20, y: 30, mass: 4 });
  return state;
}

/** Mean, deviation and median of a histogram of steps [steps], and the share of intervals longer than `limit` steps. */
function summary(histogram: Float64Array, limit: number) {
  let count = 0;
  let sum = 0;
  let squares = 0;
  let longer = 0;
  histogram.forEach((n, steps) => {
    count += n;
    sum += n * steps;
    squares += n * steps * steps;
    if (steps > limit) longer += n;
  });
  let median = 0;
  for (let seen = 0; seen < count / 2; ) seen += histogram[++median];
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(squares / count - mean * mean), median, longer: longer / count };
}

/** The spec's discrete law: P(K = n) = p_{n−1} Π_{k<n−1}(1 − p_k), p_k = min(1, β(Δt/τmax) min(1, kΔt/τmax)). */
function discreteLaw(dt: number, period: number, rate: number, most: number): Float64Array {
  const law = new Float64Array(most);
  let survived = 1;
  for (let k = 0; k + 1 < most; k++) {
    const p = Math.min(1, rate * (dt / period) * Math.min(1, (k * dt) / period));
    law[k + 1] = survived * p;
    survived *= 1 - p;
  }
  return law;
}

/** Σ (found − expected)²/expected over classes of at least 50 expected each, and their number less one. */
function chiSquared(found: Float64Array, law: Float64Array, count: number): { value: number; freedom: number } {
  let value = 0;
  let freedom = -1;
  let expected = 0;
  let seen = 0;
  for (let n = 0; n < law.length; n++) {
    expected += law[n] * count;
    seen += found[n];
    if (expected < 50) continue;
    value += (seen - expected) ** 2 / expected;
    freedom += 1;
    expected = 0;
    seen = 0;
  }
  return { value, freedom };
}

describe('intervals', () => {
  const DRAWS = 1_000_000;

  // Spec 1.3, the second table: τmax [s], Δt [s], mean [s], deviation [s], median [s], P(K > τmax/Δt).
  test.each([
    ['CHEN', 0.4, 0.005, 0.29825, 0.16383, 0.275, 0.22313],
    ['CHEN', 0.4, 1 / 60, 0.30569, 0.15891, 0.28333, 0.22313],
    ['CHIN', 0.1, 0.005, 0.07696, 0.03937, 0.07, 0.22312],
    ['CHIN', 0.1, 1 / 120, 0.07913, 0.0379, 0.075, 0.22309],
    ['CHIN', 0.1, 1 / 60, 0.08468, 0.03397, 0.08333, 0.2228],
    ['CHIN', 0.1, 1 / 30, 0.0963, 0.02457, 0.1, 2 / 9],
  ])('CHEN-T5: %s, τmax %d s, Δt %d s', (_name, period, dt, mean, deviation, median, longer) => {
    const histogram = drawIntervals(runner(period, 3), dt, DRAWS);
    const found = summary(histogram, Math.round(period / dt));
    expect(Math.abs(found.mean * dt - mean)).toBeLessThan(0.01 * mean);
    expect(Math.abs(found.deviation * dt - deviation)).toBeLessThan(0.01 * deviation);
    expect(Math.abs(found.median * dt - median)).toBeLessThan(0.01 * median);
    expect(Math.abs(found.longer - longer)).toBeLessThan(0.01 * longer);
    // The whole distribution: χ² lies within 4 σ of its mean.
    const { value, freedom } = chiSquared(histogram, discreteLaw(dt, period, 3, histogram.length), DRAWS);
    expect(value).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom) + 8);
  });

  test('CHEN-T5: at Δt = τmax/3 an interval has 2, 3 or 4 steps, 26/9 on average', () => {
    const law = discreteLaw(1 / 30, 0.1, 3, 8);
    [0, 0, 1 / 3, 4 / 9, 2 / 9, 0].forEach((p, n) => {
      expect(law[n]).toBeCloseTo(p, 12);
    });
    const histogram = drawIntervals(runner(0.1, 3, 2), 1 / 30, 100_000);
    expect(histogram.reduce((sum, n, steps) => (steps < 2 || steps > 4 ? sum + n : sum), 0)).toBe(0);
    expect(summary(histogram, 3).mean).toBeCloseTo(26 / 9, 1);
  });

  // Spec 1.3, the first table: β, E[T]/τmax, median/τmax, P(T > τmax). For β = 1 the median is beyond τmax, where
  // S(t) = ½ gives ½ + ln 2; the table's 1.1774 is √(2 ln 2), which holds only up to τmax.
  test.each([
    [1, 1.4622, 0.5 + Math.LN2, 0.6065],
    [2, 0.9308, 0.8326, 0.3679],
    [3, 0.7377, 0.6798, 0.2231],
    [4, 0.632, 0.5887, 0.1353],
  ])('CHEN-T5: for small steps intervals follow S(t), β = %d', (rate, mean, median, longer) => {
    const draws = 100_000;
    const perPeriod = 100;
    const histogram = drawIntervals(runner(0.4, rate, rate), 0.4 / perPeriod, draws);
    const found = summary(histogram, perPeriod);
    // An interval ends half a step late on average, the median up to a whole one.
    expect(Math.abs((found.mean - 0.5) / perPeriod - mean)).toBeLessThan(0.01 * mean);
    expect(Math.abs((found.median - 0.5) / perPeriod - median)).toBeLessThan(0.01 * median + 0.5 / perPeriod);
    expect(Math.abs(found.longer - longer)).toBeLessThan(0.02 * longer);
    expect(distance(histogram, draws, rate, perPeriod)).toBeLessThan(1.63 / Math.sqrt(draws) + 0.0005);
  });

  /** Largest distance between the drawn intervals and S(t), Kolmogorov's D; n tests see the hazard up to (n − ½)Δt. */
  function distance(histogram: Float64Array, draws: number, rate: number, perPeriod: number): number {
    let most = 0;
    let left = draws;
    for (let n = 1; n < histogram.length; n++) {
      left -= histogram[n];
      const t = (n - 0.5) / perPeriod;
      const survival = t <= 1 ? Math.exp((-rate * t * t) / 2) : Math.exp(-rate / 2 - rate * (t - 1));
      most = Math.max(most, Math.abs(left / draws - survival));
    }
    return most;
  }

  test('the law is eq. 1, capped at certainty', () => {
    const { ramp } = RESIDUAL_LAWS;
    expect(ramp(0, 0.005, 0.4, 3)).toBe(0);
    expect(ramp(0.2, 0.005, 0.4, 3)).toBeCloseTo(0.01875, 15);
    expect(ramp(0.4, 0.005, 0.4, 3)).toBeCloseTo(0.0375, 15);
    expect(ramp(9, 0.005, 0.4, 3)).toBeCloseTo(0.0375, 15);
    expect(ramp(9, 0.5, 0.4, 3)).toBe(1);
  });
});

describe('droplets', () => {
  /** Parents before a step and the droplet that appeared in it. */
  interface Birth {
    readonly before: Drop;
    readonly after: Drop;
    readonly droplet: Drop;
  }

  /** All births in runs of single drops of `mass`, one a seed. */
  function births(mass: number, runs: number): Birth[] {
    const found: Birth[] = [];
    for (const seed of seeds(runs)) {
      const simulation = onBarePane({
        seed,
        model: { ...STRAIGHT, residuals: true, residualPeriod: 0.02, path: 'spaced' },
        surface: { width: 10, height: 300, cellSize: 1 },
      });
      const id = simulation.addDrop({ x: 5, y: 5, mass });
      for (let before = dropOf(simulation, id)!; before.moving; ) {
        const known = simulation.drops.count;
        simulation.step();
        const after = dropOf(simulation, id);
        if (!after) break;
        const droplet = dropsOf(simulation).at(-1)!;
        if (simulation.drops.count > known) found.push({ before, after, droplet });
        before = after;
      }
    }
    return found;
  }

  test('CHEN-T6: every droplet is still, at its parent’s place, and 0.1 to 0.3 of it or m_static', () => {
    const all = [2.5, 4, 8, 40].flatMap((mass) => births(mass, 60));
    let capped = 0;
    for (const { before, after, droplet } of all) {
      expect(droplet).toMatchObject({ vx: 0, vy: 0, moving: false, x: after.x, y: after.y });
      expect(droplet.mass).toBeLessThanOrEqual(M_STATIC);
      expect(after.mass).toBeCloseTo(before.mass - droplet.mass, 12);
      const share = droplet.mass / before.mass;
      if (droplet.mass === M_STATIC) capped += 1;
      else expect(share >= 0.1 && share <= 0.3, `share ${share}`).toBe(true);
    }
    expect(all.length).toBeGreaterThan(500);
    expect(capped).toBeGreaterThan(50);
  });

  test('CHEN-T6: the share is even between 0.1 and 0.3', () => {
    const shares = births(M_STATIC * 3, 1200).map(({ before, droplet }) => droplet.mass / before.mass);
    const count = shares.length;
    expect(count).toBeGreaterThan(5000);
    const mean = shares.reduce((sum, share) => sum + share, 0) / count;
    expect(Math.abs(mean - 0.2)).toBeLessThan((4 * 0.2) / Math.sqrt(12 * count));
    const sorted = shares.sort((a, b) => a - b);
    const distance = sorted.map((share, n) => Math.abs((share - 0.1) / 0.2 - (n + 0.5) / count));
    expect(Math.max(...distance)).toBeLessThan(1.63 / Math.sqrt(count));
  });

  // Spec 1.3: m0/m_static → droplets until m ≤ m_static.
  test.each([
    [1.25, 1.5],
    [1.5, 2.35],
    [2, 3.62],
    [3, 5.42],
    [5, 7.87],
  ])('a drop of %d m_static leaves %d droplets until it is light enough to stop', (ratio, expected) => {
    const state = runner(0.01, 100);
    const world = worldOf(DT, M_STATIC);
    const runs = 3000;
    let droplets = 0;
    const { drops } = state;
    for (let run = 0; run < runs; run++) {
      drops.setMass(0, ratio * M_STATIC);
      for (; drops.mass[0] > M_STATIC; world.step++) {
        leaveResidual(state, world as unknown as World, 0);
        if (drops.count === 1) continue;
        droplets += 1;
        drops.remove(1);
      }
    }
    expect(Math.abs(droplets / runs - expected)).toBeLessThan(0.02 * expected);
  });
});

test.each([
  ['trails', 20],
  ['drops', 10],
])(
  'CHEN-O3: no droplet merges back into its parent on the paper’s pane, where %s touch, in %d s',
  (contact, seconds) => {
    const { simulation, state } = openLab({ model: { contact } }, 'chen-pane-500');
    const { kinship, drops } = state;
    const parentOf = new Map<number, number>();
    const back: string[] = [];
    let births = 0;
    let renaming = false;
    const add = kinship.add.bind(kinship);
    kinship.add = (child, parent) => {
      add(child, parent);
      // Renaming adds its pairs again; those are no births.
      if (renaming) return;
      parentOf.set(child, parent);
      births += 1;
    };
    const rename = kinship.rename.bind(kinship);
    kinship.rename = (name) => {
      for (const [child, parent] of parentOf) {
        if (name(child) === child && name(parent) === parent) continue;
        parentOf.delete(child);
        // One of them merged, or left the pane and its trail was recoloured. If both became one, a third drop must have been there.
        if (name(child) !== name(parent) || name(child) === child || name(parent) === parent) continue;
        const members = Array.from({ length: drops.nextId }, (_, id) => id).filter((id) => name(id) === name(child));
        // A third drop that touches both may join them; the two alone may not.
        if (members.filter((id) => id !== name(child)).length < 3) back.push(`${child} into ${parent}`);
      }
      renaming = true;
      rename(name);
      renaming = false;
    };
    simulation.advance(seconds);
    expect(back).toEqual([]);
    expect(births).toBeGreaterThan(5 * seconds);
  },
);

describe('droplets that all run and all leave half of themselves in every step', () => {
  /** The drops after each of 20 pairs of steps: in the first of a pair nothing is held, in the second all leave droplets. */
  function* splitting(mass: number) {
    const slippery: SceneInput = { gravity: 100, coating: { critical: 0.001 }, model: { residuals: false } };
    // So little gravity that nothing that runs stops.
    const leaving: SceneInput = { gravity: 1e-6, coating: { critical: 5000 }, model: { residuals: true } };
    const simulation = createSimulation({
      surface: { width: 40, height: 40, cellSize: 0.5, tilt: Math.PI / 2 },
      rain: { kind: 'none' },
      model: {
        name: 'chen2013',
        merging: false,
        residualLaw: 'constant',
        residualPeriod: 0.001,
        residualRate: 100,
        residualShareMin: 0.5,
        residualShareMax: 0.5,
      },
      drops: [5, 20].map((y) => ({ x: 1, y, mass })),
    });
    for (let pair = 0; pair < 20; pair++) {
      for (const change of [slippery, leaving]) {
        simulation.set(change);
        simulation.step();
      }
      yield simulation.drops;
    }
  }

  test('are never more than the glass has cells', () => {
    const counts = Array.from(splitting(400), ({ count }) => count);
    expect(counts[10]).toBeGreaterThan(2000);
    expect(Math.max(...counts)).toBeLessThanOrEqual(80 * 80);
  });

  test('are never lighter than 0.001 mg, the lightest that a scene may have', () => {
    const least = Array.from(splitting(0.1), ({ mass, count }) => Math.min(...mass.subarray(0, count)));
    expect(least[19]).toBeLessThan(0.002);
    expect(least[19]).toBeGreaterThanOrEqual(0.001);
  });
});
