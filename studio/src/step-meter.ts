/** Step times and pace over the last second, from one sample a picture. */

/** One picture's share. */
interface Sample {
  /** When [ms]. */
  at: number;
  /** Time since the picture before [ms]. */
  elapsed: number;
  steps: number;
  /** Milliseconds a step, in the paper's two parts. */
  fields: number;
  drops: number;
}

/** What the last second was like. */
export interface Pace {
  /** Median of the milliseconds a step, and its parts. Null if no step was taken. */
  step: { total: number; fields: number; drops: number } | null;
  /** Simulated seconds a second; null until half a second has been seen. */
  speed: number | null;
}

const WINDOW = 1000;

export class StepMeter {
  #samples: Sample[] = [];
  #fields = 0;
  #drops = 0;

  /** `fields` and `drops` are the running totals of the simulation's profile [ms]. */
  add(at: number, elapsed: number, steps: number, fields: number, drops: number): void {
    // Browsers round their clock to 0.1 ms: the mean of a picture's steps says more than each alone.
    const share = 1 / Math.max(1, steps);
    const fieldsMs = (fields - this.#fields) * share;
    const dropsMs = (drops - this.#drops) * share;
    this.#fields = fields;
    this.#drops = drops;
    this.#samples.push({ at, elapsed, steps, fields: fieldsMs, drops: dropsMs });
    this.#samples = this.#samples.filter((sample) => sample.at > at - WINDOW);
  }

  /** Forgets the last second, which was not one of running water; the profile's totals are now these [ms]. */
  reset(fields: number, drops: number): void {
    this.#samples = [];
    this.#fields = fields;
    this.#drops = drops;
  }

  /** `stepSeconds` is the length of a step [s]. */
  pace(stepSeconds: number): Pace {
    const stepped = this.#samples.filter((sample) => sample.steps > 0);
    const fields = stepped.reduce((sum, sample) => sum + sample.fields, 0);
    const drops = stepped.reduce((sum, sample) => sum + sample.drops, 0);
    const total = median(stepped.map((sample) => sample.fields + sample.drops));
    // The parts share the median as they share the second: two medians of their own would not add up to it.
    const share = total / (fields + drops || 1);
    const step = stepped.length === 0 ? null : { total, fields: fields * share, drops: drops * share };
    const seconds = this.#samples.reduce((sum, sample) => sum + sample.elapsed, 0) / 1000;
    const simulated = this.#samples.reduce((sum, sample) => sum + sample.steps, 0) * stepSeconds;
    return { step, speed: seconds < WINDOW / 2000 ? null : simulated / seconds };
  }
}

/** The middle value; the mean of the two middle ones of an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
