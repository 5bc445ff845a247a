/** What `<rivulet-pane>` shows: videos and skies behind the glass, the page behind the drops, and a graphics card that goes away. */
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { type Rgbe, writeRadiance } from '../support/radiance.ts';
import {
  BROWSER_DIST,
  counts,
  glimpse,
  liveContexts,
  meanColour,
  openElement,
  pictureStands,
  SIZED,
  SMALL,
  waterPasses,
} from './element-page.ts';
import { RECORD_VIDEO } from './video.ts';

const site = siteOf(BROWSER_DIST);

const paneColour = (page: Page) => meanColour(page.locator('rivulet-pane'));

/** Hands the pane the address of a video. */
const SHOW_VIDEO = `(async () => {
  document.querySelector('rivulet-pane').src = URL.createObjectURL(await ${RECORD_VIDEO});
})()`;

test('a video runs behind the glass and stands with the pane', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await page.evaluate(SHOW_VIDEO);
  const seen = new Set<string>();
  const look = async () => {
    const [red, , blue] = await paneColour(page);
    if (red > 150 && blue < 100) seen.add('red');
    if (blue > 150 && red < 100) seen.add('blue');
    return [...seen].sort();
  };
  // A picture of the page may take a second where others work beside it.
  await expect.poll(look, { timeout: 60_000, interval: 10 }).toEqual(['blue', 'red']);
  await waterPasses(page, 0.1);
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test('a pane that stands is drawn to the end, however much of it changed at once', async () => {
  const body = `<rivulet-pane ${SIZED.replace('300px', '640px').replace('200px', '480px')} rain="0/s" quality="high"></rivulet-pane>`;
  const { page, close } = await openElement(site, body);
  const settled = async () => {
    expect(await pictureStands(page)).toBe(true);
    return decode(await page.locator('rivulet-pane').screenshot()).data;
  };
  await page.evaluate(`document.querySelector('rivulet-pane').paused = true`);
  const before = await settled();
  // 80 tiles of the picture lose their fine drops: more than are drawn for one picture.
  await page.evaluate(`(async () => {
    const { pane } = document.querySelector('rivulet-pane');
    const { width, height } = pane.scene.surface;
    await pane.wipe({ from: { x: 0, y: height / 2 }, to: { x: width, y: height / 2 }, width: height, keeps: 'cloth' });
  })()`);
  const wiped = await settled();
  expect(mostApart(wiped, before)).toBeGreaterThan(50);
  // A new canvas is drawn from nothing.
  await page.evaluate(`document.querySelector('rivulet-pane').pane.setLook({})`);
  expect(mostApart(await settled(), wiped)).toBeLessThanOrEqual(2);
  await close();
});

/** Largest difference of two pictures. */
function mostApart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let n = 0; n < a.length; n++) most = Math.max(most, Math.abs(a[n] - b[n]));
  return most;
}

