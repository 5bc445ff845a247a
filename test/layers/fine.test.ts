/** The layer of fine drops: Nakata 2012 (NAK-1, 12, 13; NAK-O4, O5), spec 5.3. */
import { describe, expect, test } from 'vitest';
import { PLAIN, unitVolume } from '../../src/core/body-volume.js';
import {
  FINE_CAP_REACH,
  FINE_CAP_SIZE,
  FINE_DIAMETER,
  fineCapMass,
  fineCaps,
  MOST_FINE_CAPS,
} from '../../src/core/fine-caps.js';
import type { FineView } from '../../src/core/frame.js';
import { layerMass, meanPower, smallDropFlux } from '../../src/layers/fine.js';
import type { ChartLayers } from '../../src/layers/layers.js';
import { StateReader, StateWriter } from '../../src/simulation/save.js';
import { sizeSlope } from '../../src/weather/marshall-palmer.js';
import { DEGREE } from '../support/bodies.ts';
import { DT, FINE, glass, wait } from './lab.ts';

interface Cap {
  x: number;
  y: number;
  radius: number;
  /** c₂ and s₂, as bodies have them. */
  outline: number[];
  diameter: number;
}

/** Does a cap stand on (x, y)? The outline of core/body.ts. */
function standsOn(cap: Cap, x: number, y: number): boolean {
  const [c2, s2] = cap.outline;
  const X = (x - cap.x) / cap.radius;
  const Y = (y - cap.y) / cap.radius;
  return X * X + Y * Y - c2 * (X * X - Y * Y) - s2 * 2 * X * Y < 1;
}

/** All caps of a layer. */
function capsOf(fine: FineView): Cap[] {
  const out = new Float64Array(FINE_CAP_SIZE * MOST_FINE_CAPS);
  const caps: Cap[] = [];
  for (let row = 0; row < fine.amount.height; row++) {
    for (let col = 0; col < fine.amount.width; col++) {
      const count = fineCaps(fine, col, row, out);
      for (let at = 0; at < FINE_CAP_SIZE * count; at += FINE_CAP_SIZE) {
        const outline = [...out.subarray(at + 3, at + FINE_DIAMETER)];
        caps.push({ x: out[at], y: out[at + 1], radius: out[at + 2], outline, diameter: out[at + FINE_DIAMETER] });
      }
    }
  }
  return caps;
}

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

/** Is the mean of the values within three standard errors of `expected`? */
function expectMean(values: number[], expected: number): void {
  const mean = sum(values) / values.length;
  const variance = sum(values.map((value) => (value - mean) ** 2)) / values.length;
  expect(Math.abs(mean - expected)).toBeLessThan(3 * Math.sqrt(variance / values.length));
}

function fineOf(layers: ChartLayers) {
  return layers.fine!;
}

