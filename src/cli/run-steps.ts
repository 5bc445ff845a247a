/** Running a simulation for a while, with rests for signals. */
import type { CommandContext } from './command.js';

/** Steps of `step` s that end by `seconds`: as many as `advance` takes, by the same reckoning. */
export function stepsUntil(seconds: number, step: number): number {
  return Math.floor(seconds / step + 1e-9);
}

/** What is left of `seconds` after so many steps [s]; less than a millionth of a step is rounding. */
export function lagAfter(seconds: number, steps: number, step: number): number {
  const lag = seconds - steps * step;
  return lag < 1e-6 * step ? 0 : lag;
}

/** Calls `step` from step `from` to step `to`; now and then, and at the end, `rested` gets the number of steps done. */
export async function runSteps(
  { interrupt }: CommandContext,
  { from, to }: { from: number; to: number },
  step: () => void,
  rested: (done: number) => void,
): Promise<void> {
  for (let done = from + 1; done <= to; done++) {
    step();
    if (!interrupt.due && done < to) continue;
    rested(done);
    await interrupt.rest();
  }
  // Even a run too short to rest handles a signal before anything is written.
  await interrupt.rest();
}