test('transparent shows the page behind the drops, and switches while the rain goes on', async () => {
  const body = `<div style="background: #0c0"><rivulet-pane ${SIZED} rain="300/s"></rivulet-pane></div>`;
  const { page, complaints, close } = await openElement(site, body);
  await waterPasses(page, 0.3);
  const [, opaque] = await paneColour(page);
  const { time } = await glimpse(page);
  await page.evaluate(`document.querySelector('rivulet-pane').transparent = true`);
  await page.evaluate(`document.querySelector('rivulet-pane').src = null`);
  await waterPasses(page, 0.2);
  const [red, green, blue] = await paneColour(page);
  expect(green).toBeGreaterThan(150);
  expect(green - Math.max(red, blue)).toBeGreaterThan(100);
  // Somewhere on the page there are drops all the same.
  expect(red + blue).toBeGreaterThan(0.02);
  expect(opaque).not.toBeCloseTo(green, -1);
  expect((await glimpse(page)).time).toBeGreaterThan(time);
  expect(await liveContexts(page)).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

test('transparent, then not, then transparent again: the street that is painted late stays out', async () => {
  const body =
    '<rivulet-pane style="width: 300px; height: 200px" transparent paused rain="none" quality="high"></rivulet-pane>';
  const { page, complaints, close } = await openElement(site, body);
  await page.evaluate(`document.querySelector('rivulet-pane').pane.addDrop({ x: 150, y: 100, mass: 400 })`);
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane.frame.drops.count > 0`);
  expect(await pictureStands(page)).toBe(true);
  const before = await page.screenshot();
  await page.evaluate(`(async () => {
    const element = document.querySelector('rivulet-pane');
    element.transparent = false;
    while (window.counts.workers < 2) await new Promise((done) => setTimeout(done));
    element.transparent = true;
  })()`);
  // The painter's worker ends when it is done.
  await page.waitForFunction('window.counts.workers === 1');
  expect(await pictureStands(page)).toBe(true);
  expect((await page.screenshot()).equals(before)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test('a lost context comes back, and meanwhile it rains on', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await waterPasses(page, 0.2);
  const before = await paneColour(page);
  await page.evaluate(`(() => {
    const { canvas } = document.querySelector('rivulet-pane').pane;
    window.key = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    window.key.loseContext();
  })()`);
  await waterPasses(page, 0.2);
  await page.evaluate('window.key.restoreContext()');
  await waterPasses(page, 0.2);
  const after = await paneColour(page);
  for (let c = 0; c < 3; c++) expect(Math.abs(after[c] - before[c])).toBeLessThan(20);
  expect((await counts(page)).errors).toEqual([]);
  // Chromium itself notes the loss.
  expect(complaints.filter((text) => !text.includes('CONTEXT_LOST_WEBGL'))).toEqual([]);
  await close();
});

test('a context that does not come back is reported', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL} paused></rivulet-pane>`, {
    before: `const real = window.setTimeout;
      window.setTimeout = (work, after, ...rest) => real(work, after >= 5000 ? 50 : after, ...rest);`,
  });
  await page.evaluate(
    `document.querySelector('rivulet-pane').pane.canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`,
  );
  await page.waitForFunction('window.counts.errors.length > 0');
  expect((await counts(page)).errors).toEqual([expect.stringContaining('show fewer panes at a time')]);
  await close();
});

/** Where a place in a pane of `SIZED` lies on the glass: 300 × 200 px show the middle of 300 × 200 mm, 1.35 times as large. */
function onGlass(x: number, y: number, within = 1e-6) {
  const digits = -Math.log10(2 * within);
  return {
    x: expect.closeTo(150 + (x - 150) / 1.35, digits),
    y: expect.closeTo(100 + (y - 100) / 1.35, digits),
  };
}

test('a finger that moves over the glass sends strokes to the water', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SIZED} paused></rivulet-pane>`);
  await page.evaluate(`(() => {
    const { pane } = document.querySelector('rivulet-pane');
    window.strokes = [];
    pane.wipe = async (stroke) => { window.strokes.push(stroke); };
  })()`);
  await page.mouse.move(75, 50);
  await page.mouse.down();
  await page.mouse.move(225, 50);
  await page.mouse.up();
  await page.mouse.move(10, 10);
  const strokes = await page.evaluate('window.strokes');
  const stroke = { from: onGlass(75, 50), to: onGlass(225, 50), width: expect.any(Number) };
  expect(strokes).toEqual([stroke]);
  // Let go outside, or only gone there and back, it wipes no more.
  await page.mouse.down();
  await page.mouse.move(600, 500);
  await page.mouse.move(75, 50);
  await page.mouse.move(600, 500);
  await page.mouse.up();
  await page.mouse.move(75, 50);
  await page.mouse.move(225, 50);
  expect(await page.evaluate('window.strokes.length')).toBe(1);
  // Shown twice as large, the same places on the glass are twice as far away.
  await page.evaluate(
    `document.querySelector('rivulet-pane').style.cssText += ';transform: scale(2); transform-origin: 0 0'`,
  );
  await page.mouse.move(150, 100);
  await page.mouse.down();
  await page.mouse.move(450, 100);
  await page.mouse.up();
  expect(await page.evaluate('window.strokes')).toEqual([stroke, stroke]);
  await page.evaluate(`document.querySelector('rivulet-pane').style.transform = 'none'`);
  await page.evaluate(`document.querySelector('rivulet-pane').pointer = 'none'`);
  await page.mouse.move(75, 50);
  await page.mouse.down();
  await page.mouse.move(225, 50);
  expect(await page.evaluate('window.strokes.length')).toBe(2);
  expect(complaints).toEqual([]);
  await close();
});

const TURNED: [how: string, css: string, map: (x: number, y: number) => [number, number]][] = [
  ['turned by a quarter', 'transform: rotate(90deg)', (x, y) => [200 - y, 100 + x]],
  ['stretched', 'transform: scale(2, 0.5)', (x, y) => [200 + 2 * x, 100 + y / 2]],
  ['slanted', 'transform: matrix(1, 0.2, 0.5, 1, 0, 0)', (x, y) => [200 + x + y / 2, 100 + 0.2 * x + y]],
  ['mirrored', 'transform: scaleX(-1)', (x, y) => [200 - x, 100 + y]],
  ['enlarged by zoom', 'zoom: 2', (x, y) => [2 * (200 + x), 2 * (100 + y)]],
  ['with a border', 'border: 20px solid', (x, y) => [220 + x, 120 + y]],
];

test('wipes where the pointer is, however the page turns and stretches the pane', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL} paused></rivulet-pane>`);
  for (const [how, css, map] of TURNED) {
    await page.evaluate((style) => {
      const pane = document.querySelector('rivulet-pane') as HTMLElement;
      const place = 'width:300px;height:200px;position:absolute;left:200px;top:100px;transform-origin:0 0';
      pane.style.cssText = `${place};${style}`;
      const strokes: unknown[] = [];
      Object.assign(window, { strokes });
      Object.assign((pane as unknown as { pane: object }).pane, {
        wipe: async (stroke: unknown) => strokes.push(stroke),
      });
    }, css);
    await page.mouse.move(...map(80, 50));
    await page.mouse.down();
    await page.mouse.move(...map(180, 120));
    await page.mouse.up();
    const strokes = await page.evaluate('window.strokes');
    expect(strokes, how).toEqual([{ from: onGlass(80, 50, 1), to: onGlass(180, 120, 1), width: expect.any(Number) }]);
  }
  await close();
});

