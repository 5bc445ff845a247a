/** dist/browser/lean.js and beads.js in Chromium: a small element is a whole one. */
import { describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { BROWSER_DIST, counts, glimpse, openElement, pictureStands, SMALL, waterPasses } from './element-page.ts';

const site = siteOf(BROWSER_DIST);

const FILES = [
  ['lean.js', 'window', true],
  ['beads.js', 'window-beads', false],
] as const;

describe.each(FILES)('%s', (script, scene, wipes) => {
  const open = (body: string) => openElement(site, body, { script });

  test('it shows rain from a worker, follows attributes and is wiped if it can be', async () => {
    const { page, complaints, close } = await open(`<rivulet-pane ${SMALL} seed="7" rain="200/s"></rivulet-pane>`);
    await waterPasses(page, 0.5);
    const { drops, runs } = await glimpse(page);
    expect([drops > 20, runs]).toEqual([true, 'worker']);
    const scene = await page.evaluate(`(async () => {
    const element = document.querySelector('rivulet-pane');
    element.wind = '30km/h';
    element.setAttribute('tilt', '60deg');
    element.rain = 'none';
    const { pane } = element;
    while (pane.scene.rain.kind !== 'none') await new Promise((done) => setTimeout(done, 20));
    const cloth = { from: { x: 0, y: 100 }, to: { x: 300, y: 100 }, width: 200, keeps: 'cloth' };
    if (${wipes}) await pane.wipe(cloth);
    return [pane.scene.seed, pane.scene.wind.speed, pane.scene.surface.tilt];
  })()`);
    expect(scene).toEqual([7, 1e6 / 120, Math.PI / 3]);
    await waterPasses(page, 0.2);
    expect((await glimpse(page)).drops < drops / 2).toBe(wipes);
    expect([complaints, (await counts(page)).errors]).toEqual([[], []]);
    await close();
  });

  test('it draws what the whole one draws, pixel by pixel', async () => {
    const stripes = ['#223', '#e84', '#8cf', '#141'].map(
      (fill, n) => `<rect x="${n * 24}" width="24" height="64" fill="${fill}"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64">${stripes.join('')}</svg>`;
    const pane = `<rivulet-pane quality="high" style="width: 300px; height: 200px" seed="7" scene="${scene}" src="data:image/svg+xml,${encodeURIComponent(svg)}">`;
    const shots: Buffer[] = [];
    for (const file of [script, 'element.js']) {
      // With reduced motion it shows one picture, that of 20 s of rain.
      const { page, close } = await openElement(site, `${pane}</rivulet-pane>`, {
        script: file,
        reducedMotion: 'reduce',
      });
      await page.waitForFunction("document.querySelector('rivulet-pane').pane?.frame?.time >= 19.99");
      expect(await pictureStands(page)).toBe(true);
      shots.push(await page.locator('rivulet-pane').screenshot());
      expect((await counts(page)).errors).toEqual([]);
      await close();
    }
    expect(shots[0].length).toBeGreaterThan(10_000);
    expect(shots[0].equals(shots[1])).toBe(true);
  });

  test('what it does not have is refused with the remedy, and the rain goes on', async () => {
    const { page, close } = await open(`<rivulet-pane ${SMALL}></rivulet-pane>`);
    await page.evaluate("document.querySelector('rivulet-pane').setAttribute('scene', 'window-fog')");
    await page.waitForFunction('window.counts.errors.length > 0');
    expect((await counts(page)).errors).toEqual([
      `scene must be "${scene}"; got "window-fog". Other scenes need rivulet/element.`,
    ]);
    await waterPasses(page, 0.2);
    await close();
  });
});

test('beads.js says what it does not have: videos, canvases, pictures of the pane, wiping; and the rain goes on', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`, { script: 'beads.js' });
  const told = await page.evaluate(`(async () => {
    const { pane } = document.querySelector('rivulet-pane');
    const message = (error) => error.message;
    return [
      await pane.setSource('data:video/webm;base64,AAAA').catch(message),
      await pane.setSource(document.createElement('canvas')).catch(message),
      await pane.snapshot().catch(message),
      await pane.wipe({ from: { x: 0, y: 0 }, to: { x: 9, y: 9 }, width: 5 }).catch(message),
    ];
  })()`);
  expect(told).toEqual([
    expect.stringMatching(/^src must be an image, not a video, that can be loaded; got "data:video/),
    expect.stringMatching(/^backdrop must be an image or an ImageBitmap; got /),
    'this build takes no pictures of the pane. rivulet/element does.',
    'this build has no wiping. rivulet/element has.',
  ]);
  await waterPasses(page, 0.2);
  await close();
});
