/** The studio with water as a texture (STUP-13): display modes, and the twin on the graphics card. */
import type { Page } from 'playwright-core';
import type { Simulation } from 'rivulet';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, STUDIO_DIST, sharePage } from './studio-page.ts';
import { drag, openSpace, shot } from './studio-space-page.ts';

const site = siteOf(STUDIO_DIST);
const { open } = sharePage(site);

const BOX = '?scene=stuppacher-box-mirror&rain=none&view=height';
const hashOf = (simulation: Simulation) => simulation.hash();
const choose = (page: Page, hand: string) => page.selectOption('#hand', hand);
const readout = (page: Page) => page.locator('#readout').textContent();

test('the four display modes show the same water, each in its own way; other models have no blurred ones', async () => {
  const page = await openSpace(open, BOX);
  await choose(page, 'brush');
  await drag(page, 0, 60);
  const shots: Buffer[] = [];
  for (const view of ['height', 'blurred', 'blurred-normal', 'beauty']) {
    await page.check(`#views input[value=${view}]`, { force: true });
    shots.push(await shot(page));
  }
  for (const [n, one] of shots.entries()) expect(shots.slice(0, n).some((other) => other.equals(one))).toBe(false);
  expect(await page.locator('#views input[value=id]').isDisabled()).toBe(true);
  const other = await open('?scene=window&view=height');
  expect(await other.locator('#views label:has(input[value=blurred])').isHidden()).toBe(true);
  expect(await other.locator('#runs-field').isHidden()).toBe(true);
});

test('the graphics card goes on from the water, is turned and brushed, and the processor goes on where it was left', async () => {
  const page = await openSpace(open, BOX);
  expect(await page.locator('#runs-note').textContent()).toContain('The processor moves the water');
  await choose(page, 'brush');
  await drag(page, 0, 60);
  const before = await ask(page, hashOf);
  const first = await shot(page);
  await page.selectOption('#runs', 'gpu');
  expect(await page.locator('#runs-note').textContent()).toContain('The graphics card moves the water');
  for (let n = 0; n < 8; n++) await page.click('#step');
  const run = await shot(page);
  expect(run.equals(first)).toBe(false);
  await drag(page, -60, 10);
  expect((await shot(page)).equals(run)).toBe(false);
  await page.waitForFunction(() => document.querySelector('#readout')!.textContent!.includes('graphics card'));
  expect(await readout(page)).toContain('graphics card, 0.1 s ahead of the processor');
  // None of it was the simulation's.
  expect(await ask(page, hashOf)).toBe(before);
  await page.keyboard.down('Shift');
  await drag(page, 60, 0);
  await page.keyboard.up('Shift');
  await page.selectOption('#runs', 'cpu');
  await page.click('#step');
  expect(await page.locator('#runs-note').textContent()).toContain('The processor moves the water');
  expect(await ask(page, hashOf)).not.toBe(before);
});
