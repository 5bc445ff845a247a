/** What the tiles know of the trail map is true at every step: no water outside boxes and bits, or of other owners. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MapState } from '../../src/models/maps/map-state.js';
import { MAPPED } from '../support/models.ts';
import { mayBeWet } from '../support/wet-cells.ts';
import { busyScene, open } from './busy-scenes.ts';

/** Cells of the still map whose bit is wrong. Bodies have no such bits. */
function wrongBits({ charts, shapes }: MapState): string[] {
  const { heap, stillIds, stillBits, grid } = charts[0].chart;
  const bits = heap.u32.subarray(stillBits);
  const wrong: string[] = [];
  for (let row = 0; row < grid.rows && !shapes.haveBodies; row++) {
    for (let col = 0; col < grid.columns; col++) {
      const isOwned = heap.u32[stillIds + row * grid.stride + col] !== 0;
      if (mayBeWet(bits, grid, row, col) !== isOwned) wrong.push(`${row}, ${col}`);
    }
  }
  return wrong;
}

/** Cells of the trail map that are wet outside their tile's box or without their bit, or whose owner is outside the tile's range. */
function unknownCells({ charts }: MapState): string[] {
  const [fields] = charts;
  const { heap, trail, trailIds, grid } = fields.chart;
  const { wet, wetBits, owners } = fields.tiles;
  const listed = new Set(wet.list.subarray(0, wet.count));
  const isInBox = (row: number, col: number) => {
    const tile = fields.tiles.at(row, col);
    const [row0, row1, col0, col1] = wet.box.subarray(4 * tile, 4 * tile + 4);
    return listed.has(tile) && row >= row0 && row < row1 && col >= col0 && col < col1;
  };
  const unknown: string[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.columns; col++) {
      const cell = row * grid.stride + col;
      if (mayBeWet(wetBits.words, grid, row, col) && !isInBox(row, col))
        unknown.push(`a bit outside the box at ${row}, ${col}`);
      if (heap.f32[trail + cell] === 0) continue;
      const tile = fields.tiles.at(row, col);
      if (!isInBox(row, col) || !mayBeWet(wetBits.words, grid, row, col)) unknown.push(`water at ${row}, ${col}`);
      const id = heap.u32[trailIds + cell];
      const isKnown = id === 0 || (id >= owners.lowest(tile) && id <= owners.highest(tile));
      if (!isKnown) unknown.push(`${id} at ${row}, ${col}`);
    }
  }
  return unknown;
}

describe.each(MAPPED)('%s', (name) => {
  test('tiles know where the water is and whose', () => {
    const wiper = { kind: 'pivot', x: 5, y: 30, length: 30, from: -3, to: 0.5, stroke: 0.1, wear: 1 } as const;
    const property = fc.property(busyScene(name), fc.boolean(), (scene, wiped) => {
      const { simulation, state } = open({ ...scene, wipers: wiped ? [wiper] : [] });
      for (let step = 0; step < 50; step++) {
        simulation.step();
        expect(unknownCells(state)).toEqual([]);
        expect(wrongBits(state)).toEqual([]);
      }
    });
    fc.assert(property, { numRuns: 30 });
  });
});
