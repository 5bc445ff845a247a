/** three against the tracer: the same water, eye and environment at infinity, drawn by rays and by textures. A pane; curved and closed surfaces take longer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThreePage, type ThreePage } from './three-page.ts';
import { type Agreement, COMPARE, FRAMES, LEAST_WITHIN, MOST_MEAN } from './three-traced-lab.ts';

let opened: ThreePage;
beforeAll(async () => {
  opened = await openThreePage('three');
  await opened.page.evaluate(`(async () => {${COMPARE}})()`);
});
afterAll(() => opened?.close());

test.each(['pane'] as const)('three shows the %s as the tracer does', async (name) => {
  const found = (await opened.page.evaluate(`compare(${JSON.stringify(FRAMES[name])})`)) as Agreement;
  expect(found.wet).toBeGreaterThan(0.05);
  expect(found.mean).toBeLessThan(MOST_MEAN);
  expect(found.within).toBeGreaterThan(LEAST_WITHIN);
  expect(opened.said).toEqual([]);
});
