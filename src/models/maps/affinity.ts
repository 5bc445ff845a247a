import { type Chance, STREAM } from '../../core/chance.js';
import type { ChartMemory } from '../../kernels/field-memory.js';
import type { MapOptions } from './options.js';

/** Chin's affinity, Table 1: N(0.5, 1.5). */
const CHIN_MEAN = 0.5;
const CHIN_DEVIATION = 1.5;

/** Fills the affinity map (CHEN-2): every cell has its own value, or patches of `affinityGrain` [mm] flow into each other. */
export function fillAffinity(chart: ChartMemory, chance: Chance, options: MapOptions): void {
  const { grid, heap, affinity } = chart;
  const value = options.affinity === 'normal' ? normalValue : uniformValue;
  const grain = options.affinityGrain / grid.cellSize;
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.columns; col++) {
      heap.f32[affinity + row * grid.stride + col] =
        grain > 1 ? patchValue(chance, value, row / grain, col / grain) : value(chance, row, col);
    }
  }
}

type CellValue = (chance: Chance, row: number, col: number) => number;

function uniformValue(chance: Chance, row: number, col: number): number {
  return chance.uniform(STREAM.affinity, row, col, 0);
}

function normalValue(chance: Chance, row: number, col: number): number {
  return CHIN_MEAN + CHIN_DEVIATION * chance.normal(STREAM.affinity, row, col, 0);
}

/** Smooth interpolation between the values of the four lattice points around. */
function patchValue(chance: Chance, value: CellValue, v: number, u: number): number {
  const row = Math.floor(v);
  const col = Math.floor(u);
  const fv = ease(v - row);
  const fu = ease(u - col);
  const top = value(chance, row, col) * (1 - fu) + value(chance, row, col + 1) * fu;
  const bottom = value(chance, row + 1, col) * (1 - fu) + value(chance, row + 1, col + 1) * fu;
  return top * (1 - fv) + bottom * fv;
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
