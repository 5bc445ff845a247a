/** A change of the scene while its backdrop was being painted left the pane black for good. */
import { expect, test } from 'vitest';
import { BROWSER_DIST, meanColour, openElement } from '../browser/element-page.ts';
import { siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);

const SIZE = 'style="width: 90px; height: 60px"';

/** Drops before nothing have 3 of 255. */
const BRIGHT = 40;

/** Opens a page on which `script` mounts panes in elements of a given id; the backdrop is painted while it runs. */
async function mountPanes(ids: string[], script: string) {
  const body = ids.map((id) => `<div id="${id}" ${SIZE}></div>`).join('');
  const opened = await openElement(site, body, { awaitReady: false });
  await opened.page.evaluate(`import('./element.js').then(async ({ mountPane }) => {${script}})`);
  return opened;
}

test('attributes that change the scene in the markup do not cost it its backdrop', async () => {
  const attributes = ['rain="10mm/h"', 'wind="30km/h"', 'tilt="60deg"', 'focus="street"', 'rain="9/s" wind="1m/s"'];
  const body = attributes.map((text) => `<rivulet-pane ${SIZE} paused ${text}></rivulet-pane>`).join('');
  const { page, complaints, close } = await openElement(site, body);
  await page.waitForFunction(`window.counts.ready === ${attributes.length}`);
  for (const pane of await page.locator('rivulet-pane').all()) {
    expect(Math.max(...(await meanColour(pane)))).toBeGreaterThan(BRIGHT);
  }
  expect(complaints).toEqual([]);
  await close();
});

test('set and restart at once after mountPane do not cost the scene its backdrop', async () => {
  const { page, complaints, close } = await mountPanes(
    ['set', 'twice', 'restart', 'gone'],
    `
    const panes = await Promise.all(['set', 'twice', 'restart', 'gone'].map((id) => mountPane('#' + id, { paused: true })));
    const [one, two, again, gone] = panes;
    void one.set({ wind: { speed: '30km/h' } });
    void two.set({ wind: { speed: '30km/h' } });
    void two.set({ rain: { kind: 'none' } });
    void again.restart('window', { seed: 9 });
    gone.dispose();`,
  );
  for (const id of ['set', 'twice', 'restart']) {
    const colour = async () => Math.max(...(await meanColour(page.locator(`#${id}`))));
    await expect.poll(colour, { timeout: 30_000 }).toBeGreaterThan(BRIGHT);
  }
  expect(await page.locator('#gone canvas').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test('of two backdrops in a row the last is shown', async () => {
  const dry = `{ rain: { kind: 'none' }, fine: null }`;
  const { page, complaints, close } = await mountPanes(
    ['changed', 'wanted'],
    `
    const [changed, wanted] = await Promise.all([
      mountPane('#changed', { paused: true, overrides: ${dry} }),
      mountPane('#wanted', { paused: true, overrides: { ...${dry}, backdrop: { kind: 'night' } } }),
    ]);
    await Promise.all([
      changed.set({ backdrop: { kind: 'garden' } }),
      changed.set({ backdrop: { kind: 'night' } }),
      wanted.set({ wind: { speed: 0 } }),
    ]);`,
  );
  const colours = async () => Promise.all(['#changed', '#wanted'].map((id) => meanColour(page.locator(id))));
  const apart = async () => {
    const [changed, wanted] = await colours();
    return Math.max(...wanted) > BRIGHT ? Math.max(...changed.map((value, c) => Math.abs(value - wanted[c]))) : 255;
  };
  await expect.poll(apart, { timeout: 30_000 }).toBeLessThan(2);
  expect(complaints).toEqual([]);
  await close();
});
