/** The kernels for bodies leave the same bits behind in TypeScript and in SIMD, and the heights that core/body.ts computes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BODY, bodyHeight } from '../../src/core/body.js';
import { CONTACTS } from '../../src/kernels/kernels.js';
import { quantise } from '../../src/kernels/reference/heights.js';
import { evenly } from '../support/numbers.ts';
import { anyFill, anyFlag, anyPlace, type Box, boxOf, KernelPair } from './kernel-pair.ts';

const anyCellSize = fc.constantFrom(0.25, 0.5, 1, 1 / 3);
const anySunk = fc.oneof(fc.constant(0), evenly(0, 3));

/** Numbers of a body in cells: any place, heading, length and radii, round or bent, flat or upright. */
const anyBody = fc
  .record({
    u: evenly(-0.3, 1.3),
    v: evenly(-0.3, 1.3),
    turn: evenly(0, 2 * Math.PI),
    length: fc.oneof(fc.constant(0), evenly(0, 40)),
    head: fc.oneof(evenly(0.05, 2), evenly(2, 20)),
    tail: evenly(0.1, 1.2),
    k: fc.oneof(fc.constant(0), evenly(0, 12)),
    e: evenly(1, 2),
    sag: fc.oneof(fc.constant(0), evenly(0, 0.95)),
    outline: fc.oneof(fc.constant([0, 0, 0, 0]), fc.tuple(...Array.from({ length: 4 }, () => evenly(-0.2, 0.2)))),
    waist: fc.oneof(fc.constant(0), evenly(0, 0.3)),
  })
  .map(({ u, v, turn, length, head, tail, k, e, sag, outline, waist }) => ({
    u,
    v,
    numbers: [Math.cos(turn), Math.sin(turn), length, head, tail * head, k, e, sag, ...outline, waist * head],
  }));

type AnyBody = { u: number; v: number; numbers: number[] };

/** The body's array, in millimetres. */
function inMillimetres({ u, v, numbers }: AnyBody, columns: number, rows: number, cellSize: number): Float64Array {
  const body = new Float64Array([u * columns * cellSize, v * rows * cellSize, ...numbers]);
  for (const place of [BODY.length, BODY.head, BODY.tail, BODY.waist]) body[place] *= cellSize;
  return body;
}

/** Stamps the capsule as drop `id` into a box with both kernels; returns how many calls it took. */
function stampInto(pair: KernelPair, box: Box, id: number, sunk: number): number {
  pair.putBox(box);
  return pair.runToEnd(box.row0, (kernels, { header }, row) => kernels.stampCapsule(header, id, sunk, row));
}

/** All of a pair's cells. */
function wholeOf({ grid }: KernelPair): Box {
  return { row0: 0, row1: grid.rows, col0: 0, col1: grid.columns };
}

test('stampCapsule, through full contact lists too', () => {
  let resumed = 0;
  const property = fc.property(anyPlace, anyBody, anyCellSize, anySunk, ([fill, shares], drawn, cellSize, sunk) => {
    const box = boxOf(fill, shares);
    const pair = new KernelPair(fill, 2, cellSize);
    pair.putBody(inMillimetres(drawn, fill.columns, fill.rows, cellSize));
    for (const id of [3, 4]) {
      if (stampInto(pair, box, id, sunk) > 1) resumed += 1;
    }
  });
  fc.assert(property, { numRuns: 500 });
  expect(resumed).toBeGreaterThan(20);
});

