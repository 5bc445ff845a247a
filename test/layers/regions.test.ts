/** Which cells a region sweeps, against a test of every cell. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BODY } from '../../src/core/body.js';
import { LayerCells } from '../../src/layers/layer-cells.js';
import { BodyArea, Capsule, type LayerRegion } from '../../src/layers/region.js';
import { anyShape, bodyOf } from '../support/bodies.ts';
import { hundredths } from '../support/numbers.ts';
import { chartOf } from './lab.ts';

const CELL = 0.5;
const cells = new LayerCells(chartOf(30, 20), CELL);
const { columns, rows } = cells.grid;

/** 1 for every cell that a region sweeps, of those that hold something; with bits, which are taken away, or without. */
function sweptBy(region: LayerRegion, margin: number, held = (_cell: number) => 1, hasBits = true): Uint8Array {
  const swept = new Uint8Array(columns * rows);
  const data = Float32Array.from(swept, (_, cell) => held(cell));
  const bits = hasBits ? cells.bits() : null;
  const sweep = () =>
    cells.sweep(region, margin, data, 0, bits, (hits, first, row, col) => {
      expect(first).toBe(row * columns + col);
      for (let place = 0; place < 32; place++) {
        if (hits & (1 << place) && data[first + place] !== 0) swept[first + place] += 1;
      }
    });
  sweep();
  // All bits are cleared, though no water was taken.
  if (bits) sweep();
  return swept;
}

const place = fc.record({ x: hundredths(-5, 35), y: hundredths(-5, 25) });
const margin = fc.constantFrom(0, 0.36);
/** Nearer to a border than this [mm] rounding may decide. */
const HAIR = 1e-9;

/** Distance of a point from a straight way. */
function fromWay(x: number, y: number, a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const part = square > 0 ? Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / square)) : 0;
  return Math.hypot(x - a.x - part * dx, y - a.y - part * dy);
}

test('a capsule sweeps the cells whose centres it covers, each once', () => {
  const length = hundredths(0.1, 6);
  const property = fc.property(place, place, length, margin, (from, to, radius, margin) => {
    const swept = sweptBy(new Capsule().set(from.x, from.y, to.x, to.y, radius), margin);
    const wrong: number[] = [];
    for (let cell = 0; cell < swept.length; cell++) {
      const x = ((cell % columns) + 0.5) * CELL;
      const y = (Math.floor(cell / columns) + 0.5) * CELL;
      const out = fromWay(x, y, from, to) - radius - margin;
      if (Math.abs(out) >= HAIR && swept[cell] !== (out < 0 ? 1 : 0)) wrong.push(cell);
    }
    expect(wrong).toEqual([]);
  });
  fc.assert(property, { numRuns: 300 });
});

test('a body sweeps in each row from the first cell with something in it that it covers to the last', () => {
  const turn = hundredths(-3, 3);
  const every = fc.integer({ min: 1, max: 5 });
  const property = fc.property(
    anyShape,
    place,
    turn,
    margin,
    every,
    fc.boolean(),
    (shape, { x, y }, turn, margin, every, hasBits) => {
      const body = bodyOf(shape);
      body[BODY.x] = x;
      body[BODY.y] = y;
      body[BODY.ux] = Math.cos(turn);
      body[BODY.uy] = Math.sin(turn);
      const area = new BodyArea().set(body);
      const held = (cell: number) => (cell % every === 0 ? 1 : 0);
      const swept = sweptBy(area, margin, held, hasBits);
      for (let row = 0; row < rows; row++) {
        const line = [...swept.subarray(row * columns, (row + 1) * columns)];
        const holds = line.map((_, col) => held(row * columns + col) === 1);
        const covered = holds.map((is, col) => is && area.covers((col + 0.5) * CELL, (row + 0.5) * CELL, margin));
        const [first, last] = [covered.indexOf(true), covered.lastIndexOf(true)];
        expect(line).toEqual(holds.map((is, col) => (is && first >= 0 && col >= first && col <= last ? 1 : 0)));
      }
    },
  );
  fc.assert(property, { numRuns: 300 });
});
