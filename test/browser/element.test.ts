/** `<rivulet-pane>` in Chromium: it starts, shows rain, follows its attributes and leaves nothing behind. */
import { createSimulation, type Scene } from 'rivulet';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { BROWSER_DIST, counts, glimpse, mountAndMove, openElement, SIZED, SMALL, waterPasses } from './element-page.ts';

const site = siteOf(BROWSER_DIST);

/** `pane` inside an evaluated script. */
const PANE = "document.querySelector('rivulet-pane').pane";

test('one line shows rain, simulated in a worker', async () => {
  const { page, complaints, close } = await openElement(site, '<rivulet-pane></rivulet-pane>');
  await waterPasses(page, 0.5);
  const { drops, runs } = await glimpse(page);
  expect(drops).toBeGreaterThan(0);
  expect(runs).toBe('worker');
  expect((await counts(page)).workers).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

test('a screen reader finds one image with a name, and no canvas', async () => {
  const body = `<rivulet-pane ${SMALL} aria-label="Rain over the harbour"></rivulet-pane>`;
  const { page, close } = await openElement(site, body);
  expect(await page.getByRole('img').getAttribute('aria-label')).toBe('Rain over the harbour');
  expect(await page.locator('canvas').getAttribute('aria-hidden')).toBe('true');
  // And, beside the image, one button.
  expect(await page.getByRole('button').getAttribute('aria-label')).toBe('Pause the rain');
  await close();
});

/** Drops a second of a rain that says so. */
function rateOf(rain: Scene['rain']): number {
  return 'rate' in rain ? Number(rain.rate) : Number.NaN;
}

test('attributes and properties act without a new start, and go back when they are taken away', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`);
  await waterPasses(page, 0.2);
  const before = await glimpse(page);
  const scene = await page.evaluate(`(async () => {
    const element = document.querySelector('rivulet-pane');
    element.rain = '20mm/h';
    element.wind = '30km/h';
    element.setAttribute('tilt', '60deg');
    element.focusOn = 'street';
    const until = async (isSo) => { while (!isSo(element.pane.scene)) await new Promise((done) => setTimeout(done, 20)); };
    await until(({ camera }) => camera.focus === 'street');
    const { rain, wind, surface, camera } = element.pane.scene;
    element.rain = null;
    element.removeAttribute('tilt');
    await until(({ surface }) => surface.tilt > 1.5);
    const after = element.pane.scene;
    return [rain.rate, wind.speed, surface.tilt, camera.focus, after.rain.rate, after.surface.tilt];
  })()`);
  const [wet, usual] = [{ rain: { rate: '20mm/h' } }, {}].map(
    (change) => createSimulation('window', change).scene.rain,
  );
  expect(scene).toEqual([
    expect.closeTo(rateOf(wet)),
    expect.closeTo(8333.3, 0),
    expect.closeTo(Math.PI / 3),
    'street',
    rateOf(usual),
    expect.closeTo(Math.PI / 2),
  ]);
  expect((await glimpse(page)).time).toBeGreaterThan(before.time);
  expect(complaints).toEqual([]);
  await close();
});

test('another seed or scene starts other water on the same canvas', async () => {
  const body = `<rivulet-pane ${SMALL} seed="7" paused></rivulet-pane>`;
  const { page, complaints, close } = await openElement(site, body);
  const [seed, same, other, workers] = (await page.evaluate(`(async () => {
    const element = document.querySelector('rivulet-pane');
    const { canvas, scene } = element.pane;
    element.setAttribute('scene', 'chen-pane-500');
    while (element.pane.scene.surface.width === scene.surface.width) await new Promise((done) => setTimeout(done, 20));
    return [scene.seed, element.pane.canvas === canvas, element.pane.scene.seed, window.counts.workers];
  })()`)) as unknown[];
  expect([seed, same, other, workers]).toEqual([7, true, 7, 1]);
  expect(complaints).toEqual([]);
  await close();
});

test('of two new starts the last one said stays', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL} paused></rivulet-pane>`);
  const result = await page.evaluate(`(async () => {
    const { pane } = document.querySelector('rivulet-pane');
    const large = { seed: 1, surface: { width: 1500, height: 1000 } };
    await Promise.all([pane.restart('window', large), pane.restart('window', { seed: 2 })]);
    return [pane.scene.seed, window.counts.workers];
  })()`);
  expect(result).toEqual([2, 1]);
  expect(complaints).toEqual([]);
  await close();
});

