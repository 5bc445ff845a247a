/** When `<rivulet-pane>` runs and when it stands still. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { BROWSER_DIST, glimpse, openElement, SMALL, waterPasses, waterStands } from './element-page.ts';

const site = siteOf(BROWSER_DIST);

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('stands still while paused', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await waterPasses(page, 0.1);
  await page.evaluate(`document.querySelector('rivulet-pane').paused = true`);
  expect(await waterStands(page)).toBe(true);
  await page.evaluate(`document.querySelector('rivulet-pane').paused = false`);
  await waterPasses(page, 0.02);
  await close();
});

test('stands still in a hidden tab and goes on without a jump', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await waterPasses(page, 0.1);
  await setHidden(page, true);
  expect(await waterStands(page)).toBe(true);
  const { time } = await glimpse(page);
  await setHidden(page, false);
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane.frame.time > ${time}`);
  expect((await glimpse(page)).time - time).toBeLessThan(0.3);
  expect(complaints).toEqual([]);
  await close();
});

test('stands still outside the visible part of the page', async () => {
  const body = `<rivulet-pane ${SMALL}></rivulet-pane><div style="height: 5000px"></div>`;
  const { page, close } = await openElement(site, body);
  await waterPasses(page, 0.1);
  await page.evaluate('scrollTo(0, 3000)');
  expect(await waterStands(page)).toBe(true);
  await page.evaluate('scrollTo(0, 0)');
  await waterPasses(page, 0.02);
  await close();
});

test('with reduced motion it shows one settled picture, and a button that plays', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`, {
    reducedMotion: 'reduce',
    before: `
      window.shown = new Set();
      let looks = 0;
      (function look() {
        const pane = document.querySelector('rivulet-pane')?.pane;
        if (pane?.frame) window.shown.add(pane.frame.time);
        // A picture is requested when much has changed and not all of it is drawn at once.
        if (pane?.frame && looks++ === 12) pane.redraw();
        requestAnimationFrame(look);
      })();`,
  });
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane.frame.time >= 19.9`);
  // Dry glass, a picture when the backdrop comes, the requested one and the settled one: no film between them.
  expect(await page.evaluate('window.shown.size')).toBeLessThanOrEqual(5);
  expect((await glimpse(page)).drops).toBeGreaterThan(50);
  expect(await waterStands(page)).toBe(true);
  const play = page.getByRole('button', { pressed: true });
  await play.focus();
  await page.keyboard.press('Enter');
  await waterPasses(page, 0.02);
  await page.getByRole('button', { pressed: false }).click();
  expect(await waterStands(page)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test('water that restarts before it has settled settles too', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`, {
    reducedMotion: 'reduce',
  });
  await page.evaluate(`document.querySelector('rivulet-pane').seed = '9'`);
  const now = `document.querySelector('rivulet-pane').pane`;
  await page.waitForFunction(`${now}.scene.seed === 9 && ${now}.frame.time >= 19.9`);
  await close();
});

test('after play and pause it shows where the water stopped, not what settles after', async () => {
  // So much rain takes its time to settle: there is some left to press the button in.
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL} rain="1000/s"></rivulet-pane>`, {
    reducedMotion: 'reduce',
  });
  await page.getByRole('button', { pressed: true }).click();
  await waterPasses(page, 0.02);
  await page.getByRole('button', { pressed: false }).click();
  expect(await waterStands(page)).toBe(true);
  const { time } = await glimpse(page);
  expect(time).toBeLessThan(19);
  await close();
});

test('play on a paused element removes its attribute, and the button shows the state', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL} paused></rivulet-pane>`, {
    reducedMotion: 'reduce',
  });
  const isPaused = `document.querySelector('rivulet-pane').paused`;
  // The glass is no button.
  await page.mouse.click(20, 20);
  expect(await page.evaluate(isPaused)).toBe(true);
  await page.getByRole('button', { pressed: true }).click();
  expect(await page.evaluate(isPaused)).toBe(false);
  await waterPasses(page, 0.02);
  // The page's word holds again.
  await page.evaluate(`${isPaused} = true`);
  expect(await waterStands(page)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test('the button can be pressed where the pane lets the pointer through, and does not wipe', async () => {
  const body = '<rivulet-pane transparent style="height: 200px; pointer-events: none"></rivulet-pane>';
  const { page, close } = await openElement(site, body, { reducedMotion: 'reduce' });
  await page.evaluate(`(() => {
    window.wipes = 0;
    document.querySelector('rivulet-pane').pane.wipe = async () => { window.wipes += 1; };
  })()`);
  const button = page.getByRole('button', { pressed: true });
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 25, y + 22);
  await page.mouse.up();
  await page.getByRole('button', { pressed: false }).waitFor();
  expect(await page.evaluate('window.wipes')).toBe(0);
  await close();
});

test('reduced motion that is switched on later stops the pane', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await waterPasses(page, 0.1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane.frame.time >= 19.9`);
  expect(await waterStands(page)).toBe(true);
  await close();
});
