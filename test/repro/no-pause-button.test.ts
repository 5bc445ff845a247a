/** Users can pause rain that starts by itself (WCAG 2.2.2), unless the page has a control of its own. */
import { expect, test } from 'vitest';
import { BROWSER_DIST, openElement, SIZED, waterPasses, waterStands } from '../browser/element-page.ts';
import { siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);
const PANE = `document.querySelector('rivulet-pane')`;

test('a button in the corner pauses the rain and plays it again, by pointer and by keyboard', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SIZED}></rivulet-pane>`);
  await waterPasses(page, 0.05);
  const button = page.getByRole('button', { name: 'Pause the rain' });
  const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Pause the rain', pressed: false }).click();
  await page.getByRole('button', { name: 'Pause the rain', pressed: true }).waitFor();
  expect(await page.evaluate(`${PANE}.paused`)).toBe(true);
  expect(await waterStands(page)).toBe(true);
  await button.focus();
  await page.keyboard.press('Space');
  expect(await page.evaluate(`${PANE}.paused`)).toBe(false);
  await waterPasses(page, 0.02);
  // What has the keyboard's focus is opaque.
  expect(await button.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  expect(complaints).toEqual([]);
  await close();
});

test('the button stands where the page wants it, looks as it wants, and can be left out', async () => {
  const body = `<style>rivulet-pane::part(play) { background: rgb(1, 2, 3) }</style>
    <rivulet-pane ${SIZED} controls="top-left"></rivulet-pane>`;
  const { page, close } = await openElement(site, body);
  const button = page.getByRole('button');
  const { x, y } = (await button.boundingBox()) ?? { x: 99, y: 99 };
  expect(Math.max(x, y)).toBeLessThan(12);
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(1, 2, 3)');
  await page.evaluate(`${PANE}.controls = 'none'`);
  await button.waitFor({ state: 'hidden' });
  expect(await page.getByRole('button').count()).toBe(0);
  await page.evaluate(`(() => {
    ${PANE}.addEventListener('error', ({ detail }) => { window.said = detail.error.message; });
    ${PANE}.controls = 'middle';
  })()`);
  await page.waitForFunction('window.said');
  expect(await page.evaluate('window.said')).toBe(
    'controls must be "bottom-right" or "bottom-left" or "top-right" or "top-left" or "none"; got "middle".',
  );
  await close();
});

test("a page's own control plays with reduced motion", async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SIZED} controls="none"></rivulet-pane>`, {
    reducedMotion: 'reduce',
  });
  await page.waitForFunction(`${PANE}.pane.frame.time >= 19.9`);
  expect(await waterStands(page)).toBe(true);
  for (const isPaused of [true, false]) await page.evaluate(`${PANE}.paused = ${isPaused}`);
  await waterPasses(page, 0.02);
  await close();
});
