/** Where the water is, counted twice: in the ledger and, to the last bit, in the maps. */
import { imbalance, type Simulation } from 'rivulet';
import { expect } from 'vitest';
import type { MapState } from '../../src/models/maps/map-state.js';

/** Holds a simulation to both its books. The field book is exact where the area of a cell is a power of two. */
export function checkBooks(simulation: Simulation): void {
  const ledger = simulation.ledger();
  expect(imbalance(ledger)).toBeLessThan(1e-9);
  const { stamped, smoothed, eroded, total } = ledger.field;
  expect(stamped - smoothed - eroded).toBe(total);
}

/** Holds what the maps hold to what the field book says of them. */
export function checkMaps(simulation: Simulation, state: MapState | undefined): void {
  // A model without maps keeps no book of them.
  if (!state?.charts) return;
  const area = simulation.surface.cellSize ** 2;
  expect(sumOfMaps(state) * area, 'what the maps hold').toBe(simulation.ledger().field.total);
}

/** Sum of all heights of the still and the trail map [mm]; of a single map the still one is only the plan. */
function sumOfMaps({ charts }: MapState): number {
  let sum = 0;
  for (const { chart, single } of charts) sum += sumOfChart(chart, single);
  return sum;
}

function sumOfChart({ grid, heap, still, trail }: MapState['charts'][0]['chart'], single: boolean): number {
  let sum = 0;
  for (let row = 0; row < grid.rows; row++) {
    for (let cell = row * grid.stride; cell < row * grid.stride + grid.columns; cell++) {
      sum += heap.f32[trail + cell] + (single ? 0 : heap.f32[still + cell]);
    }
  }
  return sum;
}
