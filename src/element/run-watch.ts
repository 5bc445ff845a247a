import type { DropsView, Frame } from '../core/frame.js';

/** A drop that began to run. */
export interface RunningDrop {
  readonly id: number;
  /** Place on the glass [mm]. */
  readonly x: number;
  readonly y: number;
  /** [mg] */
  readonly mass: number;
}

/** The least simulated time between two reported drops [s]. */
const PAUSE = 0.1;

/** Finds drops that have begun to run, and reports the heaviest of them, ten times a second at most. */
export class RunWatch {
  #running = new Set<number>();
  #next = new Set<number>();
  #nextTime = 0;

  /** The drop to report, or null. A merged drop is a new one, so a running drop that takes up another is reported too. */
  look({ time, drops }: Frame): RunningDrop | null {
    const heaviest = this.#renew(drops);
    // A new simulation starts before the old one's time.
    if (time < this.#nextTime - PAUSE) this.#nextTime = time;
    if (heaviest < 0 || time < this.#nextTime) return null;
    this.#nextTime = time + PAUSE;
    return { id: drops.id[heaviest], x: drops.x[heaviest], y: drops.y[heaviest], mass: drops.mass[heaviest] };
  }

  /** Takes note of all that run; returns the slot of the heaviest new one, or −1. */
  #renew({ count, id, moving, mass }: DropsView): number {
    let heaviest = -1;
    this.#next.clear();
    for (let slot = 0; slot < count; slot++) {
      if (moving[slot] === 0) continue;
      this.#next.add(id[slot]);
      if (!this.#running.has(id[slot]) && (heaviest < 0 || mass[slot] > mass[heaviest])) heaviest = slot;
    }
    [this.#running, this.#next] = [this.#next, this.#running];
    return heaviest;
  }
}
