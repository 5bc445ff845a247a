/** Pages with `<rivulet-pane>` from the one file dist/browser/element.js, as the tests open and question them. */
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPageOf, type Site, type WatchedPage } from '../support/browser.ts';
import { cut, meanOf, type Pixels } from '../support/compare-pictures.ts';

/** Where the element's files are. */
export const BROWSER_DIST = fileURLToPath(new URL('../../dist/browser', import.meta.url));

/** One pixel as a PNG. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A backdrop that needs no painting. */
const PLAIN = `src="data:image/png;base64,${PIXEL}"`;

/** For what has nothing to do with size: without a graphics card a picture of it takes a third of the time of `SIZED`. */
export const SMALL = `style="width: 90px; height: 60px" ${PLAIN}`;

/** For what is measured, or looked at closely. */
export const SIZED = `style="width: 300px; height: 200px" ${PLAIN}`;

/** What is counted before the element's script runs: all that a pane could leave behind. */
const COUNTERS = `
  window.counts = { workers: 0, errors: [], drops: [], ready: 0, draws: 0 };
  const getContext = HTMLCanvasElement.prototype.getContext;
  const contexts = new Set();
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = getContext.call(this, kind, ...rest);
    if (kind === 'webgl2' && context) contexts.add(context);
    return context;
  };
  for (const name of ['drawArrays', 'drawArraysInstanced', 'blitFramebuffer']) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) { window.counts.draws += 1; return draw.apply(this, given); };
  }
  window.liveContexts = () => [...contexts].filter((context) => !context.isContextLost()).length;
  const RealWorker = window.Worker;
  window.Worker = class extends RealWorker {
    constructor(...given) { super(...given); window.counts.workers += 1; }
    terminate() { if (!this.ended) window.counts.workers -= 1; this.ended = true; super.terminate(); }
  };
  for (const type of ['ready', 'error', 'drop']) {
    document.addEventListener(type, (event) => {
      if (event.target.localName !== 'rivulet-pane') return;
      if (type === 'ready') window.counts.ready += 1;
      if (type === 'error') {
        window.counts.errors.push(event.detail.error.message);
        // The error is handled here, so the console does not report it as well.
        event.preventDefault();
      }
      if (type === 'drop') window.counts.drops.push(event.detail);
    }, true);
  }
`;

export interface PageChoices extends BrowserContextOptions {
  /** A script that runs before all others. */
  readonly before?: string;
  /** Wait until a pane says it is ready. Default true. */
  readonly awaitReady?: boolean;
  /** The file in dist/browser that brings the element. Default element.js. */
  readonly script?: string;
}

/** Opens a page with this body and the element's script. */
export async function openElement(
  site: Site,
  body: string,
  { before = '', awaitReady = true, script = 'element.js', ...options }: PageChoices = {},
): Promise<WatchedPage> {
  const opened = await openPageOf(site, options);
  const { page } = opened;
  await page.addInitScript(COUNTERS + before);
  await page.route(`${site.url}page.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head><title>Pane</title><link rel="icon" href="data:,">
        <script type="module" src="${script}"></script></head><body style="margin: 0">${body}</body></html>`,
    }),
  );
  await page.goto(`${site.url}page.html`);
  if (awaitReady) await page.waitForFunction('window.counts.ready > 0');
  return opened;
}

/** What the first pane's last frame says; time and steps of the water it shows. */
export interface Glimpse {
  time: number;
  drops: number;
  runs: string;
}

/** A look at a pane of the page. */
export function glimpse(page: Page, index = 0): Promise<Glimpse> {
  return page.evaluate((n) => {
    const { pane } = document.querySelectorAll('rivulet-pane')[n] as unknown as {
      pane: { frame: { time: number; drops: { count: number } } | null; runs: string };
    };
    return { time: pane.frame?.time ?? -1, drops: pane.frame?.drops.count ?? -1, runs: pane.runs };
  }, index);
}

/** Waits until a pane's water is `seconds` older than now. */
export async function waterPasses(page: Page, seconds: number, index = 0): Promise<void> {
  const { time } = await glimpse(page, index);
  await page.waitForFunction(
    `document.querySelectorAll('rivulet-pane')[${index}].pane?.frame?.time >= ${time + seconds}`,
  );
}

/** Pictures for which a value must not change before it stands: half a second where pictures come on time. */
const STILL_FRAMES = 30;
/** Pictures after which it is taken to go on for ever. */
const MOST_FRAMES = 600;

/**
 * Does a value of the page come to stand: the same for many pictures? What was under way comes when the machine has time
 * for it, so no clock is read.
 */
function stands(page: Page, value: string): Promise<boolean> {
  return page.evaluate(`(async () => {
    let last;
    let still = 0;
    for (let n = 0; n < ${MOST_FRAMES} && still < ${STILL_FRAMES}; n++) {
      await new Promise((done) => setTimeout(() => requestAnimationFrame(done), 16));
      const now = ${value};
      still = now === last ? still + 1 : 0;
      last = now;
    }
    return still >= ${STILL_FRAMES};
  })()`);
}

/** Does the first pane's water come to stand? */
export function waterStands(page: Page): Promise<boolean> {
  return stands(page, `document.querySelector('rivulet-pane').pane.frame?.time`);
}

/** Are panes that stand drawn to their end, so that nothing is drawn any more? */
export function pictureStands(page: Page): Promise<boolean> {
  return stands(page, 'window.counts.draws');
}

/** A pane as it is on the screen. */
export async function pixelsOf(pane: Locator): Promise<Pixels> {
  const picture = decode(await pane.screenshot());
  return cut(picture, [0, 0, picture.width, picture.height]);
}

/** Mean red, green and blue of a pane as it is on the screen, 0 to 255. */
export async function meanColour(pane: Locator): Promise<number[]> {
  return meanOf(await pixelsOf(pane));
}

/** WebGL2 contexts that were opened and not given back. */
export function liveContexts(page: Page): Promise<number> {
  return page.evaluate('window.liveContexts()') as Promise<number>;
}

/** What was counted on the page. */
export function counts(
  page: Page,
): Promise<{ workers: number; errors: string[]; drops: { id: number; x: number; y: number; mass: number }[] }> {
  return page.evaluate('window.counts') as ReturnType<typeof counts>;
}

/** Takes an element out of its page and puts it back, over and over: in the end there is one of everything. */
export async function mountAndMove(site: Site, count: number): Promise<void> {
  const body = `<rivulet-pane ${SMALL.replace('90px', '30px')}></rivulet-pane>`;
  const { page, complaints, close } = await openElement(site, body);
  await page.evaluate(`(async () => {
    const element = document.querySelector('rivulet-pane');
    for (let n = 0; n < ${count}; n++) {
      const ready = new Promise((done) => element.addEventListener('ready', done, { once: true }));
      element.remove();
      // Some are gone before they ever drew, some are only moved.
      await new Promise((done) => setTimeout(done, n % 3));
      document.body.append(element);
      if (n % 5 === 0) document.body.prepend(element);
      if (n % 4 !== 0) await ready;
    }
  })()`);
  await waterPasses(page, 0.2);
  expect((await counts(page)).workers).toBe(1);
  expect(await page.locator('canvas').count()).toBe(1);
  expect(await liveContexts(page)).toBe(1);
  expect(complaints).toEqual([]);
  await close();
}