describe('NAK-T12', () => {
  const width = 300;
  const height = 200;
  const fine = fineOf(glass(width, height, { fine: FINE }));
  const caps = capsOf(fine);

  test('NAK-T12: 800,000 drops a m² within three standard deviations', () => {
    const expected = FINE.density * width * height;
    expect(Math.abs(caps.length - expected)).toBeLessThan(3 * Math.sqrt(expected));
  });

  test('NAK-T12: they shade 6 % of the glass as spheres in the air and weigh 22 g a m²', () => {
    const rate = sizeSlope(FINE.rainRate);
    const shade = FINE.density * (Math.PI / 4) * meanPower(rate, 1, 2);
    expect(shade).toBeCloseTo(0.059, 3);
    expect(layerMass(FINE.density, rate, 1) * 1000).toBeCloseTo(21.7, 1);
    // The sample agrees with the formulas; its sum of areas and masses with its count.
    expectMean(
      caps.map(({ diameter }) => (Math.PI / 4) * diameter ** 2),
      shade / FINE.density,
    );
    expectMean(
      caps.map(({ diameter }) => fineCapMass(diameter)),
      layerMass(FINE.density, rate, 1) / FINE.density,
    );
    expectMean(
      caps.map(({ diameter }) => diameter),
      0.227,
    );
  });

  test('NAK-T12: their bases cover what Poisson leaves room for', () => {
    // Independent caps: a point is bare with probability e^(−density · mean base area).
    const base = FINE.density * Math.PI * fine.spread ** 2 * meanPower(fine.sizeRate, 1, 2);
    const points = 200;
    const cell = 4;
    const near = new Map<number, Cap[]>();
    for (const cap of caps) {
      const key = Math.floor(cap.x / cell) + 1000 * Math.floor(cap.y / cell);
      near.set(key, [...(near.get(key) ?? []), cap]);
    }
    let covered = 0;
    for (let n = 0; n < points * points; n++) {
      const x = 4 + ((n % points) * (width - 8)) / points;
      const y = 4 + (Math.floor(n / points) * (height - 8)) / points;
      const found = [-1, 0, 1].some((dx) =>
        [-1, 0, 1].some((dy) =>
          near.get(Math.floor(x / cell) + dx + 1000 * (Math.floor(y / cell) + dy))?.some((cap) => standsOn(cap, x, y)),
        ),
      );
      if (found) covered += 1;
    }
    const share = 1 - Math.exp(-base);
    const deviation = Math.sqrt((share * (1 - share)) / points ** 2);
    expect(base).toBeCloseTo(0.0937, 3);
    expect(Math.abs(covered / points ** 2 - share)).toBeLessThan(3 * deviation);
  });

  test('a cap on the glass holds the water of the sphere that fell', () => {
    // Hemispheres: ⅔πr³ = π/6 D³.
    expect(fine.spread).toBeCloseTo(4 ** (-1 / 3), 12);
    // No two outlines are alike, and each cap still holds its water.
    const shares = caps.map(({ radius, outline, diameter }) => {
      const [c2, s2] = outline;
      const volume = radius ** 3 * unitVolume({ ...PLAIN, c2, s2 });
      return volume / ((Math.PI / 6) * diameter ** 3);
    });
    expect(Math.min(...shares)).toBeGreaterThan(0.999);
    expect(Math.max(...shares)).toBeLessThan(1.001);
    expect(new Set(caps.map(({ outline }) => String(outline))).size).toBe(caps.length);
  });

  test.each([20, 60, 90, 120, 165])(
    'at a contact angle of %i° a cap is as wide as a body of the same water',
    (degrees) => {
      const contactAngle = degrees * DEGREE;
      const { spread, water } = fineOf(glass(20, 20, { fine: { ...FINE, contactAngle } }));
      const body = { ...PLAIN, angle: contactAngle };
      expect(spread ** 3 * unitVolume(body)).toBeCloseTo(Math.PI / 6, 12);
      expect(water).toBe(fineOf(glass(20, 20, { fine: FINE })).water);
    },
  );

  test('no outline reaches further than the renderers look', () => {
    const furthest = ({ x, y, radius, outline, diameter }: Cap) =>
      Array.from({ length: 32 }, (_, n) => (n * Math.PI) / 16).some((turn) => {
        const far = 0.999 * FINE_CAP_REACH * radius;
        return standsOn({ x, y, radius, outline, diameter }, x + far * Math.cos(turn), y + far * Math.sin(turn));
      });
    expect(caps.filter(furthest).length).toBe(0);
  });

  test('the book of the layer is the sum of its caps, to the last bit', () => {
    expect(fine.water).toBe(sum(caps.map(({ diameter }) => fineCapMass(diameter))));
    expect(fine.supplied).toBe(fine.water);
  });
});

