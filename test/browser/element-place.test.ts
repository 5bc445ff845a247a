/** `<rivulet-pane>` has the place that the page gives it: sizes, screens, policies. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, siteOf, type WatchedPage } from '../support/browser.ts';
import { BROWSER_DIST, counts, openElement, pictureStands, SIZED } from './element-page.ts';

const site = siteOf(BROWSER_DIST);
/** The same on a screen with four pixels in the place of one. */
let sharp: Site;

beforeAll(async () => {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 });
  sharp = { browser: site.browser, url: site.url, context };
});

const ELEMENT = `document.querySelector('rivulet-pane')`;

/** Width and height of the element, and how many pixels of the canvas there are to one of its own. */
function sizeOf(page: Page): Promise<number[]> {
  return page.evaluate(`(() => {
    const element = ${ELEMENT};
    const { width, height, left, top } = element.getBoundingClientRect();
    const { canvas } = element.pane;
    const box = canvas.getBoundingClientRect();
    // The sizes show a canvas that does not cover its element.
    return [width + Math.abs(box.left - left), height + Math.abs(box.top - top), canvas.width / width];
  })()`);
}

const PANE = '<rivulet-pane transparent paused quality="high"></rivulet-pane>';
const STYLED = PANE.replace('paused', 'paused style="width: 300px; height: 200px"');
const GROWING = PANE.replace('paused', 'paused style="flex: 1"');
const PLACES: [place: string, body: string, width: number, height: number][] = [
  ['without a size', PANE, 1280, 160],
  ['with a least height', PANE.replace('paused', 'paused style="min-height: 300px"'), 1280, 300],
  ['in a flex box', `<div style="display: flex">${PANE}</div>`, 320, 160],
  ['with a size in a flex box', `<div style="display: flex">${STYLED}</div>`, 300, 200],
  ['with a size in a column', `<div style="display: flex; flex-direction: column">${STYLED}</div>`, 300, 200],
  ['growing in a flex box', `<div style="display: flex"><b style="width: 280px"></b>${GROWING}</div>`, 1000, 160],
  ['in text that stands in the middle', `<div style="text-align: center; text-indent: 3em">${STYLED}</div>`, 300, 200],
  ['in text from right to left', `<div dir="rtl" style="text-align: left">${STYLED}</div>`, 300, 200],
  ['where the page says static', `<style>rivulet-pane { position: static }</style>${STYLED}`, 300, 200],
  ['in a grid', `<div style="display: grid; grid-template: 200px / 50% 1fr">${PANE}</div>`, 640, 200],
];

describe('is as large as its box, on any screen,', () => {
  // One page for each screen: another body is quicker than another page.
  let pages: [opened: WatchedPage, ratio: number][];
  beforeAll(async () => {
    const open = (screen: Site) => openElement(screen, '', { awaitReady: false });
    pages = [
      [await open(site), 1],
      [await open(sharp), 2],
    ];
  });
  afterAll(() => Promise.all(pages.map(([{ close }]) => close())));

  test.each(PLACES)('%s', async (_, body, width, height) => {
    for (const [{ page, complaints }, ratio] of pages) {
      await page.evaluate((html) => {
        Object.assign((window as unknown as { counts: object }).counts, { ready: 0 });
        document.body.innerHTML = html;
      }, body);
      await page.waitForFunction('window.counts.ready > 0');
      expect(await sizeOf(page)).toEqual([width, height, ratio]);
      expect(complaints).toEqual([]);
    }
  });
});

