/** Where a picture takes long, the pane is drawn more coarsely until it does not, and finely again when there is time. */
import { expect, test } from 'vitest';
import { BROWSER_DIST, openElement } from '../browser/element-page.ts';
import { siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);

/**
 * A page that mounts a pane with a stand-in of a renderer, whose pictures take `window.cost` [ms] at one pixel a CSS pixel,
 *  by a clock of its own.
 */
const MOUNT = `
  window.now = 0;
  performance.now = () => window.now;
  window.ratios = [];
  window.overlaps = 0;
  window.mountSlow = async (options) => {
    const { mountPane } = await import('./element.js');
    let busy = false;
    let ratio = 0;
    let next = 0;
    const createRenderer = () => ({
      lost: false,
      setBackdrop() {}, setCamera() {}, present() {}, dispose() {},
      resize(width, height, given) { next = given; },
      async prepare() {},
      draw() {
        if (busy) window.overlaps += 1;
        busy = true;
        if (next !== ratio) window.ratios.push(ratio = next);
        return false;
      },
      async finished() {
        await new Promise((done) => setTimeout(done));
        busy = false;
        window.now += window.cost * ratio * ratio;
      },
    });
    window.pane = await mountPane('#place', { createRenderer, src: null, worker: false, maxPixelRatio: 1, ...options });
  };`;

const BODY = '<div id="place" style="width: 300px; height: 200px"></div>';

async function openSlow(options: string) {
  const opened = await openElement(site, BODY, { before: MOUNT, awaitReady: false });
  await opened.page.evaluate(`window.cost = 100; window.mountSlow(${options})`);
  return opened;
}

test('slow pictures become coarser down to half a pixel a CSS pixel, and finer again when they are quick', async () => {
  const { page, close } = await openSlow('{}');
  await page.waitForFunction('window.ratios.at(-1) === 0.5');
  const down = await page.evaluate('window.ratios.slice()');
  expect(down).toEqual((down as number[]).toSorted((a, b) => b - a));
  expect((down as number[])[0]).toBe(1);
  await page.evaluate('window.cost = 1');
  await page.waitForFunction('window.ratios.at(-1) === 1');
  // The next picture is not begun before the last is done.
  expect(await page.evaluate('window.overlaps')).toBe(0);
  await close();
});

test('an explicit quality keeps its resolution', async () => {
  const { page, close } = await openSlow(`{ quality: 'high' }`);
  await page.waitForFunction('window.pane.frame?.time > 0.5');
  expect(await page.evaluate('window.ratios')).toEqual([1]);
  await close();
});
