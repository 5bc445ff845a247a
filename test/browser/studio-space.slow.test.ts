/** More of the studio in space: wipes, and scenes of other surfaces, which take long to draw in software. */
import type { Simulation } from 'rivulet';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, STUDIO_DIST, sharePage, until } from './studio-page.ts';
import { drag, middleOf, openSpace } from './studio-space-page.ts';

const { open } = sharePage(siteOf(STUDIO_DIST));
const massOf = (simulation: Simulation) => simulation.ledger().onDrops;

test('a cloth takes water off a cylinder', async () => {
  const page = await openSpace(open, '?scene=window&shape=cylinder&rain=none&view=mask');
  const { x, y } = await middleOf(page);
  for (const dx of [-20, 20, 60]) await page.mouse.click(x + dx, y);
  await until(page, (simulation) => simulation.drops.count > 1);
  await page.selectOption('#hand', 'cloth');
  const before = await ask(page, massOf);
  await drag(page, 80, 0);
  expect(await ask(page, massOf)).toBeLessThan(0.9 * before);
});

test.each(['?scene=window&shape=space', '?scene=kaneda-windshield', '?scene=kaneda-teapot&view=height'])(
  '%s opens in space without a complaint',
  async (query) => {
    const page = await openSpace(open, query);
    expect(await page.locator('#alert').isHidden()).toBe(true);
  },
);
