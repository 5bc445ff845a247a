/**
 * A save with a forged checksum could hang the program (a carry of 4·10⁹ s is 8·10¹¹ steps) or fill it with NaN. What is loaded is
 * checked: it is refused in one line, or runs on within bounded work.
 */
import * as fc from 'fast-check';
import { createSimulation, RivuletError, type SceneInput, type Simulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';

const DAMAGED = 'saved state is damaged or cut short; save it again with simulation.save().';
const HEAD_BYTES = 16;
const STEPS = 12;

const surface = { width: 24, height: 20, cellSize: 0.5 };
const rain = { kind: 'uniform', rate: 300, small: [0.1, 3], large: [4, 60], largeShare: 0.3 } as const;
const layers = { fine: { density: 2 }, fog: { regrow: 1 }, film: {} };
const wipers = [
  { kind: 'pivot', x: 12, y: 22, length: 18, from: '-170deg', to: '-10deg', stroke: 0.2, wear: 0.5 },
] as const;

const SCENES: Record<string, SceneInput> = {
  'chen2013, hemispheres': { model: { name: 'chen2013' }, rain },
  'chen2013, single map': { model: { name: 'chen2013', maps: 'single' }, rain },
  'rivulet with layers and gusts': {
    model: { name: 'rivulet' },
    rain,
    wind: { speed: 8000, gusts: {} },
    ...layers,
  },
  'rivulet under a wiper': { model: { name: 'rivulet' }, rain, wipers, ...layers },
  'chen2013, floods and dead trails': {
    model: { name: 'chen2013', relabel: 'flood', deadTrails: 'take' },
    rain,
    film: {},
  },
  chin: { model: { name: 'chin' }, rain },
  'chin under a wiper': { model: { name: 'chin' }, rain, wipers },
  nakata2012: { model: { name: 'nakata2012', noise: 3000 }, rain, fine: { density: 2 } },
  'nakata2012 in gusts under a wiper': {
    model: { name: 'nakata2012', mergeThreshold: 0.3 },
    rain,
    wind: { speed: 6000, vehicle: 4000, gusts: {} },
    wipers,
    film: {},
  },
  'scripted rain and drips on a pane that moves': {
    model: { name: 'rivulet' },
    rain: {
      kind: 'several',
      rains: [
        { kind: 'script', drops: [{ t: 0.05, x: 10, y: 5, mass: 40 }], repeat: 0.1 },
        { kind: 'drips', from: [2, 2], to: [20, 2], places: 4, period: 0.1 },
        { kind: 'marshall-palmer', rate: '200mm/h', drift: 5000 },
      ],
    },
    motion: {
      keys: [
        { t: 0, tilt: '90deg' },
        { t: 0.2, tilt: '40deg', ax: 3000 },
      ],
      repeat: 0.4,
    },
  },
};

/** Bytes of a simulation that has run for a while, with drops of all kinds and a drop by hand that waits for its first step. */
function saveOf(scene: SceneInput): Uint8Array {
  const simulation = createSimulation({ surface, ...scene });
  simulation.advance(0.302);
  simulation.addDrop({ x: 12, y: 9, mass: 20 });
  return simulation.save();
}

/** Gives bytes the checksum they would have been saved with: FNV-1a. */
function sealed(bytes: Uint8Array): Uint8Array {
  let sum = 0x811c9dc5;
  for (const byte of bytes.subarray(12)) sum = Math.imul(sum ^ byte, 0x01000193);
  new DataView(bytes.buffer).setUint32(8, sum >>> 0, true);
  return bytes;
}

/** Loads bytes; null if they are refused in the one line that is said of damaged ones. */
function loaded(bytes: Uint8Array): Simulation | null {
  try {
    return createSimulation.load(bytes);
  } catch (error) {
    if (!(error instanceof RivuletError)) throw error;
    expect(error.message).toBe(DAMAGED);
    return null;
  }
}

/** Names of the numbers of a simulation that are not finite. */
function oddNumbers(simulation: Simulation): string[] {
  const { drops } = simulation;
  const { field, ...water } = simulation.ledger();
  const odd = Object.entries({ ...water, ...field }).filter(([, value]) => !Number.isFinite(value));
  const columns = [
    'x',
    'y',
    'vx',
    'vy',
    'mass',
    'radius',
    'contactAngle',
    'stretch',
    'headingX',
    'headingY',
    'sag',
  ] as const;
  const inDrops = columns.filter((name) => !drops[name].subarray(0, drops.count).every(Number.isFinite));
  const [{ height, trail, fog, film, fine }] = simulation.frame().charts;
  const maps = Object.entries({ height, trail, fog, film, fine: fine?.amount });
  const inMaps = maps.filter(([, map]) => map && !map.data.every(Number.isFinite));
  return [...odd.map(([name]) => name), ...inDrops, ...inMaps.map(([name]) => name)];
}

/** Numbers that bound loops, index arrays or make NaN where they are not meant. */
const NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.5, 3, 1e-300, 4e9, 2 ** 32, 2 ** 53, 1e300, -1e300];
const WORDS = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000, 0x41800000];

