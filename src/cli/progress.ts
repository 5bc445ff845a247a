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

  /** Shows that `done` of `all` is done, with a few words behind. */
  show(done: number, all: number, words: string): void {
    const now = performance.now();
    if (!this.#stderr.isTTY || now - this.#writtenAt < EVERY) return;
    this.#writtenAt = now;
    this.#dirty = true;
    const percent = all > 0 ? Math.floor((100 * done) / all) : 100;
    const line = `${this.#label}: ${String(percent).padStart(3)} %  ${words}`;
    // One column less than there are: a full line would wrap, and the next would not overwrite it.
    this.#stderr.write(`\r\x1b[K${line.slice(0, (this.#stderr.columns || 80) - 1)}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#dirty) this.#stderr.write('\r\x1b[K');
    this.#dirty = false;
  }
}
