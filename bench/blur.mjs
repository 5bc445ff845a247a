/**
 * The unit: one SIMD 3×3 blur of a whole map of the scene's size. Two of them: the engine's own kernel `smooth`, which
 * also rounds, cuts off and keeps the book, and a bare blur that does nothing else. The map is wet everywhere, since
 * `smooth` is quicker on dry cells; on the scene's own trail map it is measured as well, to show by how much.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createGrid } from '../dist/core/grid.js';
import { createFieldMemory } from '../dist/kernels/field-memory.js';
import { simdKernels } from '../dist/kernels/simd.js';
import { BenchError } from './compare.mjs';
import { Samples, trailOf } from './measure.mjs';

const SOURCE = 'bench/assembly/blur.ts';
/** As the engine's kernels are compiled. */
const FLAGS = '-O3 --noAssert --enable simd --runtime stub --importMemory --use abort='.split(' ');
/** Blurs of one kind a turn. */
const BLURS = 5;
/** Cells to blur before the first that counts: WebAssembly starts quickly and is made fast while it runs. */
const PRACTICE = 50_000_000;
/** The threshold of all scenes [mm]. */
const THRESHOLD = 0.01;

/** Compiles the bare blur; base64, to be handed to other processes. */
export async function compileBlur() {
  const { default: asc } = await import('assemblyscript/asc'); // slow to load, and only the first process needs it
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-blur-'));
  try {
    const wasm = join(folder, 'blur.wasm');
    const root = resolve(import.meta.dirname, '..');
    const { error, stderr } = await asc.main([SOURCE, '--baseDir', root, '--outFile', wasm, ...FLAGS]);
    if (error) throw new BenchError(`${SOURCE} does not compile.\n${stderr.toString().trim()}`);
    return readFileSync(wasm).toString('base64');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export class Blur {
  /**
   * @param {import('rivulet').Simulation} simulation whose size and trail map it takes
   * @param {string} code from `compileBlur`
   * @param {number} rounds
   */
  constructor(simulation, code, rounds) {
    const { columns, rows, cellSize } = simulation.surface;
    this.memory = createFieldMemory(createGrid(columns, rows, cellSize), simdKernels);
    const { heap, still, trail, grid } = this.memory;
    const { words, first } = trailOf(simulation);
    heap.u32.set(words.subarray(first, first + rows * grid.stride), still);
    fillWet(heap.f32, trail, grid);
    this.bareBlur = instantiate(code, grid);
    this.times = {
      smooth: new Samples(BLURS * rounds),
      bare: new Samples(BLURS * rounds),
      own: new Samples(BLURS * rounds),
    };
    for (let cells = 0; cells < PRACTICE; cells += columns * rows) {
      this.#smooth(trail);
      this.bareBlur();
    }
  }

  /** A few of each, for `takeTurns`. */
  turn = () => {
    this.#time(this.times.smooth, () => this.#smooth(this.memory.trail));
    this.#time(this.times.bare, this.bareBlur);
    this.#time(this.times.own, () => this.#smooth(this.memory.still));
  };

  /** Medians [ms]. */
  medians() {
    const { smooth, bare, own } = this.times;
    return { smooth: smooth.summary().median, bare: bare.summary().median, own: own.summary().median };
  }

  /** What all maps and lists of such a simulation take [bytes a cell]. */
  get bytesPerCell() {
    const { heap, grid } = this.memory;
    return heap.f32.buffer.byteLength / (grid.columns * grid.rows);
  }

  /** @param {number} map */
  #smooth(map) {
    const { kernels, scratch, grid } = this.memory;
    kernels.smooth(map, scratch, grid.stride, 0, grid.rows, 0, grid.columns, THRESHOLD);
  }

  /** @param {Samples} samples @param {() => void} blur */
  #time(samples, blur) {
    for (let k = 0; k < BLURS; k++) {
      const start = performance.now();
      blur();
      samples.add(performance.now() - start);
    }
  }
}

/** @typedef {import('../dist/core/grid.js').Grid} Grid */

/** The bare blur, from a wet map to another, in a memory of its own. @param {string} code @param {Grid} grid */
function instantiate(code, grid) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((8 * grid.words) / 65536) + 1 });
  const module = new WebAssembly.Module(Buffer.from(code, 'base64'));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const blur = /** @type {(...numbers: number[]) => void} */ (exports.blur);
  fillWet(new Float32Array(memory.buffer), grid.origin, grid);
  const target = 4 * (grid.origin + grid.words);
  // Whole fours: what it writes beyond the last column is the border of the target, which nobody reads.
  return () => blur(4 * grid.origin, target, grid.stride, grid.rows, grid.columns);
}

/** Water in every cell, in multiples of 2⁻¹⁶ mm as all heights are. @param {Float32Array} words @param {number} map @param {Grid} grid */
function fillWet(words, map, grid) {
  for (let row = 0; row < grid.rows; row++) {
    const start = map + row * grid.stride;
    for (let col = 0; col < grid.columns; col++) words[start + col] = 0.25 + ((row * 31 + col * 17) % 4096) / 65536;
  }
}
