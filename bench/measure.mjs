/** The measuring itself: durations, the state of the water, and alternation between what is compared. */
import { setImmediate } from 'node:timers/promises';
import { StateHasher } from '../dist/simulation/save.js';

/** Steps of one kind before the next kind follows: machines are noisy for longer than this takes. */
export const BLOCK = 20;
/** Steps at the start of a block that are not counted: the block before has filled the caches. */
const UNCOUNTED = 2;

/** Durations [ms] of a known number of events, all kept: the quantiles are exact, and adding allocates nothing. */
export class Samples {
  /** @type {Float64Array} */ #values;
  #count = 0;

  /** @param {number} capacity most there will be */
  constructor(capacity) {
    this.#values = new Float64Array(capacity);
  }

  /** @param {number} milliseconds */
  add(milliseconds) {
    this.#values[this.#count++] = milliseconds;
  }

  /** Rounded to four digits: more would be noise. */
  summary() {
    const sorted = this.#values.slice(0, this.#count).sort();
    const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
    return { median: digits(at(0.5)), p95: digits(at(0.95)), mean: digits(mean) };
  }
}

/** @param {number} value */
export function digits(value, count = 4) {
  return Number(value.toPrecision(count));
}

/** Steps a simulation in blocks and keeps the time of each step and of its two parts. */
export class StepTimer {
  /** @param {number} steps counted ones, in whole blocks */
  constructor(steps) {
    this.whole = new Samples(steps);
    this.fields = new Samples(steps);
    this.drops = new Samples(steps);
    /** Of the processor, a step, block by block [ms]: what the step takes on an idle machine. */
    this.cpu = new Samples(steps / BLOCK);
  }

  /** Goes on with this simulation. @param {import('rivulet').Simulation} simulation */
  use(simulation) {
    this.simulation = simulation;
    this.profile = simulation.profile(() => performance.now());
    return this;
  }

  /** One block, for `takeTurns`. */
  turn = () => {
    const { simulation, profile } = this;
    if (!simulation || !profile) return;
    for (let k = 0; k < UNCOUNTED; k++) simulation.step();
    const before = process.cpuUsage();
    for (let k = 0; k < BLOCK; k++) {
      const { fields, drops } = profile; // before; the same object holds the sums after
      const start = performance.now();
      simulation.step();
      this.whole.add(performance.now() - start);
      this.fields.add(profile.fields - fields);
      this.drops.add(profile.drops - drops);
    }
    const { user, system } = process.cpuUsage(before);
    this.cpu.add((user + system) / 1000 / BLOCK);
  };

  times() {
    const [step, fields, drops] = [this.whole, this.fields, this.drops].map((samples) => samples.summary());
    return { step, fields, drops, cpu: this.cpu.summary().mean };
  }
}

/** Finds the maps by visiting the state as a hash does. */
class MapFinder extends StateHasher {
  /** @type {{ words: Uint32Array, first: number, grid: import('../dist/core/grid.js').Grid }[]} */
  maps = [];

  /**
   * @override
   * @param {Uint32Array} words @param {number} first @param {import('../dist/core/grid.js').Grid} grid
   */
  map(words, first, grid) {
    this.maps.push({ words, first, grid });
  }
}

/** The trail map of a simulation, the second map visited; null of a model without maps. @param {import('rivulet').Simulation} simulation */
export function trailOf(simulation) {
  if (simulation.frame().charts[0].trail === null) return null;
  const finder = new MapFinder();
  simulation.visit(finder);
  return finder.maps[1];
}

/** Counts drops while they are measured: their number at one instant says little. */
export class Census {
  #times = 0;
  #drops = 0;
  #moving = 0;

  /** @param {import('rivulet').Simulation} simulation */
  take({ drops: { count, moving } }) {
    this.#times += 1;
    this.#drops += count;
    for (let slot = 0; slot < count; slot++) this.#moving += moving[slot];
  }

  means() {
    return { drops: Math.round(this.#drops / this.#times), moving: digits(this.#moving / this.#times, 3) };
  }
}

/** Share of the cells with running water or trails, where work is. @param {import('rivulet').Simulation} simulation */
export function trailShare(simulation) {
  const trail = trailOf(simulation);
  if (!trail) return 0;
  const { words, first, grid } = trail;
  return shareOf(words, first, grid.columns, grid.rows, grid.stride);
}

/** Share of the cells with any water. @param {import('rivulet').Simulation} simulation */
export function wetShare(simulation) {
  const { data, width, height, stride } = simulation.frame().charts[0].height;
  return shareOf(data, 0, width, height, stride);
}

/**
 * @param {Float32Array | Uint32Array} map
 * @param {number} first @param {number} columns @param {number} rows @param {number} stride
 */
function shareOf(map, first, columns, rows, stride) {
  let wet = 0;
  for (let row = 0; row < rows; row++) {
    const start = first + row * stride;
    for (let i = start; i < start + columns; i++) if (map[i] > 0) wet++;
  }
  return digits(wet / (columns * rows));
}

/**
 * Calls each of them, `rounds` times, in alternating order. Rests after each round, so that Ctrl-C works.
 * @param {(() => void)[]} turns
 * @param {number} rounds
 * @param {(done: number) => void} onRound
 */
export async function takeTurns(turns, rounds, onRound) {
  for (let round = 0; round < rounds; round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) turn();
    onRound(round + 1);
    await setImmediate();
  }
}

/** Starts to watch how much of a core this process gets; the answer says it, 0 to 1. */
export function watchCore() {
  const cpu = process.cpuUsage();
  const start = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return digits(Math.min(1, (user + system) / 1000 / (performance.now() - start)), 2);
  };
}
