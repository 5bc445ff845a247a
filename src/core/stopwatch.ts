import { RECORDS } from './build-flags.js';

/** Where a step's time went [ms]: the paper's Part A (height and ID maps) and Part B (everything about drops). */
export interface StepProfile {
  fields: number;
  drops: number;
}

/**
 * Splits a step's time between its two parts. Nothing here owns a clock: the caller lends one, and without it every
 * call does nothing.
 */
export class Stopwatch {
  readonly profile: StepProfile = { fields: 0, drops: 0 };
  #now: (() => number) | null = null;
  #since = 0;

  /** Takes a clock in milliseconds, or null to stop measuring; starts from zero. */
  use(now: (() => number) | null): void {
    if (!RECORDS) return;
    this.#now = now;
    this.profile.fields = 0;
    this.profile.drops = 0;
    this.start();
  }

  start(): void {
    if (RECORDS && this.#now) this.#since = this.#now();
  }

  /** Books the time since the last call to `part`. */
  lap(part: keyof StepProfile): void {
    if (!RECORDS || !this.#now) return;
    const now = this.#now();
    this.profile[part] += now - this.#since;
    this.#since = now;
  }
}
