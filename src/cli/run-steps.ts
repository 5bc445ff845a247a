/** Running a simulation for a while, with rests for signals and a line of progress. */
import type { CommandContext } from './command.js';
import type { Progress } from './progress.js';

/** Steps of `step` s that end by `seconds`: as many as `advance` takes, by the same reckoning. */
export function stepsUntil(seconds: number, step: number): number {
  return Math.floor(seconds / step + 1e-9);
}

/** What is left of `seconds` after so many steps [s]; less than a millionth of a step is rounding. */
export function lagAfter(seconds: number, steps: number, step: number): number {
  const lag = seconds - steps * step;
  return lag < 1e-6 * step ? 0 : lag;
}

/** Calls `step` until `steps` are done, counted from `from`. */
export async function runSteps(
  { interrupt }: CommandContext,
  progress: Progress,
  range: { from: number; to: number; of: number; dt: number },
  step: () => void,
): Promise<void> {
  for (let done = range.from; done < range.to; done++) {
    step();
    if (!interrupt.due) continue;
    progress.show(
      done + 1,
      range.of,
      `${((done + 1) * range.dt).toFixed(1)} s of ${(range.of * range.dt).toFixed(1)} s`,
    );
    await interrupt.rest();
  }
  // Even a run too short to rest hears a signal before anything is written.
  await interrupt.rest();
}
