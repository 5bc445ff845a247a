/**
 * The loop of a pane: at every picture the last frame is drawn and the next one requested, with as much simulated time as
 * has passed. Simulation and drawing so run side by side where the simulation has a worker. Never more than one request
 * is under way, and time that a slow machine cannot make up for is dropped: slow water instead of a page that stands still.
 */
import type { Frame } from '../core/frame.js';
import type { SimulationClient } from '../simulation/client.js';

/** The most simulated time requested at once [s]; the rest of a longer stall is skipped. */
export const MAX_CATCH_UP = 0.1;
/** What simulating for a picture may take where there is no worker [ms], so that the page stays quick to the hand. */
const BUDGET = 24;
/** The least simulated time requested at once, however slow the machine [s]. */
const LEAST = 0.005;

export interface LoopTarget {
  client(): SimulationClient;
  /** True if it is to be drawn again, even if it stands. */
  draw(frame: Frame): boolean;
  /** Resolves when the last picture is there to be seen; null if it is at once. */
  shown(): Promise<void> | null;
  /** Readies what drawing a frame needs. */
  prepare(frame: Frame): Promise<void> | undefined;
  /** A frame has come. */
  arrived(frame: Frame): void;
  failed(error: unknown): void;
}

export class FrameLoop {
  readonly #target: LoopTarget;
  #isRunning = false;
  #isStale = false;
  #isBusy = false;
  #isEnded = false;
  #handle = 0;
  #last: number | null = null;
  #frame: Frame | null = null;
  /** What a simulated second took of this thread lately [ms]; 0 with a worker. */
  #cost = 0;

  constructor(target: LoopTarget) {
    this.#target = target;
  }

  /** Lets time pass, or stops it; what passed while it stood still is not made up for. */
  setRunning(running: boolean): void {
    if (running !== this.#isRunning) this.#last = null;
    this.#isRunning = running;
    this.#schedule();
  }

  /** Asks for one picture of the present state, whether time passes or not. */
  invalidate(): void {
    this.#isStale = true;
    this.#schedule();
  }

  /** The simulation is another one: replies of the old one are ignored. */
  forget(): void {
    this.#frame = null;
    this.#last = null;
    this.#cost = 0;
    this.invalidate();
  }

  end(): void {
    this.#isEnded = true;
    this.#frame = null;
    cancelAnimationFrame(this.#handle);
  }

  #schedule(): void {
    const isWanted = this.#isRunning || this.#isStale || this.#frame !== null;
    if (!isWanted || this.#isBusy || this.#isEnded || this.#handle !== 0) return;
    this.#handle = requestAnimationFrame((now) => {
      this.#handle = 0;
      this.#tick(now);
    });
  }

  #tick(now: number): void {
    const frame = this.#frame;
    this.#frame = null;
    if (frame) {
      this.#attempt(() => {
        this.#isStale = this.#target.draw(frame) || this.#isStale;
      });
    }
    if (this.#isEnded) return;
    const seconds = this.#timeToPass(now);
    if (seconds > 0 || this.#isStale) void this.#request(seconds);
    else this.#schedule();
  }

  /** Simulated time for the next picture [s]. */
  #timeToPass(now: number): number {
    if (!this.#isRunning) return 0;
    const elapsed = this.#last === null ? 0 : (now - this.#last) / 1000;
    this.#last = now;
    const affordable = this.#cost > 0 ? Math.max(LEAST, BUDGET / this.#cost) : MAX_CATCH_UP;
    return Math.min(elapsed, MAX_CATCH_UP, affordable);
  }

  async #request(seconds: number): Promise<void> {
    this.#isBusy = true;
    this.#isStale = false;
    const client = this.#target.client();
    try {
      const passed = seconds > 0 ? this.#advance(client, seconds) : null;
      const [frame] = await Promise.all([client.frame(), passed, this.#target.shown()]);
      const preparing = this.#target.prepare(frame);
      if (preparing) await preparing;
      // A client that was replaced meanwhile has nothing to show any more.
      if (client === this.#target.client() && !this.#isEnded) {
        this.#frame = frame;
        this.#attempt(() => this.#target.arrived(frame));
      }
    } catch (error) {
      if (client === this.#target.client() && !this.#isEnded) this.#fail(error);
    }
    this.#isBusy = false;
    this.#schedule();
  }

  /** Only what is simulated in this thread holds the page up, and it does so before the call returns. */
  #advance(client: SimulationClient, seconds: number): Promise<void> {
    const start = performance.now();
    const passed = client.advance(seconds);
    if (client.runs === 'inline') this.#cost = (this.#cost + (performance.now() - start) / seconds) / 2;
    return passed;
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#isRunning = false;
    this.#isStale = false;
    this.#target.failed(error);
  }
}
