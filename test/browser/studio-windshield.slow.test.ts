/** The windshield in the studio's page: its sliders act on the water that is there, and a key takes the wipers off. */
import type { Page } from 'playwright-core';
import type { Simulation } from 'rivulet';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, STUDIO_DIST, sharePage } from './studio-page.ts';
import { openSpace, shot } from './studio-space-page.ts';

const site = siteOf(STUDIO_DIST);
const { open } = sharePage(site);

/** Moves a slider as a hand does. */
const slide = (page: Page, id: string, value: number) =>
  page.locator(`#${id}-slider`).evaluate((slider, to) => {
    (slider as HTMLInputElement).value = String(to);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    slider.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);

const sceneOf = ({ scene }: Simulation) => ({
  vehicle: (scene.wind.vehicle * 3.6) / 1000,
  rate: (scene.rain as { rate: number }).rate * 3600,
  wipers: scene.wipers.length,
});

/** How many drops climb a step later, and what a tenth of a second of rain brings [mg]. */
function effects(simulation: Simulation) {
  simulation.step();
  const { count, moving, vy } = simulation.drops;
  let climbing = 0;
  for (let n = 0; n < count; n++) if (moving[n] === 1 && vy[n] < 0) climbing += 1;
  const before = simulation.ledger().supplied;
  simulation.advance(0.1);
  return { climbing, supplied: simulation.ledger().supplied - before };
}

test('speed and rain act at once on windshield-drive, and W takes its wipers off', async () => {
  const page = await openSpace(open, '?scene=windshield-drive&fine=0');
  await ask(page, (simulation) => simulation.advance(1.5));
  await slide(page, 'vehicle', 20);
  await slide(page, 'rain', 10);
  const slow = await ask(page, effects);
  expect(await ask(page, sceneOf)).toMatchObject({ vehicle: expect.closeTo(20, 6), rate: expect.closeTo(10, 6) });
  const before = await shot(page);
  await slide(page, 'vehicle', 130);
  const fast = await ask(page, effects);
  expect(fast.climbing).toBeGreaterThan(3 * slow.climbing);
  // More of the same rain meets a faster glass.
  expect(fast.supplied).toBeGreaterThan(2 * slow.supplied);
  await slide(page, 'rain', 60);
  const storm = await ask(page, effects);
  expect(storm.supplied).toBeGreaterThan(3 * fast.supplied);
  await page.keyboard.press('w');
  expect(await ask(page, sceneOf)).toEqual({
    vehicle: expect.closeTo(130, 6),
    rate: expect.closeTo(60, 6),
    wipers: 0,
  });
  expect((await shot(page)).equals(before)).toBe(false);
  await page.keyboard.press('w');
  expect((await ask(page, sceneOf)).wipers).toBe(2);
});
