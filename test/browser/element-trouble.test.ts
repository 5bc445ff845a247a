/** `<rivulet-pane>` and bad input: an error event that says what to do, and a page that goes on. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { BROWSER_DIST, counts, glimpse, openElement, PIXEL, SIZED, SMALL, waterPasses } from './element-page.ts';

const site = siteOf(BROWSER_DIST);

/** A picture of another site, which lets no page use it. */
const STRANGER = 'http://stranger.example/picture.png';

async function addStranger(page: Page): Promise<void> {
  const headers = { 'access-control-allow-origin': 'http://friend.example', 'content-type': 'image/png' };
  await page.route(STRANGER, (route) => route.fulfill({ headers, body: Buffer.from(PIXEL, 'base64') }));
}

/** Waits for the first error event of the page and returns its message. */
async function firstError(page: Page): Promise<string> {
  await page.waitForFunction('window.counts.errors.length > 0');
  return (await counts(page)).errors[0];
}

describe('a picture that cannot be had', () => {
  test('raises an error when it is missing; the scene shows its own backdrop and it rains', async () => {
    const body = `<rivulet-pane style="height: 200px" src="nowhere.jpg"></rivulet-pane>`;
    const { page, close } = await openElement(site, body);
    expect(await firstError(page)).toBe(
      'src must be an image or a video that can be loaded; got "nowhere.jpg". ' +
        'Check the address; another site has to allow its use with the header Access-Control-Allow-Origin.',
    );
    await waterPasses(page, 0.2);
    await close();
  });

  test('raises an error when another site does not allow its use', async () => {
    const body = `<rivulet-pane ${SMALL}></rivulet-pane>`;
    const { page, close } = await openElement(site, body);
    await addStranger(page);
    await page.evaluate((src) => document.querySelector('rivulet-pane')?.setAttribute('src', src), STRANGER);
    expect(await firstError(page)).toContain('Access-Control-Allow-Origin');
    await waterPasses(page, 0.2);
    await close();
  });

  test('raises an error when the page passes a picture that it may not read', async () => {
    const { page, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
    await addStranger(page);
    const message = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const { pane } = document.querySelector('rivulet-pane') as unknown as {
        pane: { setSource(source: HTMLImageElement): Promise<void> };
      };
      return pane.setSource(image).then(
        () => 'fine',
        (error: Error) => error.message,
      );
    }, STRANGER);
    expect(message).toContain('crossorigin="anonymous"');
    await waterPasses(page, 0.2);
    await close();
  });
});

const REFUSED: [name: string, value: string, words: string][] = [
  ['rain', 'heavy', 'scene.rain.rate must be'],
  ['rain', 'NaN', 'scene.rain.rate must be'],
  ['wind', '-3m/s', 'scene.wind.speed must be'],
  ['tilt', '80', 'Write "80deg".'],
  ['seed', 'NaN', 'scene.seed must be a whole number'],
  ['scene', 'windw', 'Did you mean "window"?'],
  ['focus', 'sky', 'camera.focus must be one of "glass", "street"; got "sky".'],
  ['model', 'chan2013', 'Did you mean "chen2013"?'],
  ['quality', 'best', 'quality must be "auto" or "fast" or "high"; got "best".'],
  ['pointer', 'poke', 'pointer must be "wipe" or "none"; got "poke".'],
];

test('attributes that mean nothing are refused with a remedy, and the rain goes on as it was', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  for (const [name, value, words] of REFUSED) {
    const { time } = await glimpse(page);
    await page.evaluate(`window.counts.errors.length = 0`);
    await page.evaluate(
      ([key, text]) => document.querySelector('rivulet-pane')?.setAttribute(key, text),
      [name, value],
    );
    expect(await firstError(page)).toContain(words);
    await page.evaluate((key) => document.querySelector('rivulet-pane')?.removeAttribute(key), name);
    await waterPasses(page, 0.02);
    expect((await glimpse(page)).time).toBeGreaterThan(time);
  }
  expect(complaints).toEqual([]);
  await close();
});

