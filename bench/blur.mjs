/**
 * The unit: one SIMD 3×3 blur of a whole map of the scene's size. Two of them: `smooth`, which also rounds, cuts off and
 * keeps the book, as the engine does it, and a bare blur that does nothing else. The map is wet everywhere, since `smooth` is
 * quicker on dry cells; on the scene's own trail map it is measured as well, to show by how much.
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

/** Compiles both; base64, to be handed to other processes. */
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
  #memory;
  #blurs;

  /**
   * @param {import('rivulet').Simulation} simulation whose size and trail map it takes
   * @param {string} code from `compileBlur`
   * @param {number} rounds
   */
  constructor(simulation, code, rounds) {
    const { columns, rows, cellSize } = simulation.surface;
    const grid = createGrid(columns, rows, cellSize);
    const trail = trailOf(simulation);
    this.#memory = trail && createFieldMemory([grid], simdKernels);
    this.#blurs = instantiate(code, grid, trail);
    this.times = {
      smooth: new Samples(BLURS * rounds),
      bare: new Samples(BLURS * rounds),
      own: new Samples(BLURS * rounds),
    };
    for (let cells = 0; cells < PRACTICE; cells += columns * rows) {
      this.#blurs.smooth();
      this.#blurs.bare();
    }
  }

  /** A few of each, for `takeTurns`. */
  turn = () => {
    this.#time(this.times.smooth, this.#blurs.smooth);
    this.#time(this.times.bare, this.#blurs.bare);
    this.#time(this.times.own, this.#blurs.own);
  };

  /** Medians [ms]. */
  medians() {
    const { smooth, bare, own } = this.times;
    return { smooth: smooth.summary().median, bare: bare.summary().median, own: own.summary().median };
  }

  /** What all maps and lists of such a simulation take [bytes a cell]; nothing without maps. */
  get bytesPerCell() {
    if (!this.#memory) return 0;
    const [{ heap, grid }] = this.#memory.charts;
    return heap.f32.buffer.byteLength / (grid.columns * grid.rows);
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

/**
 * The blurs, in a memory of their own with three maps: a wet one, the scene's own, and the one they write to.
 * @param {string} code @param {Grid} grid @param {{ words: Uint32Array, first: number } | null} own
 */
function instantiate(code, grid, own) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((12 * grid.words) / 65536) + 1 });
  const module = new WebAssembly.Module(Buffer.from(code, 'base64'));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const { blur, smooth } = /** @type {Record<string, (...numbers: number[]) => void>} */ (exports);
  const [wet, scene, target] = [0, 1, 2].map((map) => grid.origin + map * grid.words);
  fillWet(new Float32Array(memory.buffer), wet, grid);
  if (own) {
    const { words, first } = own;
    new Uint32Array(memory.buffer).set(words.subarray(first, first + grid.rows * grid.stride), scene);
  }
  // Whole fours: what is written beyond the last column is the border of the target, which is never read.
  const size = [grid.stride, grid.rows, grid.columns];
  return {
    bare: () => blur(4 * wet, 4 * target, ...size),
    smooth: () => smooth(4 * wet, 4 * target, ...size, THRESHOLD),
    own: () => smooth(4 * scene, 4 * target, ...size, THRESHOLD),
  };
}

/** Water in every cell, in multiples of 2⁻¹⁶ mm as all heights are. @param {Float32Array} words @param {number} map @param {Grid} grid */
function fillWet(words, map, grid) {
  for (let row = 0; row < grid.rows; row++) {
    const start = map + row * grid.stride;
    for (let col = 0; col < grid.columns; col++) words[start + col] = 0.25 + ((row * 31 + col * 17) % 4096) / 65536;
  }
}
