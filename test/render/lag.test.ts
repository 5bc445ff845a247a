/** Pictures between two steps: running drops are shown where they will be when the lag has passed, so that runs do not judder. */
import { createSimulation } from 'rivulet';
import { createBackdrop, renderBeauty } from 'rivulet/offline';
import { expect, test } from 'vitest';
import { lagAfter, stepsUntil } from '../../src/cli/run-steps.js';
import { type DropSketch, makeFrame } from './make-frame.ts';

const BACKDROP = createBackdrop({ kind: 'street', resolution: 64 });

function pictureOf(drop: DropSketch, lag: number): Uint8Array | Uint8ClampedArray {
  const frame = makeFrame({ columns: 40, rows: 30, drops: [{ radius: 2, contactAngle: 1, moving: true, ...drop }] });
  return renderBeauty({ ...frame, lag }, { backdrop: BACKDROP, width: 80, height: 60 }).data;
}

test('a running drop is drawn as far on as it goes in the lag', () => {
  const later = pictureOf({ x: 8, y: 6, vx: 200, vy: 400 }, 0.004);
  expect(later).toEqual(pictureOf({ x: 8.8, y: 7.6, vx: 200, vy: 400 }, 0));
  expect(later).not.toEqual(pictureOf({ x: 8, y: 6, vx: 200, vy: 400 }, 0));
});

test('a frame has the time that waits for the next step', () => {
  const simulation = createSimulation('window', { step: 0.005 });
  expect(simulation.frame().lag).toBe(0);
  simulation.advance(0.018);
  expect(simulation.frame()).toMatchObject({ step: 3, lag: expect.closeTo(0.003, 12) });
  simulation.advance(0.002);
  expect(simulation.frame()).toMatchObject({ step: 4, lag: expect.closeTo(0, 12) });
});

test('what is left of the time of a film’s frame is its lag, and rounding is not', () => {
  const lagAt = (seconds: number) => lagAfter(seconds, stepsUntil(seconds, 0.005), 0.005);
  expect([0.1, 0.3, 20, 18.2].map(lagAt)).toEqual([0, 0, 0, 0]);
  expect(lagAt(1 / 60)).toBeCloseTo(1 / 60 - 0.015, 12);
});
