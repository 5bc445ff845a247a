/**
 * The real-time loop: as many fixed steps a picture as the clock asks for, within a budget. What does not fit is
 * dropped rather than owed, so that a slow machine shows slow water instead of a page that stands still.
 */

/** What the loop drives. */
export interface LoopTarget {
  /** Length of a fixed step [s]. */
  stepSeconds(): number;
  /** One fixed step. May throw; the loop then pauses and reports. */
  step(): void;
  /** Shows the present state. */
  draw(): void;
  /** After each picture's steps: when it was [ms], the time since the last [ms], how many steps. */
  measured(timestamp: number, elapsed: number, steps: number): void;
  failed(error: unknown): void;
}

/** The browser's clock and its pictures, replaceable in tests. */
export interface LoopClock {
  now(): number;
  request(callback: (timestamp: number) => void): number;
  cancel(handle: number): void;
}

export const BROWSER_CLOCK: LoopClock = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** The most simulated time owed at one picture [s]; a stall longer than this is forgotten. */
export const MAX_CATCH_UP = 0.1;
/** The most time spent on steps for one picture [ms], so that the page stays quick to the hand. */
export const STEP_BUDGET = 24;

export class Loop {
  readonly #target: LoopTarget;
  readonly #clock: LoopClock;
  #playing = false;
  #hidden = false;
  #stale = false;
  #handle = 0;
  #last: number | null = null;
  #owed = 0;
  #rush = 0;

  constructor(target: LoopTarget, clock: LoopClock = BROWSER_CLOCK) {
    this.#target = target;
    this.#clock = clock;
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(): void {
    this.#playing = true;
    this.#rush = 0;
    this.#forgetTime();
    this.#schedule();
  }

  pause(): void {
    this.#playing = false;
    this.#rush = 0;
    this.#forgetTime();
  }

  /** A hidden page stands still and, shown again, goes on where it was: the time between is not made up for. */
  setHidden(hidden: boolean): void {
    this.#hidden = hidden;
    this.#forgetTime();
    if (hidden) this.#cancel();
    else this.#schedule();
  }

  /** Asks for one picture of the present state. */
  invalidate(): void {
    this.#stale = true;
    this.#schedule();
  }

  /** Pauses and takes exactly one step. */
  stepOnce(): void {
    this.pause();
    this.#attempt(() => this.#target.step());
    this.invalidate();
  }

  /** Runs `steps` steps as fast as they go, in pieces that leave the page awake, then shows one picture. 0 stops. */
  rush(steps: number): void {
    this.#rush = steps;
    this.#schedule();
  }

  #forgetTime(): void {
    this.#last = null;
    this.#owed = 0;
  }

  #cancel(): void {
    if (this.#handle !== 0) this.#clock.cancel(this.#handle);
    this.#handle = 0;
  }

  #schedule(): void {
    const wanted = this.#playing || this.#stale || this.#rush > 0;
    if (this.#hidden || !wanted || this.#handle !== 0) return;
    this.#handle = this.#clock.request((timestamp) => this.#tick(timestamp));
  }

  #tick(timestamp: number): void {
    this.#handle = 0;
    this.#attempt(() => {
      if (this.#rush > 0) this.#runRush();
      else if (this.#playing) this.#runOwed(timestamp);
      // A half-done rush shows nothing: it exists to avoid moving pictures.
      if (this.#rush === 0) {
        this.#stale = false;
        this.#target.draw();
      }
    });
    this.#schedule();
  }

  #runOwed(timestamp: number): void {
    const elapsed = this.#last === null ? 0 : timestamp - this.#last;
    this.#last = timestamp;
    this.#owed = Math.min(this.#owed + elapsed / 1000, MAX_CATCH_UP);
    const dt = this.#target.stepSeconds();
    const steps = this.#runSteps(Math.floor(this.#owed / dt + 1e-9));
    this.#owed -= steps * dt;
    // What the budget did not allow is dropped, or it would be owed for ever.
    if (this.#owed >= dt) this.#owed = 0;
    this.#target.measured(timestamp, elapsed, steps);
  }

  #runRush(): void {
    this.#rush -= this.#runSteps(this.#rush);
  }

  /** Takes up to `wanted` steps, at least one, until the budget is spent; returns how many. */
  #runSteps(wanted: number): number {
    const start = this.#clock.now();
    let done = 0;
    while (done < wanted) {
      this.#target.step();
      done++;
      if (this.#clock.now() - start >= STEP_BUDGET) break;
    }
    return done;
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.pause();
      this.#stale = false;
      this.#target.failed(error);
    }
  }
}
