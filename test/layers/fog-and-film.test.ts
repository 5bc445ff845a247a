/** Fog that comes back, and a film that fades. */
import { describe, expect, test } from 'vitest';
import type { CellRows, LayerRegion } from '../../src/layers/region.js';
import { DT, FILM, FINE, FOG, glass, wait } from './lab.ts';

/** A rectangle to wipe [mm]. */
function rectangle(left: number, top: number, right: number, bottom: number): LayerRegion {
  const covers = (x: number, y: number) => x > left && x < right && y > top && y < bottom;
  const mark = (rows: CellRows) => {
    rows.setRows(top, bottom);
    for (let row = rows.row0; row < rows.row1; row++) rows.setSpan(row, left, right);
  };
  return { mark, covers };
}

describe('fog', () => {
  test('is cleared by what runs through it and comes back with its time constant', () => {
    const layers = glass(40, 40, { fog: FOG });
    const { map } = layers.fog!;
    const at = (x: number, y: number) => map.data[Math.floor(y) * map.stride + Math.floor(x)];
    const all = layers.fog!.water;
    expect(all).toBeCloseTo(0.75 * 0.005 * 1600, 12);
    const taken = layers.passed(20, 5, 20, 35, 3, 9);
    expect(at(20.5, 20.5)).toBe(0);
    expect(at(10.5, 20.5)).toBe(0.75);
    // 30 mm of a way 6 mm wide and a round end on either side, to a cell.
    expect(taken / (0.75 * 0.005)).toBeCloseTo(30 * 6 + Math.PI * 9, -1);
    expect(layers.fog!.water + taken).toBeCloseTo(all, 12);
    let step = 0;
    for (const seconds of [5, 20, 40]) {
      step = wait(layers, seconds - step * DT, step);
      expect(at(20.5, 20.5) / 0.75).toBeCloseTo(1 - Math.exp(-seconds / 20), 1);
    }
    wait(layers, 150, step);
    expect(at(20.5, 20.5)).toBe(0.75);
    expect(layers.fog!.supplied).toBeCloseTo(all + taken, 12);
    expect(layers.fog!.evaporated).toBe(0);
  });

  test('that gets thinner is booked as evaporated', () => {
    const layers = glass(20, 20, { fog: FOG });
    const before = layers.fog!.water;
    layers.configure({ fine: null, film: null, fog: { ...FOG, density: 0.25 } });
    wait(layers, 200);
    expect(layers.fog!.water).toBeCloseTo(before / 3, 12);
    expect(layers.fog!.evaporated).toBeCloseTo((2 * before) / 3, 12);
    expect(layers.fog!.supplied).toBe(before);
  });
});

describe('film', () => {
  const CELL = FILM.cellSize ** 2;

  test('is as thick and as wide as the drop left it, and weighs what the drop lost', () => {
    const layers = glass(40, 60, { film: FILM });
    const lost = -layers.passed(20, 10, 20, 50, 2, 9);
    expect(lost).toBe(layers.film!.water);
    expect(lost / 0.005).toBeCloseTo(40 * 4 + Math.PI * 4, -1);
    const wet = [...layers.film!.map.data].filter((thickness) => thickness > 0);
    expect(Math.max(...wet)).toBe(Math.min(...wet));
    expect(wet[0]).toBeCloseTo(0.005, 6);
    expect(wet.length * CELL * wet[0]).toBeCloseTo(lost, 12);
  });

  test('costs the next drop only what has dried', () => {
    const layers = glass(40, 60, { film: FILM });
    const first = -layers.passed(20, 10, 20, 50, 2, 9);
    expect(layers.passed(20, 10, 20, 50, 2, 9)).toBe(0);
    wait(layers, 12.5);
    const second = -layers.passed(20, 10, 20, 50, 2, 9);
    expect(second / first).toBeCloseTo(0.5, 1);
    expect(layers.film!.evaporated).toBeCloseTo(second, 12);
  });

  test('lowers friction in proportion to its thickness, and the effect fades as it dries', () => {
    const layers = glass(40, 60, { film: FILM });
    expect(layers.frictionAt(20, 30)).toBe(1);
    layers.passed(20, 10, 20, 50, 2, 9);
    expect(layers.frictionAt(20, 30)).toBe(0.5);
    expect(layers.frictionAt(10, 30)).toBe(1);
    expect(layers.frictionAt(-1, 30)).toBe(1);
    const step = wait(layers, 12.5);
    expect(layers.frictionAt(20, 30)).toBeCloseTo(0.75, 1);
    wait(layers, 20, step);
    expect(layers.frictionAt(20, 30)).toBe(1);
    expect(layers.film!.water).toBe(0);
  });

  test('never takes all of a drop', () => {
    const layers = glass(200, 200, { film: { ...FILM, thickness: 0.1 } });
    const lost = -layers.passed(5, 100, 195, 100, 4, 2);
    expect(lost).toBeGreaterThan(1.9);
    expect(lost).toBeLessThanOrEqual(1.99);
  });
});

describe('a wiper', () => {
  test('takes everything from its region and leaves a film of its own', () => {
    const layers = glass(60, 40, { fine: FINE, fog: FOG, film: FILM });
    layers.passed(10, 5, 50, 30, 2, 9);
    const { fine, fog, film } = layers.book();
    const region = rectangle(0, 0, 60, 40);
    const taken = layers.clear(region, 0.001, 0);
    const left = 60 * 40 * layers.film!.map.data[0];
    expect(layers.film!.map.data[0]).toBeCloseTo(0.001, 6);
    expect(layers.book()).toMatchObject({ fine: 0, fog: 0 });
    expect(layers.book().film).toBeCloseTo(left, 12);
    expect(taken).toBeCloseTo(fine + fog + film - left, 9);
  });

  test('leaves streaks at the given places, and no more water than it has', () => {
    const layers = glass(60, 40, { film: FILM });
    const streaks = (x: number) => (x % 10 < 5 ? 0.01 : 0);
    expect(layers.clear(rectangle(0, 0, 60, 40), streaks, 1000)).toBeCloseTo(-12, 2);
    const { map } = layers.film!;
    expect(map.data[4]).toBeCloseTo(0.01, 6);
    expect(map.data[14]).toBe(0);
    const dry = glass(60, 40, { film: FILM });
    const given = -dry.clear(rectangle(0, 0, 60, 40), 0.01, 5);
    expect(given).toBeLessThanOrEqual(5);
    expect(given).toBeGreaterThan(4.99);
  });
});

test('maps report what changed since a version, and nothing else', () => {
  const layers = glass(100, 100, { fog: FOG });
  const { map } = layers.fog!;
  let seen = map.version;
  expect(map.changedSince(0)).toEqual(Int32Array.of(0, 0, 100, 32, 0, 32, 100, 32, 0, 64, 100, 32, 0, 96, 100, 4));
  expect(map.changedSince(seen)).toEqual(new Int32Array(0));
  layers.landed(40, 40, 2);
  expect(map.changedSince(seen)).toEqual(Int32Array.of(32, 32, 32, 32));
  expect(map.version).toBeGreaterThan(seen);
  seen = map.version;
  wait(layers, 40);
  expect(map.changedSince(seen).length).toBeGreaterThan(0);
  wait(layers, 400);
  seen = map.version;
  wait(layers, 100);
  expect(map.changedSince(seen), 'all at rest').toEqual(new Int32Array(0));
});
