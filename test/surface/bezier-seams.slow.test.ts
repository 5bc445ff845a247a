/** KAN-T11 with more rays than the quick suite sends. */
import { expect, test } from 'vitest';
import { Bezier } from '../../src/surface/bezier/bezier.js';
import { teapotPatches } from '../../src/surface/bezier/teapot.js';
import { raysThatMiss } from './seam-rays.ts';

test('KAN-T11: no ray misses at a seam of the teapot, from either side', () => {
  expect(raysThatMiss(new Bezier({ patches: teapotPatches(), cellSize: 0.74 }), 400)).toEqual([]);
});
