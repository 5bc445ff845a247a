/** `<rivulet-pane>` in Firefox and WebKit, from both of its files: it starts, draws, runs and follows its attributes. */
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage, type StaticServer, serveFolder, type WatchedPage } from '../support/browser.ts';
import { cut, differenceOf, meanOf } from '../support/compare-pictures.ts';
import { describeEngines, type EngineSite } from '../support/engines.ts';
import type { Place } from '../support/webdriver.ts';

const BROWSER_DIST = fileURLToPath(new URL('../../dist/browser', import.meta.url));
const FILES = ['element.js', 'lean.js'] as const;

/** Stripes to stand behind the glass, red in the upper half. */
const STRIPES = ['#a23', '#e84', '#258', '#141'].map(
  (fill, n) => `<rect y="${16 * n}" width="96" height="16" fill="${fill}"/>`,
);
const SRC = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64">${STRIPES.join('')}</svg>`,
)}`;

const pageWith = (file: string, attributes: string) => `<!doctype html><html lang="en"><head><title>Pane</title>
  <link rel="icon" href="data:,">
  <script>document.addEventListener('ready', () => { window.isReady = true; }, true);</script>
  <script type="module" src="${file}"></script></head><body style="margin: 0; background: #0c0">
  <rivulet-pane quality="high" controls="none" style="width: 480px; height: 320px" seed="7" ${attributes}>No rain here</rivulet-pane></body></html>`;

const pages = Object.fromEntries(
  FILES.flatMap((file) => [
    [`/rain-${file}.html`, pageWith(file, `rain="200/s" src="${SRC}"`)],
    [`/still-${file}.html`, pageWith(file, `paused rain="none" src="${SRC}"`)],
  ]),
);
const NO_GRAPHICS = '<head><script>HTMLCanvasElement.prototype.getContext = () => null;</script>';
const served = {
  pages: { ...pages, '/none.html': pageWith('element.js', '').replace('<head>', NO_GRAPHICS) },
};

const ELEMENT = "document.querySelector('rivulet-pane')";
const PANE = `${ELEMENT}.pane`;
const WHOLE = [0, 0, 480, 320] as const;
/** The way of a finger over the pane [px]. */
const ACROSS: readonly Place[] = [
  [60, 160],
  [240, 160],
  [420, 160],
];

/** Puts drops of many sizes on a pane that stands, and waits until they are drawn. */
const PUT_DROPS = `(async () => {
  const pane = ${PANE};
  for (let n = 0; n < 24; n++) {
    await pane.addDrop({ x: 60 + 36 * (n % 6), y: 50 + 30 * Math.floor(n / 6), mass: 2 + 1.5 * n });
  }
  while (pane.frame.drops.count < 24) await new Promise((done) => setTimeout(done, 20));
  // What is late comes within a few pictures.
  for (let k = 0; k < 30; k++) await new Promise((done) => requestAnimationFrame(done));
})()`;

async function waterPasses({ page }: EngineSite, seconds: number): Promise<void> {
  const time = await page.evaluate<number>(`${PANE}?.frame?.time ?? 0`);
  await page.until(`${PANE}?.frame?.time >= ${time + seconds}`);
}

const look = async ({ page }: EngineSite) => cut(decode(await page.screenshot()), WHOLE);

describeEngines(BROWSER_DIST, served, (site) => {
  let chromium: WatchedPage;
  let server: StaticServer;
  beforeAll(async () => {
    server = await serveFolder(BROWSER_DIST, served);
    chromium = await openPage(await launchBrowser());
  });
  afterAll(async () => {
    await chromium?.page.context().browser()?.close();
    await server?.close();
  });

  test.each(FILES)('%s shows rain from a worker that goes on, is wiped, resized and taken out', async (file) => {
    const { page } = site;
    const complaints = await site.visit(`rain-${file}.html`);
    await page.until('window.isReady');
    await waterPasses(site, 1);
    const [before, runs] = await page.evaluate<[number, string]>(`[${PANE}.frame.drops.count, ${PANE}.runs]`);
    expect([before > 20, runs]).toEqual([true, 'worker']);
    const first = await look(site);
    await waterPasses(site, 0.5);
    expect(differenceOf(first, await look(site)).outside).toBeGreaterThan(0.01);

    // A finger wipes: the strokes that came to the water are those of the finger.
    await page.evaluate(`(() => {
      const pane = ${PANE};
      const wipe = pane.wipe.bind(pane);
      window.strokes = [];
      pane.wipe = (stroke) => { window.strokes.push(stroke); return wipe(stroke); };
    })()`);
    await page.drag(ACROSS);
    await waterPasses(site, 0.1);
    const [from, to] = await page.evaluate<number[]>('[window.strokes[0].from.x, window.strokes.at(-1).to.x]');
    expect([from, to]).toEqual([expect.closeTo(150 - 180 / 1.6 / 1.35, 0), expect.closeTo(150 + 180 / 1.6 / 1.35, 0)]);

    await page.evaluate(`${ELEMENT}.style.width = '600px'`);
    await page.until(`${PANE}.canvas.width === 600`);
    await waterPasses(site, 0.1);
    const isFreed = await page.evaluate(`(async () => {
      const { canvas } = ${PANE};
      const gl = canvas.getContext('webgl2');
      const error = gl.getError();
      ${ELEMENT}.remove();
      await new Promise((done) => setTimeout(done, 100));
      return [error, gl.isContextLost()];
    })()`);
    expect(isFreed).toEqual([0, true]);
    expect(await complaints()).toEqual([]);
  });

  test.each(FILES)('%s draws what Chromium draws: all but a hundredth of the pixels within 8/255', async (file) => {
    const complaints = await site.visit(`still-${file}.html`);
    await site.page.until('window.isReady');
    await site.page.evaluate(PUT_DROPS);
    await chromium.page.goto(`${server.url}still-${file}.html`);
    await chromium.page.waitForFunction('window.isReady');
    await chromium.page.evaluate(PUT_DROPS);
    const picture = await look(site);
    const difference = differenceOf(picture, cut(decode(await chromium.page.screenshot()), WHOLE));
    expect(difference.mean).toBeLessThan(1.5);
    expect(difference.outside).toBeLessThan(0.01);
    // Two equal pictures of nothing would pass as well.
    const [red, , blue] = meanOf(picture.slice(0, picture.length / 4));
    expect(red - blue).toBeGreaterThan(30);
    expect(await complaints()).toEqual([]);
  });

  test.each(FILES)('%s lets the page through while it is transparent', async (file) => {
    const complaints = await site.visit(`rain-${file}.html`);
    await site.page.until('window.isReady');
    await site.page.evaluate(`(() => { ${ELEMENT}.transparent = true; ${ELEMENT}.src = null; })()`);
    await waterPasses(site, 0.5);
    const [red, green, blue] = meanOf(await look(site));
    expect(green - Math.max(red, blue)).toBeGreaterThan(100);
    expect(red + blue).toBeGreaterThan(0.02);
    expect(await complaints()).toEqual([]);
  });

  test('without WebGL2 the content between the tags is shown, and the error names the reason', async () => {
    const complaints = await site.visit('none.html');
    await site.page.until('window.complaints.length > 0');
    expect(await complaints()).toEqual([expect.stringMatching(/^canvas gives no WebGL2/)]);
    // Black letters on green.
    const pixels = cut(decode(await site.page.screenshot()), [0, 0, 120, 30]);
    expect(Math.min(...pixels.map(([, green]) => green))).toBeLessThan(60);
  });
});