describe('NAK-T11', () => {
  test('NAK-T11: the amount is 0 under the swept path and 1 elsewhere, and no cap stands in it', () => {
    const layers = glass(40, 60, { fine: FINE });
    const fine = fineOf(layers);
    const before = fine.water;
    const [x0, y0, x1, y1, radius] = [12, 5, 25, 50, 1.5];
    const taken = layers.passed(x0, y0, x1, y1, radius, 9);
    const distance = (x: number, y: number) => {
      const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2);
      const share = Math.min(1, Math.max(0, along));
      return Math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0));
    };
    const { amount } = fine;
    for (let row = 0; row < amount.height; row++) {
      for (let col = 0; col < amount.width; col++) {
        const d = distance((col + 0.5) * FINE.cellSize, (row + 0.5) * FINE.cellSize);
        const here = amount.data[row * amount.stride + col];
        // Any cell the path touches is swept; half a diagonal beyond that none is.
        if (d < radius + FINE.cellSize / 2) expect(here).toBe(0);
        if (d > radius + FINE.cellSize) expect(here).toBe(1);
      }
    }
    expect(Math.min(...capsOf(fine).map(({ x, y }) => distance(x, y)))).toBeGreaterThan(radius);
    expect(taken).toBeGreaterThan(0);
    expect(fine.water + taken).toBe(before);
    expect(fine.water).toBe(fine.recount());
  });

  test('what was swept once is taken once', () => {
    const layers = glass(40, 40, { fine: FINE });
    expect(layers.passed(20, 5, 20, 35, 2, 9)).toBeGreaterThan(0);
    expect(layers.passed(20, 5, 20, 35, 2, 9)).toBe(0);
  });

  test('a swept cell fills again with other drops', () => {
    const layers = glass(60, 60, { fine: FINE });
    const fine = fineOf(layers);
    const inside = () => capsOf(fine).filter(({ x, y }) => Math.hypot(x - 30, y - 30) < 15);
    const before = inside();
    layers.landed(30, 30, 16);
    expect(inside()).toEqual([]);
    wait(layers, 100);
    const after = inside();
    expect(Math.abs(after.length - before.length)).toBeLessThan(4 * Math.sqrt(2 * before.length));
    expect(after.filter(({ x }) => before.some((cap) => cap.x === x))).toEqual([]);
  });
});