test('a camera or a backdrop that is refused changes nothing, and later changes act', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  const result = await page.evaluate(`(async () => {
    const element = document.querySelector('rivulet-pane');
    const { pane } = element;
    const said = async (promise) => promise.then(() => 'fine', (error) => error.message);
    const refused = [
      await said(pane.set({ camera: { zoom: 1000 }, wind: { speed: 5000 } })),
      await said(pane.set({ camera: 'near' })),
      await said(pane.set({ backdrop: { kind: 'moon' }, wind: { speed: 5000 } })),
      await said(pane.set({ backdrop: { resolution: 1 } })),
      await said(pane.set({ backdrop: { kind: 'image', image: { data: [1], width: 1, height: 1 } } })),
    ];
    const { time } = pane.frame;
    refused.push(await said(pane.restart('window-night', { camera: { zoom: -3 } })));
    const { seed, camera, backdrop, wind } = pane.scene;
    const kept = { seed, camera, backdrop, wind: wind.speed, workers: window.counts.workers };
    const accepted = [await said(pane.set({ camera: { zoom: 2 } })), await said(pane.setSource(null))];
    element.transparent = true;
    await new Promise((done) => setTimeout(done));
    return { refused, kept, accepted, zoom: pane.scene.camera.zoom, isOn: pane.frame.time >= time };
  })()`);
  expect(result).toEqual({
    refused: [
      'camera.zoom must be 0.25 to 64; got 1000.',
      'scene.camera must be an object of plain JSON, without NaN or functions; got "near".',
      expect.stringContaining('backdrop.kind must be one of "street", "night", "garden"'),
      expect.stringContaining('backdrop.resolution must be'),
      expect.stringContaining('backdrop.image.data must hold 4 bytes'),
      'camera.zoom must be 0.25 to 64; got -3.',
    ],
    kept: { seed: 14, camera: { focus: 'glass', zoom: 1.35 }, backdrop: { kind: 'street' }, wind: 0, workers: 1 },
    accepted: ['fine', 'fine'],
    zoom: 2,
    isOn: true,
  });
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test('errors of the page’s callbacks are reported as uncaught, and the rain goes on', async () => {
  const { page, complaints, close } = await openElement(site, '', { awaitReady: false });
  await page.evaluate(`import('./element.js').then(async ({ mountPane }) => {
    document.body.style.height = '200px';
    const fails = (name) => () => { throw new Error(name + ' of the page'); };
    const [onReady, onDrop, onError] = ['onReady', 'onDrop', 'onError'].map(fails);
    const options = { src: 'nowhere.png', overrides: { rain: { rate: 400 } }, onReady, onDrop, onError };
    window.pane = await mountPane(document.body, options);
  })`);
  const heard = () => complaints.filter((text) => text.endsWith(' of the page'));
  await expect.poll(() => new Set(heard()).size, { timeout: 30_000 }).toBe(3);
  const now = (await page.evaluate('window.pane.frame.time')) as number;
  await page.waitForFunction(`window.pane.frame.time > ${now}`);
  expect(heard().filter((text) => text.startsWith('onReady'))).toHaveLength(1);
  await close();
});

test('a scene that does not exist from the start shows the fallback and says why', async () => {
  const body = `<rivulet-pane ${SMALL} scene="windw"><p>A still picture</p></rivulet-pane>`;
  const { page, complaints, close } = await openElement(site, body, { awaitReady: false });
  expect(await firstError(page)).toContain('Did you mean "window"?');
  expect(await page.getByText('A still picture').isVisible()).toBe(true);
  // Mended, it starts.
  await page.evaluate(`document.querySelector('rivulet-pane').scene = 'window'`);
  await page.waitForFunction('window.counts.ready > 0');
  expect(await page.getByText('A still picture').isVisible()).toBe(false);
  expect(complaints).toEqual([]);
  await close();
});

test.each([
  [
    'WebGL2',
    `const real = HTMLCanvasElement.prototype.getContext;
     HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
       return kind === 'webgl2' ? null : real.call(this, kind, ...rest);
     };`,
  ],
  [
    'float targets',
    `const real = WebGL2RenderingContext.prototype.getExtension;
     WebGL2RenderingContext.prototype.getExtension = function (name) {
       return name.startsWith('EXT_color_buffer') ? null : real.call(this, name);
     };`,
  ],
])('without %s the light DOM is shown', async (_, before) => {
  const body = `<rivulet-pane ${SIZED}><p>A still picture</p></rivulet-pane><h1>The page</h1>`;
  const { page, complaints, close } = await openElement(site, body, { awaitReady: false, before });
  expect(await firstError(page)).toContain('WebGL2');
  expect(await page.getByText('A still picture').isVisible()).toBe(true);
  await page.getByText('A still picture').click({ trial: true });
  // In the element's own place, not over what follows.
  expect(await page.evaluate(`document.querySelector('p').getBoundingClientRect().bottom`)).toBeLessThanOrEqual(200);
  expect((await counts(page)).workers).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test('a pane without size says so, and starts once it has one', async () => {
  const body = '<rivulet-pane transparent style="width: 0; height: 200px"></rivulet-pane>';
  const { page, complaints, close } = await openElement(site, body, { awaitReady: false });
  expect(await firstError(page)).toBe('the pane must have a size; got 0 x 200 px. Give it width and height in CSS.');
  await page.evaluate(`document.querySelector('rivulet-pane').style.width = '300px'`);
  await page.waitForFunction('window.counts.ready > 0');
  await waterPasses(page, 0.1);
  expect(complaints).toEqual([]);
  await close();
});

test('an unknown word is reported from the start, and it rains all the same', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL} quality="ultra"></rivulet-pane>`);
  expect(await firstError(page)).toBe('quality must be "auto" or "fast" or "high"; got "ultra".');
  await waterPasses(page, 0.1);
  await close();
});

test('a refused attribute does not keep others from water that restarts', async () => {
  const body = `<rivulet-pane ${SMALL} rain="bogus" wind="36km/h" paused></rivulet-pane>`;
  const { page, close } = await openElement(site, body);
  await page.evaluate(`document.querySelector('rivulet-pane').seed = '9'`);
  const said = `(() => { const { scene } = document.querySelector('rivulet-pane').pane; return [scene.seed, scene.wind.speed]; })()`;
  await page.waitForFunction(`String(${said}) === '9,10000'`);
  expect((await counts(page)).errors).toHaveLength(2);
  await close();
});

test('a pane that is not displayed is no mistake', async () => {
  const body = '<div style="display: none"><rivulet-pane transparent></rivulet-pane></div>';
  const { page, complaints, close } = await openElement(site, body, { awaitReady: false });
  await page.waitForFunction("document.querySelector('rivulet-pane').pane");
  await page.waitForTimeout(200);
  expect((await counts(page)).errors).toEqual([]);
  await page.evaluate(`document.querySelector('div').style.display = 'block'`);
  await page.waitForFunction('window.counts.ready > 0');
  expect(complaints).toEqual([]);
  await close();
});

test('where workers are forbidden it rains all the same, with one warning', async () => {
  const body = `<rivulet-pane ${SMALL}></rivulet-pane><rivulet-pane ${SMALL}></rivulet-pane>`;
  const { page, complaints, close } = await openElement(site, body, {
    before: `window.Worker = class { constructor() { throw new Error('forbidden'); } };`,
  });
  await page.waitForFunction('window.counts.ready === 2');
  await waterPasses(page, 0.2);
  expect((await glimpse(page)).runs).toBe('inline');
  expect(complaints).toEqual(['rivulet: the simulation runs without a worker: forbidden']);
  await close();
});

const UNMOUNTABLE: [target: string, options: string, words: string][] = [
  ["'#nothing'", '{}', 'target must be on the page; nothing matches "#nothing".'],
  ['null', '{}', 'target must be an element or a selector; got null.'],
  ['document.body', '{ maxPixelRatio: NaN }', 'maxPixelRatio must be 0.25 to 8; got NaN.'],
  ['document.body', '{ tranparent: true }', 'options have no "tranparent". What a scene has goes into overrides.'],
  ['document.body', '{ overrides: { step: NaN } }', 'scene.step must be 0.0001 to 0.1 s; got NaN.'],
  ['document.body', '{ overrides: { camera: { zoom: 1000 } } }', 'camera.zoom must be 0.25 to 64; got 1000.'],
  ['document.body', '{ overrides: { backdrop: { kind: "moon" } } }', 'backdrop.kind must be one of "street",'],
  ['document.body', '{ overrides: { backdrop: { kind: "image" } } }', 'backdrop.image.width must be'],
  ['document.body', '{ overrides: { rain: () => 1 } }', 'scene.rain must be an object; got a function.'],
];

test('mountPane throws what to do about bad arguments, and leaves nothing in the page', async () => {
  const { page, close } = await openElement(site, '', { awaitReady: false });
  for (const [target, options, words] of UNMOUNTABLE) {
    const message = await page.evaluate(`import('./element.js').then(({ mountPane }) =>
      mountPane(${target}, ${options}).then(() => 'mounted', (error) => error.message))`);
    expect(message).toContain(words);
  }
  expect(await page.locator('canvas').count()).toBe(0);
  expect((await counts(page)).workers).toBe(0);
  await close();
});