test('is drawn in the same picture in which it gets another size', async () => {
  const { page, complaints, close } = await openElement(
    site,
    `<rivulet-pane ${SIZED} paused quality="high"></rivulet-pane>`,
  );
  expect(await pictureStands(page)).toBe(true);
  const drawn = await page.evaluate(`(async () => {
    const element = ${ELEMENT};
    const drawn = [];
    for (let n = 1; n <= 10; n++) {
      await new Promise((done) => requestAnimationFrame(done));
      const { draws } = window.counts;
      element.style.width = 300 + 10 * n + 'px';
      // Comes after the resize events, and before another picture.
      await new Promise((done) => { const channel = new MessageChannel(); channel.port1.onmessage = done; channel.port2.postMessage(0); });
      drawn.push(element.pane.canvas.width === 300 + 10 * n ? window.counts.draws > draws : 'not yet');
    }
    return drawn;
  })()`);
  expect((drawn as unknown[]).filter((one) => one === true).length).toBeGreaterThan(0);
  expect(drawn).not.toContain(false);
  expect(complaints).toEqual([]);
  await close();
});

test('a pane longer than any canvas has larger pixels', async () => {
  const body = '<rivulet-pane transparent paused quality="high" style="width: 60px; height: 17000px"></rivulet-pane>';
  const { page, complaints, close } = await openElement(site, body, { deviceScaleFactor: 2 });
  const gl = `${ELEMENT}.pane.canvas.getContext('webgl2')`;
  const most = await page.evaluate<number>(`Math.min(16384, ${gl}.getParameter(${gl}.MAX_TEXTURE_SIZE))`);
  // What is drawn into is no smaller than the canvas: it would be stretched.
  const sizes = `(({ canvas, drawingBufferWidth, drawingBufferHeight }) =>
    [canvas.width, canvas.height, drawingBufferWidth, drawingBufferHeight])(${gl})`;
  const width = Math.round((60 * most) / 17000);
  expect(await page.evaluate(sizes)).toEqual([width, most, width, most]);
  await page.evaluate(`${ELEMENT}.style.height = '30000px'`);
  await page.waitForFunction(`${ELEMENT}.pane.canvas.width === ${Math.round((60 * most) / 30000)}`);
  await page.evaluate(`${ELEMENT}.style.height = '300px'`);
  await page.waitForFunction(`${ELEMENT}.pane.canvas.width === 120`);
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test('another screen with other pixels is noticed, and one after it', async () => {
  // Chromium fires no event for an emulated screen, so the test fires it.
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SIZED} paused></rivulet-pane>`, {
    before: `
      const real = window.matchMedia;
      window.matchMedia = (query) => {
        const list = real.call(window, query);
        if (query.includes('resolution')) window.screens = { query, list };
        return list;
      };`,
  });
  const asked = [];
  for (const ratio of [1, 2, 1.5]) {
    await page.evaluate((devicePixelRatio) => {
      Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: devicePixelRatio });
      (window as unknown as { screens: { list: EventTarget } }).screens.list.dispatchEvent(new Event('change'));
    }, ratio);
    asked.push(await page.evaluate('window.screens.query'));
    expect(await sizeOf(page)).toEqual([300, 200, ratio]);
  }
  expect(asked).toEqual(['(resolution:1dppx)', '(resolution:2dppx)', '(resolution:1.5dppx)']);
  expect(complaints).toEqual([]);
  await close();
});

test('a policy that allows only what the site serves is enough', async () => {
  const { page, complaints, close } = await openElement(site, '', { awaitReady: false });
  await page.route(`${site.url}strict.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
      body: `<!doctype html><html lang="en"><head><title>Strict</title><link rel="icon" href="icon.png">
        <script type="module" src="element.js"></script></head><body><rivulet-pane></rivulet-pane></body></html>`,
    }),
  );
  await page.route(/icon/, (route) => route.fulfill({ body: '' }));
  await page.goto(`${site.url}strict.html`);
  // Waiting by Playwright would be refused too.
  await page.evaluate(`new Promise((done) => {
    const look = () => (window.counts.ready > 0 ? done() : setTimeout(look, 20));
    look();
  })`);
  expect(await page.evaluate(`getComputedStyle(${ELEMENT}).display`)).toBe('block');
  expect(await page.evaluate(`${ELEMENT}.pane.runs`)).toBe('worker');
  expect(complaints).toEqual([]);
  await close();
});
