/** How far a gust may go before still drops are tested again, against a test of each of them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GustWatch } from '../../src/weather/wind.js';
import { hundredths } from '../support/numbers.ts';

/** A still drop: what pulls at it besides the wind, its drag over |q|, what friction holds, and the wind when it was noted. */
interface Still {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
  readonly held: number;
  readonly when: Wind;
}
interface Wind {
  readonly strength: number;
  readonly angle: number;
}

const wind = fc.record({ strength: hundredths(0, 10), angle: hundredths(-3, 3) });
const still = fc.record({
  x: hundredths(-15, 5),
  y: hundredths(-15, 5),
  weight: hundredths(0.1, 3),
  held: hundredths(2, 20),
  when: wind,
});

/** The wind as |a|·a, from a direction of its own or always the same. */
function windAt({ strength, angle }: Wind, turns: boolean): readonly [number, number] {
  const direction = turns ? angle : 0.7;
  return [strength * Math.cos(direction), strength * Math.sin(direction)];
}

function pullOn({ x, y, weight }: Still, [qx, qy]: readonly [number, number]): readonly [number, number] {
  return [x + weight * qx, y + weight * qy];
}

/** What pulls at a drop in a wind, over what holds it. */
function load(drop: Still, wind: Wind, turns: boolean): number {
  return Math.hypot(...pullOn(drop, windAt(wind, turns))) / drop.held;
}

/** A watch with drops, all of which hold when they are noted. */
function watching(drops: readonly Still[], start: Wind, turns: boolean): GustWatch {
  const watch = new GustWatch(turns);
  watch.restart(...windAt(start, turns));
  for (const drop of drops) {
    const q = windAt(drop.when, turns);
    const pull = pullOn(drop, q);
    const angle = turns ? drop.when.angle : 0.7;
    const along = pull[0] * Math.cos(angle) + pull[1] * Math.sin(angle);
    watch.note(Math.hypot(...pull), along, drop.held, drop.weight, ...q);
  }
  return watch;
}

const HAIR = 1e-6;

test.each([false, true])('a drop that would let go is tested (the wind turns: %s)', (turns) => {
  let asked = 0;
  const property = fc.property(fc.array(still, { maxLength: 4 }), wind, wind, (all, start, now) => {
    const drops = all.filter((drop) => load(drop, drop.when, turns) < 1);
    if (!drops.some((drop) => load(drop, now, turns) > 1 + HAIR)) return;
    asked += 1;
    expect(watching(drops, start, turns).isPassed(...windAt(now, turns))).toBe(true);
  });
  fc.assert(property, { numRuns: 3000 });
  expect(asked).toBeGreaterThan(300);
});

test('in a wind that keeps its direction no drop is tested while all hold, be it stronger or weaker', () => {
  let held = 0;
  const property = fc.property(fc.array(still, { minLength: 1, maxLength: 4 }), wind, wind, (all, start, now) => {
    const drops = all.filter((drop) => load(drop, drop.when, false) < 1 - HAIR && load(drop, start, false) < 1 - HAIR);
    if (drops.length === 0 || drops.some((drop) => load(drop, now, false) > 1 - HAIR)) return;
    held += 1;
    expect(watching(drops, start, false).isPassed(...windAt(now, false))).toBe(false);
  });
  fc.assert(property, { numRuns: 3000 });
  expect(held).toBeGreaterThan(300);
});

test('a drop that does not hold when it is noted is tested at once', () => {
  for (const turns of [false, true]) {
    const calm = { strength: 1, angle: 0 };
    const watch = watching([{ x: 5, y: 0, weight: 1, held: 2, when: calm }], calm, turns);
    expect(watch.isPassed(...windAt(calm, turns))).toBe(true);
  }
});
