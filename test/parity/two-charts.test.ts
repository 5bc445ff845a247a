/** Charts of one heap do not disturb each other: whatever kernels do on one, every word of the other stays as it is. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BODY } from '../../src/core/body.js';
import { createGrid, HALO } from '../../src/core/grid.js';
import { createFieldMemory } from '../../src/kernels/field-memory.js';
import { BOX, CONTACTS, EROSION, type Kernels } from '../../src/kernels/kernels.js';
import { openKernels } from '../../src/kernels/open-kernels.js';
import { anyFill, type Box, boxOf, type Fill, listBoxes, noteOwners, setEdges } from './kernel-pair.ts';
import { fillMaps, generator, LABEL_MASK } from './random-maps.ts';

/** Neither is a whole number of tiles or of fours; one is wide and the other high. */
const GRIDS = [createGrid(70, 37, 0.5), createGrid(33, 66, 0.5)];

const memories = (['reference', 'simd'] as const).map((kind) => createFieldMemory(GRIDS, openKernels(kind)));

/** Every kernel once, on one chart and with random arguments. */
function callAll(kernels: Kernels, memory: (typeof memories)[number], n: number, seed: number, box: Box): void {
  const { heap, header, contacts, discarded, trail, scratch, affinity, still, ...places } = memory.charts[n];
  const { rows, columns, cellSize } = places.grid;
  const random = generator(seed);
  const { row0, row1, col0, col1 } = box;
  const flag = () => Math.floor(random() * 2);
  const [x, y, radius] = [random() * columns * cellSize, random() * rows * cellSize, random() * 6];
  const boxes = listBoxes(memory.charts[n], { seed } as Fill);
  const empty = () => {
    heap.u32[contacts + CONTACTS.count] = 0;
    heap.u32[discarded + CONTACTS.count] = 0;
  };
  for (const [field, value] of [
    [BOX.row0, row0],
    [BOX.row1, row1],
    [BOX.col0, col0],
    [BOX.col1, col1],
  ]) {
    heap.u32[places.box + field] = value;
  }
  const body = new Float64Array(BODY.size);
  body.set([x, y, 1, 0, 2 * radius, radius, radius, random(), 1]);
  heap.f64.set(body, places.body >> 1);
  heap.f64.set([x, y, x + radius, y + radius], places.way >> 1);
  kernels.stamp(header, 2, radius, 3, 0);
  empty();
  kernels.cap(header, scratch, x, y, radius);
  kernels.lay(header, flag() ? contacts : discarded, 2, 0.01, flag(), flag(), row0);
  empty();
  kernels.layBody(header, contacts, 4, flag(), row0);
  empty();
  kernels.stampCapsule(header, 5, 0.1, row0);
  empty();
  kernels.noteStill(header, row0, row1, col0, col1);
  kernels.scan(header, boxes, flag(), 0, 0, heap.u32[places.rectangles + BOX.row0]);
  empty();
  kernels.relabel(header, boxes, LABEL_MASK);
  kernels.drain(header, boxes, random());
  kernels.flow(header, boxes, 0.01, 0.25, flag(), flag() ? EROSION.alongRows : EROSION.alongColumns, flag());
  kernels.growIds(header, row0, row1, col0, col1, 0.01);
  kernels.copy(header, trail, affinity, row0, row1, col0, col1);
  kernels.clear(header, scratch, row0, row1, col0, col1);
  kernels.anchor(header, row0, row1, col0, col1);
  kernels.lift(header, row0, row1, col0, col1, 2);
  kernels.erase(header, row0, row1, col0, col1, 3);
  kernels.regionHeight(header, still, row0, col0, 1);
  kernels.regionMean(header, trail, row0, col0);
}

const anyShares = fc.tuple(...Array.from({ length: 4 }, () => fc.double({ min: 0, max: 1, noNaN: true })));

describe.each(memories.map((memory) => [memory.kernels.kind, memory] as const))('%s kernels', (_kind, memory) => {
  const { heap, kernels, charts } = memory;
  /** First word of each chart, and where the last one ends. */
  const starts = [...charts.map(({ header }) => header), heap.u32.length];

  test.each([
    [0, 1],
    [1, 0],
  ])('working on chart %i leave chart %i alone', (worked, spared) => {
    const property = fc.property(anyFill, anyShares, (fill, shares) => {
      for (const chart of charts) {
        const edges = setEdges(chart, fill.seams);
        fillMaps(chart, edges, fill);
        noteOwners(chart, edges);
      }
      const before = heap.u32.slice(starts[spared], starts[spared + 1]);
      const shown = heap.u32.slice(starts[worked], starts[worked + 1]);
      callAll(kernels, memory, worked, fill.seed, boxOf({ ...fill, ...GRIDS[worked] }, shares));
      const changed = before.findIndex((word, n) => heap.u32[starts[spared] + n] !== word);
      expect(changed, `word ${changed} of the other chart has changed`).toBe(-1);
      expect(heap.u32.slice(starts[worked], starts[worked + 1])).not.toEqual(shown);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test('have halos of four cells on every side of every map', () => {
    for (const { grid, still, trail, header } of charts) {
      expect(still - HALO * grid.stride - HALO).toBeGreaterThanOrEqual(header);
      expect(trail - still).toBeGreaterThanOrEqual((grid.rows + 2 * HALO) * grid.stride);
      expect(grid.stride - grid.columns).toBeGreaterThanOrEqual(2 * HALO);
      expect([still % 4, trail % 4, grid.stride % 4]).toEqual([0, 0, 0]);
    }
  });
});
