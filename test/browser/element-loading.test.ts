/** What stands behind the glass is on its way: only the picture waits for it, and what is taken away leaves nothing behind. */
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { BROWSER_DIST, counts, openElement, PIXEL, SMALL } from './element-page.ts';

const site = siteOf(BROWSER_DIST);

/** A page with a pane, on which addresses that begin with `never` do not respond. */
async function openPatient(attributes: string) {
  const opened = await openElement(site, `<rivulet-pane ${SMALL} ${attributes}></rivulet-pane>`);
  await opened.page.route(/never/, () => {});
  return opened;
}

const ELEMENT = `document.querySelector('rivulet-pane')`;

test('other attributes act meanwhile, and another picture takes its place', async () => {
  const { page, complaints, close } = await openPatient('');
  await page.evaluate(`${ELEMENT}.src = 'never.jpg'`);
  await page.evaluate(`${ELEMENT}.rain = 'none'`);
  await page.evaluate(`${ELEMENT}.paused = true`);
  await page.waitForFunction(`${ELEMENT}.pane.scene.rain.kind === 'none' && ${ELEMENT}.pane.paused`);
  const settled = await page.evaluate(`(async () => {
    const { pane } = ${ELEMENT};
    const first = [pane.setSource('never.jpg'), pane.setSource('never.mp4')];
    await pane.setSource('data:image/png;base64,${PIXEL}');
    return (await Promise.allSettled(first)).map(({ status }) => status);
  })()`);
  expect(settled).toEqual(['fulfilled', 'fulfilled']);
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test('the picture that stands is whole while another is on its way', async () => {
  const { page, complaints, close } = await openPatient('paused');
  const said = await page.evaluate(`(async () => {
    const { pane } = ${ELEMENT};
    void pane.setSource('never.jpg');
    // A new canvas is made with it.
    try { pane.setLook({ quality: 'fast' }); } catch (error) { return error.message; }
    return 'fine';
  })()`);
  expect(said).toBe('fine');
  expect(complaints).toEqual([]);
  await close();
});

test.each(['never.jpg', 'never.mp4'])('an element whose first %s does not come', async (src) => {
  const { page, complaints, close } = await openPatient('');
  await page.evaluate(`${ELEMENT}.remove()`);
  const isEmpty = 'window.counts.workers === 0 && window.liveContexts() === 0';
  await page.waitForFunction(isEmpty);
  await page.evaluate((address) => {
    document.body.innerHTML = `<rivulet-pane style="height: 100px" src="${address}"></rivulet-pane>`;
  }, src);
  await page.waitForFunction(`${ELEMENT}.pane`);
  // It can be changed, though nothing is seen of it yet,
  await page.evaluate(`${ELEMENT}.seed = '9'`);
  await page.waitForFunction(`${ELEMENT}.pane.scene.seed === 9`);
  // and frees all it had when it is taken out.
  await page.evaluate(`${ELEMENT}.remove()`);
  await page.waitForFunction(isEmpty);
  expect((await counts(page)).errors).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
