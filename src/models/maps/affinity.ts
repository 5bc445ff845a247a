import { type Chance, STREAM, streamOn } from '../../core/chance.js';
import type { ChartMemory } from '../../kernels/field-memory.js';
import type { MapOptions } from './options.js';

/** Chin's affinity, Table 1: N(0.5, 1.5). */
const CHIN_MEAN = 0.5;
const CHIN_DEVIATION = 1.5;

/** Fills the affinity map (CHEN-2): every cell has its own value, or patches of `affinityGrain` [mm] flow into each other. */
export function fillAffinity(
  { chart, number }: { chart: Pick<ChartMemory, 'grid' | 'heap' | 'affinity'>; number: number },
  chance: Chance,
  options: Pick<MapOptions, 'affinity' | 'affinityGrain'>,
): void {
  const { grid, heap, affinity } = chart;
  const stream = streamOn(STREAM.affinity, number);
  const draw = options.affinity === 'normal' ? normalValue : uniformValue;
  const value: CellValue = (row, col) => draw(chance, stream, row, col);
  const grain = options.affinityGrain / grid.cellSize;
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.columns; col++) {
      heap.f32[affinity + row * grid.stride + col] =
        grain > 1 ? patchValue(value, row / grain, col / grain) : value(row, col);
    }
  }
}

type CellValue = (row: number, col: number) => number;

function uniformValue(chance: Chance, stream: number, row: number, col: number): number {
  return chance.uniform(stream, row, col, 0);
}

function normalValue(chance: Chance, stream: number, row: number, col: number): number {
  return CHIN_MEAN + CHIN_DEVIATION * chance.normal(stream, row, col, 0);
}

/** Smooth interpolation between the values of the four lattice points around. */
function patchValue(value: CellValue, v: number, u: number): number {
  const row = Math.floor(v);
  const col = Math.floor(u);
  const fv = ease(v - row);
  const fu = ease(u - col);
  const top = value(row, col) * (1 - fu) + value(row, col + 1) * fu;
  const bottom = value(row + 1, col) * (1 - fu) + value(row + 1, col + 1) * fu;
  return top * (1 - fv) + bottom * fv;
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
