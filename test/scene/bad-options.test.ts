/** The options of a simulation besides its scene: refused in one line if they are wrong. */
import { createSimulation, RivuletError, type SimulationOptions } from 'rivulet';
import { describe, expect, test } from 'vitest';

/** The line with which something is refused. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(RivuletError);
    return (error as RivuletError).message;
  }
  return 'accepted';
}

describe.each([
  [null, 'options must be an object such as { kernels: "simd" }; got null.'],
  ['simd', 'options must be an object such as { kernels: "simd" }; got "simd".'],
  [{ kernel: 'simd' }, 'options have no "kernel"; they have kernels.'],
  [{ threads: 4 }, 'options have no "threads"; they have kernels.'],
  [{ kernels: 'gpu' }, 'kernels must be one of "auto", "simd", "reference"; got "gpu".'],
  [{ kernels: undefined }, 'accepted'],
  [undefined, 'accepted'],
])('options %j', (given, line) => {
  // They come from anywhere, so they may be of any type.
  const options = given as SimulationOptions;

  test('of a new simulation', () => {
    expect(refusal(() => createSimulation('chin-fig-7a', {}, options))).toBe(line);
  });

  test('of one that is loaded', () => {
    const saved = createSimulation('chin-fig-7a').save();
    expect(refusal(() => createSimulation.load(saved, options))).toBe(line);
  });
});

test('what is no clock measures nothing', () => {
  const simulation = createSimulation('chin-fig-7a');
  const profile = (now: unknown) => () => simulation.profile(now as () => number);
  expect(refusal(profile(5))).toBe('now must be a clock in ms, or null; got 5.');
  expect(refusal(profile(null))).toBe('accepted');
  simulation.step();
});
