/** Saved states that are not as they were saved: refused in one line, whatever is wrong with them. */
import * as fc from 'fast-check';
import { createSimulation, RivuletError } from 'rivulet';
import { describe, expect, test } from 'vitest';

const DAMAGED = 'saved state is damaged or cut short; save it again with simulation.save().';
const HEAD_BYTES = 16;

/** Runners, trails, residuals, gusts and all layers on a small pane. */
const simulation = createSimulation({
  surface: { width: 20, height: 20, cellSize: 0.5 },
  model: { name: 'rivulet' },
  rain: { kind: 'uniform', rate: 200 },
  wind: { speed: 5000, gusts: {} },
  fine: {},
  fog: {},
  film: {},
});
simulation.advance(0.3);
const saved = simulation.save();

/** Why bytes are refused. */
function refusal(bytes: Uint8Array): string {
  try {
    createSimulation.load(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(RivuletError);
    return (error as RivuletError).message;
  }
  return 'loaded';
}

/** A copy of the saved state with one change made to it. */
function changed(change: (view: DataView) => void): Uint8Array {
  const bytes = saved.slice();
  change(new DataView(bytes.buffer));
  return bytes;
}

test('one wrong bit is found, wherever it is behind the version', () => {
  const anyBit = fc.tuple(fc.integer({ min: 8, max: saved.length - 1 }), fc.integer({ min: 0, max: 7 }));
  const property = fc.property(anyBit, ([at, bit]) => {
    expect(refusal(changed((view) => view.setUint8(at, view.getUint8(at) ^ (1 << bit))))).toBe(DAMAGED);
  });
  fc.assert(property, { numRuns: 300 });
});

test('what is cut short, or goes on, is found', () => {
  const property = fc.property(fc.integer({ min: 8, max: saved.length - 1 }), (length) => {
    expect(refusal(saved.slice(0, length))).toBe(DAMAGED);
  });
  fc.assert(property, { numRuns: 100 });
  expect(refusal(new Uint8Array([...saved, 0]))).toBe(DAMAGED);
});

test('bytes that are no saved state, or one of another version, are refused', () => {
  const noSave = 'bytes must come from simulation.save(); these do not.';
  expect(refusal(new Uint8Array(5))).toBe(noSave);
  expect(refusal(changed((view) => view.setUint8(0, 0)))).toBe(noSave);
  expect(refusal(changed((view) => view.setUint32(4, 1, true)))).toBe(
    'saved state must be of version 3; got 1. Load it with the older rivulet that saved it.',
  );
  expect(refusal(changed((view) => view.setUint32(4, 4, true)))).toBe(
    'saved state must be of version 3; got 4. Update rivulet.',
  );
});

describe('numbers that do not fit together, under a checksum that does', () => {
  /** Where the state begins: steps, carry, four numbers of the gusts, four of the water, four of the field, then the drops. */
  const state = HEAD_BYTES + new DataView(saved.buffer).getUint32(12, true);
  const at = { steps: 0, count: 14, moving: 15, ids: 17 };

  test('the places are what they are taken for', () => {
    const { drops, steps } = simulation;
    const view = new DataView(saved.buffer);
    const read = (n: number) => view.getFloat64(state + 8 * n, true);
    expect([read(at.steps), read(at.count), read(at.ids)]).toEqual([steps, drops.count, drops.count]);
    expect(refusal(sealed(saved.slice()))).toBe('loaded');
  });

  test.each([
    ['more drops than there are', at.count, 1e9],
    ['fewer drops than there are', at.count, 1],
    ['no number of drops', at.count, Number.NaN],
    ['more runners than drops', at.moving, 1e6],
    ['no number of runners', at.moving, Number.NaN],
    ['half an id', at.ids, simulation.drops.count - 0.5],
    ['fewer ids than none', at.ids, -1],
  ])('%s', (_what, place, value) => {
    expect(refusal(sealed(changed((view) => view.setFloat64(state + 8 * place, value, true))))).toBe(DAMAGED);
  });

  /** Gives bytes the checksum they would have been saved with: FNV-1a. */
  function sealed(bytes: Uint8Array): Uint8Array {
    let sum = 0x811c9dc5;
    for (const byte of bytes.subarray(12)) sum = Math.imul(sum ^ byte, 0x01000193);
    new DataView(bytes.buffer).setUint32(8, sum >>> 0, true);
    return bytes;
  }
});