test('stampCapsule, where the body went a little way since it was stamped: most of its cells are left as they are', () => {
  const anyWay = fc.tuple(evenly(-1, 1), evenly(-1, 1), fc.constantFrom(0, 1e-9, 0.01, 0.3, 2));
  const property = fc.property(anyFill, anyBody, anyCellSize, anySunk, anyWay, (fill, drawn, cellSize, sunk, way) => {
    const [x, y, cells] = way;
    const pair = new KernelPair({ ...fill, wet: fill.wet === 1 ? 0 : fill.wet }, 2, cellSize);
    const body = inMillimetres(drawn, fill.columns, fill.rows, cellSize);
    pair.putBody(body);
    for (let n = 0; n < 3; n++) {
      stampInto(pair, wholeOf(pair), 3, sunk);
      body[BODY.x] += x * cells * cellSize;
      body[BODY.y] += y * cells * cellSize;
      pair.putBody(body);
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('stampCapsule on dry glass: caps of the head’s radius all along, to two quanta, sunk and one quantum high where they end', () => {
  const quantum = quantise(2 ** -16);
  const property = fc.property(anyFill, anyBody, anyCellSize, anySunk, (fill, drawn, cellSize, sunk) => {
    const pair = new KernelPair({ ...fill, wet: 0 }, 2, cellSize);
    const body = inMillimetres(drawn, fill.columns, fill.rows, cellSize);
    pair.putBody(body);
    stampInto(pair, wholeOf(pair), 3, sunk);
    body[BODY.tail] = body[BODY.head];
    body.fill(0, BODY.sag);
    const larger = body.slice();
    larger[BODY.head] *= 1.001;
    larger[BODY.tail] *= 1.001;
    const { grid, chart, heap } = pair;
    // float32 has seven digits: of w, of which a root is taken, and of cot θ, which is taken off it.
    const scale = body[BODY.head] * body[BODY.e];
    const k = body[BODY.k];
    const errorOf = (bare: number) => 2 * quantum + 5e-7 * scale * (1 + k + 1 / (bare / scale + k));
    for (let row = 0; row < grid.rows; row++) {
      for (let col = 0; col < grid.columns; col++) {
        const [x, y] = [(col + 0.5) * cellSize, (row + 0.5) * cellSize];
        const bare = bodyHeight(body, x, y);
        const height = heap.f32[chart.trail + row * grid.stride + col];
        const isOutside = bodyHeight(larger, x, y) === 0;
        const expected = isOutside ? 0 : Math.max(quantum, quantise(bare) - quantise(sunk));
        // Whether a cell on the rim itself is in it rounding may decide.
        const allowed = isOutside ? 0 : errorOf(bare);
        if (Math.abs(height - expected) > allowed) expect.fail(`cell ${row}, ${col}: ${height} for ${expected}`);
      }
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('layBody, through full contact lists too', () => {
  let resumed = 0;
  const property = fc.property(anyPlace, anyBody, anyCellSize, anyFlag, ([fill, shares], drawn, cellSize, diagonal) => {
    const box = boxOf(fill, shares);
    const pair = new KernelPair(fill, CONTACTS.entriesPerCell + 1, cellSize);
    pair.putBody(inMillimetres(drawn, fill.columns, fill.rows, cellSize));
    pair.putBox(box);
    const calls = pair.runToEnd(box.row0, (kernels, { header, contacts }, row) =>
      kernels.layBody(header, contacts, 2, diagonal, row),
    );
    if (calls > 1) resumed += 1;
  });
  fc.assert(property, { numRuns: 500 });
  expect(resumed).toBeGreaterThan(20);
});

test('layBody on dry glass: its heights are those of the body at the cells’ centres', () => {
  const property = fc.property(anyFill, anyBody, anyCellSize, (fill, drawn, cellSize) => {
    const pair = new KernelPair({ ...fill, wet: 0 }, CONTACTS.entriesPerCell + 1, cellSize);
    const body = inMillimetres(drawn, fill.columns, fill.rows, cellSize);
    pair.putBody(body);
    pair.putBox(wholeOf(pair));
    pair.runToEnd(0, (kernels, { header, contacts }, row) => kernels.layBody(header, contacts, 2, 1, row));
    const { grid, chart, heap } = pair;
    for (let row = 0; row < grid.rows; row++) {
      for (let col = 0; col < grid.columns; col++) {
        const expected = quantise(bodyHeight(body, (col + 0.5) * cellSize, (row + 0.5) * cellSize));
        const height = heap.f32[chart.still + row * grid.stride + col];
        if (height !== expected) expect.fail(`cell ${row}, ${col}: ${height} for ${expected}`);
      }
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('erase', () => {
  const property = fc.property(anyPlace, ([fill, shares]) => {
    const { row0, row1, col0, col1 } = boxOf(fill, shares);
    new KernelPair(fill).run((kernels, { header }) => kernels.erase(header, row0, row1, col0, col1, 2));
  });
  fc.assert(property, { numRuns: 250 });
});
