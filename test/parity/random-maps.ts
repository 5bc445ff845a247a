/** What the maps of a random memory are filled with. */
import type { Grid } from '../../src/core/grid.js';
import { WetBits, wetBitWords } from '../../src/core/tiles.js';
import type { ChartMemory } from '../../src/kernels/field-memory.js';
import { enterLabel } from '../../src/kernels/reference/ids.js';
import type { Box, Fill } from './kernel-pair.ts';

/** Heights are counted in these [mm]. */
export const QUANTUM = 2 ** -16;
/** Entries of the table of labels, less one. */
export const LABEL_MASK = 63;
/** Ids of a random map: few enough that neighbours often agree. */
const MOST_ID = 6;

/** A small generator of its own: the numbers only have to be many and repeatable. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Where there may be water: on trails, thin or wide, and in drops, from a single cell on. */
function waterOf(
  { columns, rows }: Grid,
  { trails, drops }: Fill,
  random: () => number,
): (row: number, col: number) => boolean {
  const ways = Array.from({ length: trails }, () => ({
    runsDown: random() < 0.6,
    at: random(),
    lean: 2 * random() - 1,
    reach: 6 * random(),
  }));
  const discs = Array.from({ length: drops }, () => ({
    row: random() * rows,
    col: random() * columns,
    radius: 0.5 + 8 * random() * random(),
  }));
  return (row, col) =>
    trails + drops === 0 ||
    ways.some(({ runsDown, at, lean, reach }) =>
      runsDown ? Math.abs(at * columns + lean * row - col) < reach : Math.abs(at * rows + lean * col - row) < reach,
    ) ||
    discs.some((disc) => Math.hypot(disc.row - row, disc.col - col) < disc.radius);
}

/**
 * Heights in multiples of the quantum and owners for most of the wet cells, in all maps and wherever cells exist. The wet bits
 * include some dry cells too.
 */
export function fillMaps(chart: ChartMemory, cells: Box, fill: Fill): void {
  const { heap, grid, trail, trailIds, still, stillIds, affinity, scratch, wetBits, labels } = chart;
  const { f32, u32 } = heap;
  const { wet, orphans, most, seed, trails } = fill;
  const random = generator(seed);
  const bits = new WetBits(grid, u32.subarray(wetBits, wetBits + wetBitWords(grid)));
  const isWet = waterOf(grid, fill, random);
  const maps = [
    [trail, trailIds],
    [still, stillIds],
    [affinity, 0],
    [scratch, 0],
  ];
  for (const [heights, ids] of maps) {
    for (let row = cells.row0; row < cells.row1; row++) {
      for (let col = cells.col0; col < cells.col1; col++) {
        const cell = row * grid.stride + col;
        if (random() >= wet) continue;
        if (heights === trail && !isWet(row, col)) continue;
        f32[heights + cell] = (1 + Math.floor(random() * most)) * QUANTUM;
        if (ids !== 0 && random() >= orphans) u32[ids + cell] = 1 + Math.floor(random() * MOST_ID);
        if (heights === trail) bits.include(row, row + 1, col, col + 1);
      }
    }
  }
  for (let n = 0; n < 5 * trails; n++) {
    const row = Math.floor(random() * grid.rows);
    const col = Math.floor(random() * grid.columns);
    bits.include(row, row + 1, col, col + 1);
  }
  for (let from = 1; from <= MOST_ID; from++) {
    if (random() < 0.5) enterLabel(u32, labels, LABEL_MASK, from, 1 + Math.floor(random() * 9));
  }
}
