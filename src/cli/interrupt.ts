/** Ctrl-C. Node handles signals only between tasks, so long loops pause now and then and check here whether to go on. */
import { setImmediate as nextTask } from 'node:timers/promises';
import { EXIT_INTERRUPTED, InterruptedError } from './errors.js';

/** Longest work between two rests [ms]: short to a waiting hand, long beside the microseconds that a rest costs. */
const REST_EVERY = 50;

/** What ends a program from outside: Ctrl-C, `kill`, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Hears signals from construction to `dispose`. */
export class Interrupt {
  readonly #controller = new AbortController();
  readonly #hear = () => this.#heard();
  #restedAt = performance.now();

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#hear);
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Is it time to rest? Cheap enough to call at every step. */
  get due(): boolean {
    return performance.now() - this.#restedAt > REST_EVERY;
  }

  /** Lets signals in, and throws `InterruptedError` if one came. */
  async rest(): Promise<void> {
    await nextTask();
    this.#restedAt = performance.now();
    this.check();
  }

  /** Throws `InterruptedError` if a signal came. */
  check(): void {
    if (this.signal.aborted) throw new InterruptedError();
  }

  /** What others work on meanwhile; throws `InterruptedError` as soon as a signal comes. */
  async orEnd<T>(work: Promise<T>): Promise<T> {
    let end = () => {};
    const interrupted = new Promise<never>((_, reject) => {
      end = () => reject(new InterruptedError());
      this.signal.addEventListener('abort', end);
    });
    try {
      this.check();
      return await Promise.race([work, interrupted]);
    } finally {
      this.signal.removeEventListener('abort', end);
    }
  }

  dispose(): void {
    for (const signal of SIGNALS) process.off(signal, this.#hear);
  }

  #heard(): void {
    // A second signal ends the program at once. Files are written between two rests, so none is half written now.
    if (this.signal.aborted) {
      process.stderr.write(`rivulet: ${new InterruptedError().message}\n`);
      process.exit(EXIT_INTERRUPTED);
    }
    this.#controller.abort();
  }
}
