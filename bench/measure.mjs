/** The measuring itself: durations, the unit, and turns between what is compared. */
import { setImmediate } from 'node:timers/promises';
import { createGrid } from '../dist/core/grid.js';
import { createFieldMemory } from '../dist/kernels/field-memory.js';
import { StateHasher } from '../dist/simulation/state-walks.js';

/** Steps of one kind before the next has its turn: machines are noisy for longer than this takes. */
export const BLOCK = 20;
/** Steps at the start of a block that are not counted: whoever was there before has filled the caches. */
const UNCOUNTED = 2;
/** Blurs of one kind a turn. */
const BLURS = 5;
/** The threshold of all scenes [mm]. */
const THRESHOLD = 0.01;

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
    for (let k = 0; k < BLOCK; k++) {
      const { fields, drops } = profile; // before; the same object holds the sums after
      const start = performance.now();
      simulation.step();
      this.whole.add(performance.now() - start);
      this.fields.add(profile.fields - fields);
      this.drops.add(profile.drops - drops);
    }
  };

  times() {
    return { step: this.whole.summary(), fields: this.fields.summary(), drops: this.drops.summary() };
  }
}

/**
 * The unit: one SIMD 3×3 blur of a whole map of the scene's size. The map is wet everywhere, since the kernel is quicker
 * on dry cells. The scene's own trail map is blurred as well, to show by how much.
 */
export class Blur {
  /** @param {{ columns: number, rows: number, cellSize: number }} surface @param {number} rounds */
  constructor({ columns, rows, cellSize }, rounds) {
    this.memory = createFieldMemory(createGrid(columns, rows, cellSize), 'simd');
    this.wet = new Samples(BLURS * rounds);
    this.own = new Samples(BLURS * rounds);
    const { heap, trail, grid } = this.memory;
    for (let row = 0; row < rows; row++) {
      const start = trail + row * grid.stride;
      // Multiples of 2⁻¹⁶ mm, as all heights are.
      for (let col = 0; col < columns; col++) heap.f32[start + col] = 0.25 + ((row * 31 + col * 17) % 4096) / 65536;
    }
  }

  /** Takes over the trail map of a simulation of the same size. @param {import('rivulet').Simulation} simulation */
  adopt(simulation) {
    const { heap, still, grid } = this.memory;
    const { words, first } = trailOf(simulation);
    heap.u32.set(words.subarray(first, first + grid.rows * grid.stride), still);
  }

  /** A few of each, for `takeTurns`. */
  turn = () => {
    for (let k = 0; k < BLURS; k++) this.#blur(this.memory.trail, this.wet);
    for (let k = 0; k < BLURS; k++) this.#blur(this.memory.still, this.own);
  };

  /** What all maps and lists of such a simulation take [bytes]. */
  get bytes() {
    return this.memory.heap.f32.buffer.byteLength;
  }

  /** @param {number} map @param {Samples} samples */
  #blur(map, samples) {
    const { kernels, scratch, grid } = this.memory;
    const start = performance.now();
    kernels.smooth(map, scratch, grid.stride, 0, grid.rows, 0, grid.columns, THRESHOLD);
    samples.add(performance.now() - start);
  }
}

/** Finds the maps on the walk that hashing takes. */
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

/** The trail map of a simulation, the second on the walk. @param {import('rivulet').Simulation} simulation */
function trailOf(simulation) {
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
  const { words, first, grid } = trailOf(simulation);
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
 * Gives each its turn, `rounds` times, in alternating order. Rests after each round, or Ctrl-C would not be heard.
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
