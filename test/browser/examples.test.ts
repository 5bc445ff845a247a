/** Every HTML example of README.md, docs/ and examples/ runs as it is printed: a pane is bright, and its water moves. */
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, siteOf } from '../support/browser.ts';
import { differenceOf, meanOf, type Pixels } from '../support/compare-pictures.ts';
import { addStandIns, hasPane, htmlExamples } from '../support/html-examples.ts';
import { pixelsOf } from './element-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = htmlExamples(ROOT);

const pages = Object.fromEntries(EXAMPLES.map(({ path, html }) => [`/${path}`, html]));
const site = siteOf(ROOT, { pages, alias: '/node_modules/rivulet/' });

/** Mean of a pane that shows something, of 255. The darkest scene, `window-night`, has 80; drops before nothing have 3. */
const BRIGHT = 40;
/** Share of the pixels that differ from the first where there are drops. */
const DETAIL = 0.01;
/** Share of the pixels that change where water moves. */
const MOVED = 0.001;
/** For how long an example may paint its backdrop on a busy machine [ms]. */
const PATIENCE = { timeout: 60_000, interval: 200 };

test.each(['README.md', 'docs/', 'examples/'])('%s has an example with a pane', (place) => {
  expect(EXAMPLES.filter((example) => example.title.startsWith(place) && hasPane(example))).not.toEqual([]);
});

test.each(EXAMPLES)('$title runs as printed', async (example) => {
  const { page, complaints, close } = await openPage(site.browser, { viewport: { width: 480, height: 270 } });
  await addStandIns(page, ROOT);
  await page.goto(site.url + example.path);
  if (hasPane(example)) await expectRain(await paneOf(page));
  expect(complaints).toEqual([]);
  await close();
});

/** What shows the rain: the element, or the canvas of `mountPane`. */
async function paneOf(page: Page): Promise<Locator> {
  const canvas = page.locator('canvas').first();
  await canvas.waitFor();
  const element = page.locator('rivulet-pane');
  return (await element.count()) > 0 ? element.first() : canvas;
}

async function expectRain(pane: Locator): Promise<void> {
  let first: Pixels = [];
  const brightness = async () => {
    first = await pixelsOf(pane);
    return isPlain(first) ? 0 : mean(first);
  };
  await expect.poll(brightness, PATIENCE).toBeGreaterThan(BRIGHT);
  const motion = async () => differenceOf(first, await pixelsOf(pane)).outside;
  await expect.poll(motion, PATIENCE).toBeGreaterThan(MOVED);
}

function mean(pixels: Pixels): number {
  return meanOf(pixels).reduce((sum, value) => sum + value / 3, 0);
}

/** Does a picture show one colour, as an empty page does? */
function isPlain(pixels: Pixels): boolean {
  return differenceOf(pixels, new Array(pixels.length).fill(pixels[0])).outside < DETAIL;
}
