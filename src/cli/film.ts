/** Films: when their pictures are taken, what the files are called, and the run from one picture to the next. */
import type { Frame, Simulation } from '../index.js';
import type { Arguments, CommandContext } from './command.js';
import { InterruptedError, UsageError } from './errors.js';
import { numberFlag, secondsFlag } from './flags.js';
import { durationOf, Pace, Progress, stopwatch } from './progress.js';
import { lagAfter, runSteps, stepsUntil } from './run-steps.js';
import { brief } from './table.js';

/** Default time of a single picture, and default length of a film [s]. */
export const DEFAULT_SECONDS = 5;
/** Default number of pictures a second of a film. */
export const DEFAULT_FPS = 30;

/** When pictures are taken. */
export interface PictureTimes {
  readonly count: number;
  /** The first and the last picture that are taken, of `count`; all of them if left out. */
  readonly part?: readonly [first: number, last: number];
  /** Pictures a second; undefined for a single one. */
  readonly rate?: number;
  /** Time of picture `k` [s], rising. */
  at(k: number): number;
}

/** What `--at`, `--seconds` and `--fps` choose. */
export interface TimeFlags {
  readonly at?: number;
  readonly seconds?: number;
  readonly fps?: number;
}

/** The flags that say when, checked. */
export function timeFlags(given: Arguments): TimeFlags {
  return {
    at: secondsFlag(given, 'at', undefined),
    seconds: secondsFlag(given, 'seconds', undefined),
    fps: numberFlag(given, 'fps', { min: 0, max: 1000, above: true, unit: 'frames a second' }, undefined),
  };
}

/** One picture. */
export function singleTime({ at = DEFAULT_SECONDS }: TimeFlags): PictureTimes {
  return { count: 1, at: () => at };
}

/** The pictures of a film. */
export function filmTimes({ at = 0, seconds = DEFAULT_SECONDS, fps = DEFAULT_FPS }: TimeFlags): PictureTimes {
  // A film has at least the frame it begins with; rounding keeps 0.3 s at 10 fps from losing one.
  const count = Math.max(1, Math.round(seconds * fps));
  return { count, rate: fps, at: (k) => at + k / fps };
}

/** `--frames A-B`: only these pictures of a film. */
export function framesFlag(given: Arguments, times: PictureTimes): PictureTimes {
  const text = given.value('frames');
  if (text === undefined) return times;
  const [first, last] = /^(\d{1,9})-(\d{1,9})$/.exec(text)?.slice(1).map(Number) ?? [1, 0];
  if (first <= last && last < times.count) return { ...times, part: [first, last] };
  const range = `A-B with A at most B, each 0 to ${times.count - 1} in this film of ${times.count} frames`;
  throw new UsageError(`--frames must be ${range}; got "${text}".`);
}

/** The name of picture `k`, without its ending. */
export function frameName(k: number, { count }: PictureTimes): string {
  return `frame-${String(k).padStart(Math.max(5, String(count - 1).length), '0')}`;
}

/** Is this the name of one of so many pictures, without its ending? */
export function isFrameName(name: string, times: PictureTimes): boolean {
  const k = Number(/\d+/.exec(name)?.[0] ?? Number.NaN);
  return k < times.count && name === frameName(k, times);
}

/**
 * Runs the simulation from picture to picture; `take` draws and writes each as soon as it is there. The first `done` of them
 * are there already. Returns the time it took [ms].
 */
export async function takePictures(
  context: CommandContext,
  simulation: Simulation,
  times: PictureTimes,
  take: (frame: Frame, k: number) => Promise<void>,
  done = 0,
): Promise<number> {
  const dt = simulation.scene.step;
  const [first, last] = times.part ?? [0, times.count - 1];
  const count = last - first + 1;
  const pace = new Pace(stepsUntil(times.at(last), dt) - simulation.steps, count - done);
  const progress = new Progress(context.console.stderr, context.arguments.operands[0]);
  const lap = stopwatch();
  let written = done;
  try {
    for (; written < count; written++) {
      const time = times.at(first + written);
      const to = stepsUntil(time, dt);
      let from = simulation.steps;
      const step = () => simulation.step();
      await runSteps(context, { from, to }, step, (done) => {
        pace.addSteps(done - from, lap());
        from = done;
        progress.show(written > 0 ? filmWords(pace, written, count) : waterWords(done * dt, time, count));
      });
      progress.show(filmWords(pace, written, count));
      // Frames seldom fall on steps. The rest is the lag; without it motion would judder.
      await take({ ...simulation.frame(), lag: lagAfter(time, to, dt) }, first + written);
      pace.addFrame(lap());
    }
  } catch (error) {
    if (!(error instanceof InterruptedError) || written === 0) throw error;
    throw new InterruptedError(`interrupted; ${written} of ${count} frames are written`);
  } finally {
    progress.clear();
  }
  return pace.spent;
}

/** Before the first frame it is not known how long one takes. */
function waterWords(done: number, time: number, count: number): string {
  return `water ${done.toFixed(1)} s of ${time.toFixed(1)} s, then ${count === 1 ? 'one frame' : `${count} frames`}`;
}

function filmWords(pace: Pace, written: number, count: number): string {
  const known = pace.describe();
  return `${known ? `${known}, ` : ''}frame ${written + 1} of ${count}`;
}

/** The last line of a run, for logs that saw no progress. */
export function noteWritten({ console }: CommandContext, times: PictureTimes, output: string, took: number): void {
  const count = times.part ? times.part[1] - times.part[0] + 1 : times.count;
  const what = times.count === 1 ? output : `${count} frames to ${output}`;
  console.stderr.write(`rivulet: wrote ${what} in ${durationOf(took)}.\n`);
}

/** Says if frames repeat: the water stands still between two steps, so more frames a second than steps are alike. */
export function noteRepeats({ console }: CommandContext, { rate }: PictureTimes, step: number): void {
  if (rate === undefined || rate * step <= 1 + 1e-5) return;
  const steps = `the scene has ${brief(1 / step)} steps a second, so of ${brief(rate)} frames a second some are alike`;
  const remedy = `Take fewer with --fps, or smaller steps with --set step=${Number((1 / rate).toPrecision(6))}`;
  console.stderr.write(`rivulet: ${steps}. ${remedy}.\n`);
}

/** Says if frames of another film are in the folder: a reader would take those of a longer one for this film's end. */
export function noteOthers({ console }: CommandContext, folder: string, others: number, film: string): void {
  if (others === 0) return;
  const frames = others === 1 ? 'one frame' : `${others} frames`;
  console.stderr.write(`rivulet: ${folder} also holds ${frames} that this ${film} did not write, left as before.\n`);
}