test('a finger that holds on to the pane, or moves over its button, is where it is', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SIZED} paused></rivulet-pane>`, {
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const button = await page.getByRole('button').boundingBox();
  const { x: left, y: top } = button ?? { x: 0, y: 0 };
  await page.evaluate(`(() => {
    window.strokes = [];
    document.querySelector('rivulet-pane').pane.wipe = async (stroke) => { window.strokes.push(stroke); };
  })()`);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  // Held, it may leave the pane; then it is beside the glass.
  await touch('touchStart', { x: 150, y: 100 });
  await touch('touchMove', { x: 250, y: 100 });
  await touch('touchMove', { x: 350, y: 102 });
  await touch('touchEnd');
  await page.waitForFunction('window.strokes.length > 0');
  const lastOf = () => page.evaluate('window.strokes.at(-1).to');
  await expect.poll(lastOf).toEqual(onGlass(350, 102, 1));
  // A mouse is not held: it hits the button.
  await page.mouse.move(150, 100);
  await page.mouse.down();
  await page.mouse.move(left + 10, top + 10);
  await page.mouse.up();
  expect(await lastOf()).toEqual(onGlass(left + 10, top + 10, 1));
  await close();
});

/** A sky that is red ahead of the window, blue above and below: equirectangular, four times as bright as white in the middle. */
function skyFile(): Buffer {
  const red: Rgbe = [255, 0, 0, 130];
  const blue: Rgbe = [3, 3, 255, 129];
  const lines = Array.from({ length: 32 }, (_, row) => Array<Rgbe>(64).fill(row > 7 && row < 24 ? red : blue));
  return Buffer.from(writeRadiance(lines, '-Y 32 +X 64', 'new'));
}

test('a Radiance file stands behind the glass, as src from the start and later', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await page.route(/sky\.hdr/, (route) => route.fulfill({ body: skyFile() }));
  await page.evaluate(`document.querySelector('rivulet-pane').src = 'sky.hdr'`);
  await expect.poll(async () => (await paneColour(page))[0], { timeout: 10_000 }).toBeGreaterThan(200);
  const [, , blue] = await paneColour(page);
  expect(blue).toBeLessThan(120);
  await page.evaluate(
    `document.body.innerHTML = '<rivulet-pane style="width: 90px; height: 60px" src="sky.hdr?again"></rivulet-pane>'`,
  );
  await page.waitForFunction('window.counts.ready === 2');
  expect((await paneColour(page))[0]).toBeGreaterThan(200);
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test.each([
  ['broken', skyFile().subarray(0, 300), 'src must be a whole Radiance HDR file; it ends too early.'],
  [
    'no picture',
    Buffer.from('<html>\n'),
    'src must be a whole Radiance HDR file; it does not begin with "#?RADIANCE".',
  ],
])('a Radiance file that is %s is refused in one line, and the rain goes on', async (_, body, line) => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await page.route('**/sky.hdr', (route) => route.fulfill({ body }));
  await page.evaluate(`document.querySelector('rivulet-pane').src = 'sky.hdr'`);
  await page.waitForFunction('window.counts.errors.length > 0');
  expect((await counts(page)).errors).toEqual([line]);
  await waterPasses(page, 0.1);
  expect(complaints).toEqual([]);
  await close();
});