test('moved into the document of a frame, and back, it starts again there', async () => {
  const body = `<rivulet-pane ${SIZED}></rivulet-pane><iframe width="600" height="400"></iframe>`;
  const { page, complaints, close } = await openElement(site, body);
  const sizes = await page.evaluate(`(async () => {
    const element = document.querySelector('rivulet-pane');
    const sizes = [];
    for (const { body } of [document.querySelector('iframe').contentDocument, document]) {
      const before = element.pane;
      body.append(element);
      while (!element.pane?.frame || element.pane === before) await new Promise((done) => setTimeout(done, 20));
      sizes.push([element.clientWidth, element.clientHeight, window.counts.workers]);
    }
    return sizes;
  })()`);
  expect(sizes).toEqual([
    [300, 200, 1],
    [300, 200, 1],
  ]);
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test('a root that the page was served with is taken over', async () => {
  const body = `<rivulet-pane ${SMALL}><template shadowrootmode="open"><p>Served</p></template></rivulet-pane>`;
  const { page, complaints, close } = await openElement(site, body);
  await waterPasses(page, 0.1);
  expect(complaints).toEqual([]);
  await close();
});

test('what a page sets before it knows the element holds afterwards', async () => {
  const before = `new MutationObserver((_, watcher) => {
      const element = document.querySelector('rivulet-pane');
      if (!element) return;
      watcher.disconnect();
      element.rain = 'none';
      element.paused = true;
    }).observe(document, { childList: true, subtree: true });`;
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SMALL}></rivulet-pane>`, { before });
  const element = `document.querySelector('rivulet-pane')`;
  await page.waitForFunction(`${element}.pane.scene.rain.kind === 'none'`);
  expect(await page.evaluate(`[${element}.getAttribute('rain'), ${element}.pane.paused]`)).toEqual(['none', true]);
  expect(complaints).toEqual([]);
  await close();
});

test('the same advance gives the same hash as in Node', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL} paused seed="3"></rivulet-pane>`);
  const { createSimulation } = await import('rivulet');
  const drop = { x: 100, y: 20, mass: 60 };
  const simulation = createSimulation('window', { seed: 3 });
  simulation.addDrop(drop);
  const hash = await page.evaluate(`${PANE}.addDrop(${JSON.stringify(drop)}).then(() => ${PANE}.hash())`);
  expect(hash).toBe(simulation.hash());
  await close();
});

test('reports drops that begin to run, ten times a second at most', async () => {
  const { page, close } = await openElement(site, `<rivulet-pane ${SMALL} rain="300/s"></rivulet-pane>`);
  await waterPasses(page, 2);
  const { drops } = await counts(page);
  const { time } = await glimpse(page);
  expect(drops.length).toBeGreaterThan(3);
  expect(drops.length).toBeLessThanOrEqual(10 * time + 2);
  expect(drops[0]).toEqual({
    id: expect.any(Number),
    x: expect.any(Number),
    y: expect.any(Number),
    mass: expect.any(Number),
  });
  await close();
});

// More than the 16 contexts that Chromium keeps at a time; leaks.slow.test.ts moves fifty times.
test('twenty mounts and moves leave one worker, one canvas and no complaint', () => mountAndMove(site, 20));

test('an element that is moved keeps its water', async () => {
  const body = `<rivulet-pane ${SMALL}></rivulet-pane><main></main>`;
  const { page, close } = await openElement(site, body);
  await waterPasses(page, 0.3);
  const { time } = await glimpse(page);
  await page.evaluate(`document.querySelector('main').append(document.querySelector('rivulet-pane'))`);
  await waterPasses(page, 0.1);
  expect((await glimpse(page)).time).toBeGreaterThan(time);
  await close();
});

test('twenty resizes never restart the rain', async () => {
  // Of a fixed quality: the canvas has the size of its box.
  const body = '<rivulet-pane transparent quality="high" style="width: 160px; height: 90px"></rivulet-pane>';
  const { page, complaints, close } = await openElement(site, body);
  await waterPasses(page, 0.2);
  let { time } = await glimpse(page);
  for (let n = 0; n < 20; n++) {
    // To and fro, two of them as large as a screen: such a picture takes a second without a graphics card.
    const width = n % 2 !== 0 ? 160 : n % 10 === 4 ? 1920 : 480;
    await page.evaluate(`Object.assign(document.querySelector('rivulet-pane').style,
      { width: '${width}px', height: '${(width * 9) / 16}px' })`);
    await page.waitForFunction(`${PANE}.canvas.width === ${width}`);
    await waterPasses(page, 0.005);
    const now = await glimpse(page);
    expect(now.time).toBeGreaterThan(time);
    time = now.time;
  }
  expect(complaints).toEqual([]);
  await close();
});

test('two panes run beside each other', async () => {
  const body = `<rivulet-pane ${SMALL}></rivulet-pane><rivulet-pane ${SMALL} seed="2" model="chin"></rivulet-pane>`;
  const { page, complaints, close } = await openElement(site, body);
  await page.waitForFunction('window.counts.ready === 2');
  await Promise.all([waterPasses(page, 0.2, 0), waterPasses(page, 0.2, 1)]);
  expect((await counts(page)).workers).toBe(2);
  expect(complaints).toEqual([]);
  await close();
});
