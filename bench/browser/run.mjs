/**
 * `npm run bench:browser`: a whole frame, simulation included, beside npm's raindrop-fx on the same picture in one run of
 * a headless Chromium that draws in software; and what an element leaves to its page there. Prints a table, or JSON with
 * --json; --page measures the latter alone.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';
import { Samples } from '../measure.mjs';
import { measurePage } from './page-time.mjs';

const SIZE = { width: 1280, height: 720 };
/** Frames a turn, and turns: the two take turns, since machines are noisy. */
const FRAMES = 20;
const TURNS = 6;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    scene: { type: 'string', default: 'window' },
    shots: { type: 'string' },
  },
});

/** An address used only by this page: its files come straight from the folder. */
const SITE = 'http://localhost/';

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const frames = values.page ? null : await measureFrames();
  const pages = await measurePages();
  if (values.json) console.log(JSON.stringify({ ...SIZE, scene: values.scene, ...frames, pages }, null, 2));
  else {
    for (const [name, { median, p95 }] of Object.entries(frames?.figures ?? {}))
      console.log(`${name}: ${median} ms a frame (p95 ${p95} ms)`);
    if (frames) console.log(`rivulet is ${frames.ratio.toFixed(2)} times as fast`);
    console.table(pages);
  }
} finally {
  await browser.close();
}

/** A page of the bench, whose files come straight from the folder. */
async function openPage() {
  const page = await browser.newPage({ viewport: SIZE });
  page.on('pageerror', (error) => console.error(error.message));
  await page.route(`${SITE}**`, (route) =>
    route.fulfill({ path: join(ROOT, new URL(route.request().url()).pathname) }),
  );
  return page;
}

/** What the element leaves to its page, by quality; each in a page of its own. */
async function measurePages() {
  /** @type {Record<string, Awaited<ReturnType<typeof measurePage>>>} */
  const pages = {};
  for (const quality of ['high', 'auto']) {
    const page = await openPage();
    pages[quality] = await measurePage(page, SITE, { scene: values.scene, quality });
    await page.close();
  }
  return pages;
}

/** Milliseconds of a frame, of both effects, and how many times as fast as the other ours is. */
async function measureFrames() {
  const page = await openPage();
  await page.goto(`${SITE}bench/browser/page.html`);
  await page.waitForFunction('globalThis.contest');
  await page.evaluate(
    async ({ width, height, scene }) => {
      const { contest } = /** @type {any} */ (globalThis);
      contest.players = {
        rivulet: await contest.rivulet(width, height, scene),
        'raindrop-fx': await contest.raindropFx(width, height),
      };
    },
    { ...SIZE, scene: values.scene },
  );
  const names = ['rivulet', 'raindrop-fx'];
  const samples = new Map(names.map((name) => [name, new Samples(FRAMES * TURNS)]));
  for (let turn = -1; turn < TURNS; turn++) {
    for (const name of names) {
      const times = await page.evaluate(
        ({ name, count }) => {
          const { contest } = /** @type {any} */ (globalThis);
          return contest.measure(contest.players[name], count);
        },
        { name, count: FRAMES },
      );
      // The first turn warms up shaders and caches.
      if (turn >= 0) for (const time of times) samples.get(name)?.add(time);
    }
  }
  if (values.shots) {
    for (const [n, name] of names.entries()) {
      await page
        .locator('canvas')
        .nth(n)
        .screenshot({ path: join(values.shots, `${name}.png`) });
    }
  }
  await page.close();
  const figures = Object.fromEntries([...samples].map(([name, all]) => [name, all.summary()]));
  return { figures, ratio: figures['raindrop-fx'].median / figures.rivulet.median };
}
