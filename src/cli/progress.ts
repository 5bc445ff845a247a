/** How far it is, on one line that overwrites itself; nothing at all unless a terminal is watching. */
import type { Console } from './command.js';

/** Time between two lines [ms]. */
const EVERY = 100;

export class Progress {
  readonly #stderr: Console['stderr'];
  readonly #label: string;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #dirty = false;

  constructor(stderr: Console['stderr'], label: string) {
    this.#stderr = stderr;
    this.#label = label;
  }

  /** Shows some words, unless others were shown just before. */
  show(words: string): void {
    const now = performance.now();
    if (!this.#stderr.isTTY || now - this.#writtenAt < EVERY) return;
    this.#writtenAt = now;
    this.#dirty = true;
    // One column less than there are: a full line would wrap, and the next would not overwrite it.
    this.#stderr.write(`\r\x1b[K${`${this.#label}: ${words}`.slice(0, (this.#stderr.columns || 80) - 1)}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#dirty) this.#stderr.write('\r\x1b[K');
    this.#dirty = false;
  }
}

/** How much of some work is done, by the time that its steps and frames have taken so far. */
export class Pace {
  readonly #steps: number;
  readonly #frames: number;
  #stepsDone = 0;
  #framesDone = 0;
  /** Time spent on steps, on the first frame and on those after it [ms]. */
  #onSteps = 0;
  #onFirst = 0;
  #onOthers = 0;
  #shown = 0;

  /** @param steps and frames of the whole work */
  constructor(steps: number, frames = 0) {
    this.#steps = steps;
    this.#frames = frames;
  }

  /** Some steps took so long [ms]. */
  addSteps(count: number, milliseconds: number): void {
    this.#stepsDone += count;
    this.#onSteps += milliseconds;
  }

  /** A frame took so long to draw and write [ms]. */
  addFrame(milliseconds: number): void {
    if (this.#framesDone === 0) this.#onFirst = milliseconds;
    else this.#onOthers += milliseconds;
    this.#framesDone += 1;
  }

  /** Time spent so far [ms]. */
  get spent(): number {
    return this.#onSteps + this.#onFirst + this.#onOthers;
  }

  /** Share that is done and time left, as far as they are known: the time of a frame is known after the first. */
  describe(): string {
    if (this.#framesDone === 0 && this.#frames > 0) return '';
    const step = this.#stepsDone > 0 ? this.#onSteps / this.#stepsDone : 0;
    // The first frame also makes what all of them share.
    const others = this.#framesDone - 1;
    const frame = others > 0 ? this.#onOthers / others : this.#onFirst;
    const left = (this.#steps - this.#stepsDone) * step + (this.#frames - this.#framesDone) * frame;
    const whole = this.spent + left;
    // An estimate that grows must not take back what was shown.
    this.#shown = Math.max(this.#shown, whole > 0 ? Math.floor((100 * this.spent) / whole) : 100);
    return `${String(this.#shown).padStart(3)} %, ${durationOf(left)} left`;
  }
}

/** A function that returns the time since it was called last [ms]. */
export function stopwatch(): () => number {
  let before = performance.now();
  return () => {
    const now = performance.now();
    const lap = now - before;
    before = now;
    return lap;
  };
}

/** A time in words: 0.4 s, 42 s, 3 min 20 s, 2 h 5 min. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds < 9950) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
