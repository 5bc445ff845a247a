/** three against the tracer on four frames: the same water, eye and environment at infinity, drawn by rays and by textures. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThreePage, type ThreePage } from './three-page.ts';
import { type Agreement, COMPARE } from './three-traced-lab.ts';

let opened: ThreePage;
beforeAll(async () => {
  opened = await openThreePage('three');
  await opened.page.evaluate(`(async () => {${COMPARE}})()`);
});
afterAll(() => opened?.close());

/** Share of pixels within 16/255: 0.97 is the aim and is met, the box of glass by a hair (docs/three.md). Drivers differ a little. */
const LEAST_WITHIN = 0.968;

const BOX = { kind: 'box', width: 40, height: 40, depth: 40 };
const FRAMES = {
  pane: { surface: { kind: 'pane', width: 90, height: 60 }, eye: [12, 6, 130] },
  cylinder: { surface: { kind: 'cylinder', radius: 24, height: 60 }, eye: [20, 12, 130] },
  'box glass': { surface: BOX, eye: [70, 55, 100] },
  'box mirror': { surface: BOX, mirror: true, eye: [70, 55, 100] },
} as const;

test.each(Object.keys(FRAMES) as (keyof typeof FRAMES)[])('three shows the %s as the tracer does', async (name) => {
  const found = (await opened.page.evaluate(`compare(${JSON.stringify(FRAMES[name])})`)) as Agreement;
  expect(found.wet).toBeGreaterThan(0.05);
  expect(found.mean).toBeLessThan(4);
  expect(found.within).toBeGreaterThan(LEAST_WITHIN);
  expect(opened.said).toEqual([]);
});
