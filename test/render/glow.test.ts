/** Light that spills around highlights. */
import { expect, test } from 'vitest';
import { GLOW_BLOCK, glowOf, glowRadius } from '../../src/render/picture/glow.ts';

const WIDTH = 80;
const HEIGHT = 160;

/** The glow of one block of light 1 above white, by its column and line. */
function glowOfBlock(column: number, line: number): (column: number, line: number) => number {
  const data = new Float32Array(3 * WIDTH * HEIGHT);
  for (let row = 0; row < GLOW_BLOCK; row++) {
    const from = 3 * ((GLOW_BLOCK * line + row) * WIDTH + GLOW_BLOCK * column);
    data.fill(2, from, from + 3 * GLOW_BLOCK);
  }
  const glow = glowOf(data, WIDTH, 0, HEIGHT, HEIGHT);
  return (col, row) => glow[3 * (row * (WIDTH / GLOW_BLOCK) + col)];
}

test('light spills the same way at the edges of a picture as inside: what leaves it is lost, and nothing else', () => {
  const radius = glowRadius(HEIGHT);
  const inside = glowOfBlock(10, 20);
  const corner = glowOfBlock(0, 0);
  for (let n = 0; n <= 2 * radius + 1; n++) {
    for (let m = 0; m <= 2 * radius + 1; m++) expect(corner(n, m)).toBeCloseTo(inside(10 + n, 20 + m), 7);
  }
  const wide = 2 * radius + 1;
  expect(inside(10, 20)).toBeCloseTo(1 / (wide * wide), 6);
  expect(inside(11, 20)).toBeCloseTo((wide - 1) / wide ** 3, 6);
  expect(inside(10 + wide, 20)).toBe(0);
});