describe('NAK-O4: the refill', () => {
  test('brings every cap once, wherever the glass was swept meanwhile and whatever was loaded', () => {
    const layers = glass(40, 40, { fine: { ...FINE, wetAtStart: 0.3 } });
    const fine = fineOf(layers);
    const atStart = new StateWriter();
    fine.visit(atStart);
    let step = 0;
    for (const radius of [12, 8, 5, 12]) {
      step = wait(layers, 4, step);
      layers.landed(20, 20, radius);
      expect(fine.water).toBe(fine.recount());
    }
    step = wait(layers, 15, step);
    expect(fine.water).toBe(fine.recount());
    fine.visit(new StateReader(atStart.finish(), 0));
    wait(layers, 15, step);
    expect(fine.water).toBe(fine.recount());
  });

  test('comes back with its time constant, and caps come with the amount', () => {
    const layers = glass(120, 120, { fine: { ...FINE, wetAtStart: 0 } });
    const fine = fineOf(layers);
    expect(fine.water).toBe(0);
    let step = 0;
    for (const seconds of [2, 5, 10, 20]) {
      step = wait(layers, seconds - step * DT, step);
      const expected = 1 - Math.exp(-seconds / 10);
      const mean = sum([...fine.amount.data]) / fine.amount.data.length;
      // Cells have their turn 16 times in a time constant, so they are half a turn late or early.
      expect(Math.abs(mean - expected)).toBeLessThan(0.035);
      const whole = 120 * 120 * FINE.density;
      expect(Math.abs(capsOf(fine).length - mean * whole)).toBeLessThan(4 * Math.sqrt(whole / 4));
      expect(fine.water).toBe(fine.recount());
      expect(fine.supplied).toBe(fine.water);
    }
    wait(layers, 60, step);
    expect(Math.min(...fine.amount.data)).toBe(1);
  });

  test('comes back all over the glass, and not in one part of it after the other', () => {
    const layers = glass(128, 128, { fine: { ...FINE, wetAtStart: 0 } });
    const { amount } = fineOf(layers);
    // A tenth of the time in which every row is updated.
    wait(layers, 10 / 8 / 10, 0);
    const grown = new Array(16).fill(0);
    for (let cell = 0; cell < amount.data.length; cell++) {
      const part = 4 * Math.floor((4 * Math.floor(cell / amount.width)) / amount.height);
      if (amount.data[cell] > 0) grown[part + Math.floor((4 * (cell % amount.width)) / amount.width)] += 1;
    }
    const mean = sum(grown) / 16;
    expect(mean).toBeGreaterThan(100);
    for (const count of grown) expect(Math.abs(count / mean - 1)).toBeLessThan(0.3);
  });

  test('takes as long as small drops need to bring the layer’s water, by default', () => {
    const tau = (rainRate: number) => fineOf(glass(10, 10, { fine: { ...FINE, rainRate, refill: null } })).refill;
    const rate = sizeSlope(1 / 3600);
    expect(tau(1 / 3600)).toBeCloseTo(layerMass(0.8, rate, 1) / smallDropFlux(rate, 1), 9);
    expect(tau(1 / 3600)).toBeGreaterThan(100);
    expect(tau(25 / 3600)).toBeLessThan(0.6 * tau(1 / 3600));
  });

  test.each([1, 5, 25])(
    'of %d mm/h takes what Marshall and Palmer’s sizes and Atlas and Ulbrich’s speeds give',
    (depth) => {
      const { refill } = fineOf(glass(10, 10, { fine: { ...FINE, rainRate: depth / 3600, refill: null } }));
      // All from the papers, in metres and seconds: N₀ 8000 /(m³ mm), Λ = 4.1 R^−0.21 /mm, v = 386.6 D^0.67.
      const slope = 4100 * depth ** -0.21;
      const speed = (d: number) => 386.6 * d ** 0.67;
      const STRIPS = 20_000;
      let [drops, layer, flux] = [0, 0, 0];
      for (let k = 0; k < STRIPS; k++) {
        const d = ((k + 0.5) * 1e-3) / STRIPS;
        const share = (Math.exp(-slope * d) * 1e-3) / STRIPS;
        drops += share;
        layer += share * d ** 3;
        flux += 8e6 * share * d ** 3 * speed(d);
      }
      // 800,000 drops a m² (spec 5.3) of the mean volume, against the volume that falls on a m² in a second.
      const expected = (8e5 * (layer / drops)) / flux;
      expect(refill / expected).toBeCloseTo(1, 3);
    },
  );

  test('of a layer without drops is over at once and weighs nothing', () => {
    const layers = glass(10, 10, { fine: { ...FINE, density: 0, refill: null } });
    expect(layers.passed(2, 2, 8, 8, 1, 9)).toBe(0);
    wait(layers, 2);
    expect(fineOf(layers).amount.data.every((share) => share === 1)).toBe(true);
    expect(layers.book()).toMatchObject({ fine: 0, supplied: 0 });
  });

  test('small drops bring less than all the rain, and nearly all of a drizzle', () => {
    for (const depth of [0.5, 1, 10, 50]) expect(smallDropFlux(sizeSlope(depth / 3600), 1)).toBeLessThan(depth / 3600);
    // All sizes together fall as fast as the rain they are made for, as far as Marshall and Palmer's fit goes.
    for (const depth of [1, 5, 25])
      expect((smallDropFlux(sizeSlope(depth / 3600), 8) * 3600) / depth).toBeCloseTo(1, 0);
  });

  test('does not come where the model’s own water lies', () => {
    const layers = glass(20, 20, { fine: { ...FINE, wetAtStart: 0 } });
    layers.coveredBy((row) => (row < 20 ? 0xffffffff : 0));
    wait(layers, 20);
    const { amount } = fineOf(layers);
    expect(amount.data.subarray(0, 20 * amount.stride).every((share) => share === 0)).toBe(true);
    expect(amount.data.subarray(20 * amount.stride).every((share) => share > 0.5)).toBe(true);
  });
});