type Forgery = { at: number; kind: 'byte' | 'word' | 'number'; value: number };

function forge(bytes: Uint8Array, { at, kind, value }: Forgery): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  if (kind === 'byte') view.setUint8(at, value);
  else if (kind === 'word') view.setUint32(Math.min(at, bytes.length - 4), value, true);
  else view.setFloat64(Math.min(at, bytes.length - 8), value, true);
  return sealed(copy);
}

describe.each(Object.entries(SCENES))('a save of %s', (_name, scene) => {
  const saved = saveOf(scene);
  const state = HEAD_BYTES + new DataView(saved.buffer).getUint32(12, true);

  test('is loaded as it is', () => {
    const again = loaded(sealed(saved.slice()));
    expect(again?.save()).toEqual(saved);
  });

  test('is refused or runs on, whichever of its first numbers is forged', () => {
    for (let at = state; at < state + 8 * 20; at += 8) {
      for (const value of NUMBERS) survives(forge(saved, { at, kind: 'number', value }));
    }
  });

  test('is refused or runs on, whichever of its bytes are forged', () => {
    const at = fc.integer({ min: state, max: saved.length - 1 });
    const forgery = fc.oneof(
      fc.record({ at, kind: fc.constant('byte' as const), value: fc.integer({ min: 0, max: 255 }) }),
      fc.record({ at, kind: fc.constant('word' as const), value: fc.constantFrom(...WORDS) }),
      // Numbers mostly lie eight bytes from each other.
      fc.record({
        at: at.map((place) => state + 8 * Math.floor((place - state) / 8)),
        kind: fc.constant('number' as const),
        value: fc.constantFrom(...NUMBERS),
      }),
    );
    fc.assert(
      fc.property(forgery, (one) => survives(forge(saved, one))),
      runs(150),
    );
  });

  test('with a forged scene is refused in one line or loaded', () => {
    const place = fc.integer({ min: 12, max: state - 1 });
    const byte = fc.integer({ min: 32, max: 126 });
    const property = fc.property(place, byte, (at, value) => {
      try {
        createSimulation.load(forge(saved, { at, kind: 'byte', value }));
      } catch (error) {
        expect(error).toBeInstanceOf(RivuletError);
        expect((error as Error).message).not.toContain('\n');
      }
    });
    fc.assert(property, runs(40));
  });
});

function survives(bytes: Uint8Array): void {
  const simulation = loaded(bytes);
  if (!simulation) return;
  expect(oddNumbers(simulation)).toEqual([]);
  simulation.advance(STEPS * simulation.scene.step);
  expect(oddNumbers(simulation)).toEqual([]);
}

describe('refused is', () => {
  const saved = saveOf(SCENES['rivulet with layers and gusts']);
  const state = HEAD_BYTES + new DataView(saved.buffer).getUint32(12, true);

  test.each([
    ['a carry of many steps', 1, 4e9],
    ['a carry that is no number', 1, Number.NaN],
    ['a carry below zero', 1, -1],
    ['half a step', 0, 0.5],
    ['a step beyond all times', 0, 1e300],
    ['a wind that is no number', 2, Number.NaN],
    ['water that never came', 6, 1e9],
    ['water that is no number', 6, Number.NaN],
    ['heights that are in no map', 13, 1e6],
  ])('%s', (_what, number, value) => {
    expect(loaded(forge(saved, { at: state + 8 * number, kind: 'number', value }))).toBeNull();
  });
});
