/** Attributes of `<rivulet-pane>` that decide how water and picture look: blur, drop-size, fine, refraction, coating. */
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { BROWSER_DIST, counts, openElement, pictureStands, SMALL } from './element-page.ts';

const site = siteOf(BROWSER_DIST);
const ELEMENT = `document.querySelector('rivulet-pane')`;

/** Half black, half white: a drop of any place shows against one of them. */
const HALVES = `src="data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#fff"/><rect width="300" height="300"/></svg>',
)}"`;

/** Waits until all changes of the element have been made: they are made one after another. */
async function scene(page: Page, property: string): Promise<unknown> {
  await page.evaluate(`new Promise((done) => setTimeout(done, 300))`);
  return page.evaluate(`${ELEMENT}.pane.scene.${property}`);
}

test('each attribute sets its part of the scene while the rain goes on, and gives it back', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await page.evaluate(`Object.assign(${ELEMENT}, {
    blurBy: '4px', dropSize: '2mm', refraction: 0.5, coating: '100deg 60deg' })`);
  await page.waitForFunction(
    `${ELEMENT}.pane.scene.coating.critical === null && ${ELEMENT}.pane.scene.camera.refraction`,
  );
  expect(await scene(page, 'camera')).toMatchObject({ blur: '4px', dropSize: '2mm', refraction: 0.5 });
  const radians = (degrees: number) => expect.closeTo((degrees * Math.PI) / 180, 9);
  expect(await scene(page, 'coating')).toMatchObject({ advancing: radians(100), receding: radians(60) });
  expect(await page.evaluate(`${ELEMENT}.outerHTML`)).toMatch(
    /blur="4px".*drop-size="2mm".*refraction="0.5".*coating="100deg 60deg"/,
  );
  await page.evaluate(`Object.assign(${ELEMENT}, { blurBy: null, dropSize: null, refraction: null, coating: null })`);
  await page.waitForFunction(`${ELEMENT}.pane.scene.camera.refraction === null`);
  expect(await scene(page, 'camera')).toMatchObject({ blur: null, dropSize: null, zoom: 1.35 });
  expect(await scene(page, 'coating')).toMatchObject({ advancing: radians(65), receding: radians(20) });
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test('fine says how many fine drops there are, and starts the rain again', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL} fine="0.5"></rivulet-pane>`);
  expect(await scene(page, 'fine.density')).toBe(0.5);
  await page.evaluate(`${ELEMENT}.fine = 'none'`);
  await page.waitForFunction(`${ELEMENT}.pane.scene.fine === null`);
  await page.evaluate(`${ELEMENT}.fine = null`);
  await page.waitForFunction(`${ELEMENT}.pane.scene.fine?.density === 2.4`);
  expect((await counts(page)).errors).toEqual([]);
  await close();
});

test('refused values are reported in a line each, and the others apply', async () => {
  const body = `<rivulet-pane ${SMALL} blur="3em" drop-size="2em" refraction="9" coating="190deg" tilt="80deg"></rivulet-pane>`;
  const { page, close } = await openElement(site, body);
  await page.waitForFunction('window.counts.errors.length >= 4');
  expect((await counts(page)).errors.sort()).toEqual([
    'camera.blur must be 0 to 200 px; got "3em". Write it like "3px".',
    'camera.dropSize must be 0.5 to 20 mm; got "2em".',
    'camera.refraction must be 0 to 4; got 9.',
    'scene.coating.advancing must be 1 to 179 deg; got "190deg".',
  ]);
  expect(await scene(page, 'surface.tilt')).toBeCloseTo((80 * Math.PI) / 180, 9);
  // A bad drop-size does not keep other water from starting.
  await page.evaluate(`${ELEMENT}.seed = 5`);
  await page.waitForFunction(`${ELEMENT}.pane.scene.seed === 5`);
  await close();
});

/** How wide and high the pixels are that a drop of 10 mg in the middle of dry glass changes, and how many. */
async function dropPixels(size: string, attributes: string, deviceScaleFactor = 1) {
  const body = `<rivulet-pane style="${size}; background: #888" ${attributes} rain="none" fine="none" paused></rivulet-pane>`;
  const { page, close } = await openElement(site, body, { deviceScaleFactor });
  await pictureStands(page);
  const before = decode(await page.locator('rivulet-pane').screenshot());
  await page.evaluate(`(() => {
    const { pane } = ${ELEMENT};
    const { width, height } = pane.scene.surface;
    return pane.addDrop({ x: width / 2, y: height / 2, mass: 10 });
  })()`);
  await page.waitForFunction(`${ELEMENT}.pane.frame.drops.count > 0`);
  await pictureStands(page);
  const after = decode(await page.locator('rivulet-pane').screenshot());
  await close();
  const columns = new Set<number>();
  const rows = new Set<number>();
  let changed = 0;
  for (let p = 0; p < after.width * after.height; p++) {
    if (Math.abs(after.data[p * after.channels] - before.data[p * after.channels]) <= 8) continue;
    columns.add(p % after.width);
    rows.add(Math.floor(p / after.width));
    changed += 1;
  }
  return { width: columns.size, height: rows.size, changed };
}

test('drop-size makes drops as large on the page whatever the size of the element and the pixels of the screen', async () => {
  const small = await dropPixels('width: 200px; height: 150px', 'transparent drop-size="2"');
  const wide = await dropPixels('width: 500px; height: 150px', 'transparent drop-size="2"');
  const large = await dropPixels('width: 200px; height: 150px', 'transparent drop-size="4"');
  const dense = await dropPixels('width: 200px; height: 150px', 'transparent drop-size="2"', 2);
  expect(small.width).toBeGreaterThan(30);
  for (const side of ['width', 'height'] as const) {
    expect(Math.abs(wide[side] - small[side])).toBeLessThanOrEqual(1);
    for (const twice of [large, dense]) expect(Math.abs(twice[side] - 2 * small[side])).toBeLessThanOrEqual(3);
  }
});

test('without drop-size the pane covers the element, and drops grow with it', async () => {
  const small = await dropPixels('width: 300px; height: 200px', 'transparent');
  const large = await dropPixels('width: 600px; height: 400px', 'transparent');
  expect(Math.abs(large.width - 2 * small.width)).toBeLessThanOrEqual(3);
});

test('an element too large for its drops gets more glass, and as much more rain', async () => {
  const body = `<rivulet-pane style="width: 800px; height: 120px" drop-size="0.5" paused ${HALVES}></rivulet-pane>`;
  const { page, close } = await openElement(site, body);
  const { surface, rain } = (await page.evaluate(`${ELEMENT}.pane.scene`)) as {
    surface: { width: number; height: number };
    rain: { rate: number };
  };
  const wide = 800 / (0.5 * (96 / 25.4));
  expect(surface).toMatchObject({ width: expect.closeTo(wide, 6), height: 200 });
  expect(rain.rate).toBeCloseTo((62 * wide) / 300, 6);
  expect((await counts(page)).errors).toEqual([]);
  await close();
});

test('refraction 0 shows the picture straight through the drops', async () => {
  const size = 'width: 200px; height: 150px';
  const bent = await dropPixels(size, `${HALVES} drop-size="2"`);
  const straight = await dropPixels(size, `${HALVES} drop-size="2" refraction="0"`);
  expect(bent.changed).toBeGreaterThan(200);
  expect(straight.changed).toBeLessThan(0.1 * bent.changed);
});
