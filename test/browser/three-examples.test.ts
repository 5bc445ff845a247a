/** The examples of rivulet/three open without a complaint, show water, and it moves. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openPage, siteOf } from '../support/browser.ts';
import { differenceOf, type Pixels } from '../support/compare-pictures.ts';
import { addStandIns } from '../support/html-examples.ts';
import { pixelsOf } from './element-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = readdirSync(new URL('../../examples', import.meta.url)).filter((name) => name.startsWith('three-'));
const MOST_LINES = 60;
/** Share of the pixels that water changes, and that change while it moves. */
const WET = 0.02;
const MOVED = 0.001;

const read = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');
/** The same page without a drop. */
const dry = (html: string) => html.replace(/createSimulation\('window', \{/, '$& rain: { kind: "none" }, fine: null,');
const site = siteOf(ROOT, {
  pages: Object.fromEntries(EXAMPLES.map((name) => [`/examples/dry-${name}`, dry(read(name))])),
});

test('there are four', () => {
  expect(EXAMPLES).toEqual(['three-box.html', 'three-own-material.html', 'three-plane.html', 'three-windshield.html']);
});

test.each(EXAMPLES)('%s shows water, in at most 60 lines', async (name) => {
  expect(read(name).trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  const { page, complaints, close } = await openPage(site.browser, { viewport: { width: 320, height: 200 } });
  await addStandIns(page, ROOT);
  // Pages turn and move their things by the picture: one picture only, of which both pages make the same but for the water.
  await page.addInitScript(ONE_PICTURE);
  const picture = async (path: string): Promise<Pixels> => {
    await page.goto(`${site.url}examples/${path}`);
    // Not by pictures, which are counted here.
    await page.waitForFunction('window.pictures > 0', null, { polling: 100 });
    return pixelsOf(page.locator('canvas'));
  };
  const [without, first] = [await picture(`dry-${name}`), await picture(name)];
  expect(differenceOf(without, first).outside).toBeGreaterThan(WET);
  await page.evaluate('nextPicture(12)');
  expect(differenceOf(first, await pixelsOf(page.locator('canvas'))).outside).toBeGreaterThan(MOVED);
  expect(complaints).toEqual([]);
  await close();
});

/** Lets a page draw one picture, and `nextPicture(n)` n more. */
const ONE_PICTURE = `
window.pictures = 0;
const waiting = [];
window.requestAnimationFrame = (call) => { waiting.push(call); if (window.pictures === 0) setTimeout(() => nextPicture(1)); return waiting.length; };
window.nextPicture = (n) => {
  for (; n > 0; n--) {
    const calls = waiting.splice(0);
    if (calls.length === 0) return;
    window.pictures++;
    for (const call of calls) call(1000 * window.pictures / 60);
  }
};`;
