/** `snapshot` gives files of any size, `stream` something to record; the canvas itself is empty between pictures. */
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BROWSER_DIST, openElement, pictureStands, SIZED } from '../browser/element-page.ts';
import { siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);
/** Something with an edge, which a drop turns round. */
const EDGE = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20' fill='white'><path d='M0 0v20h9V0zM18 0v20h12V0z'/></svg>`;
const STANDING = `<rivulet-pane style="width: 300px; height: 200px" src="${EDGE}" paused rain="none" controls="none" quality="high"></rivulet-pane>`;

async function snapshotOf(page: Page, options: string) {
  const bytes = (await page.evaluate(`(async () => {
    const blob = await document.querySelector('rivulet-pane').snapshot(${options});
    return [blob.type, ...new Uint8Array(await blob.arrayBuffer())];
  })()`)) as [string, ...number[]];
  const [type, ...data] = bytes;
  return { type, data: Uint8Array.from(data) };
}

type Picture = ReturnType<typeof decode>;

/** Mean difference between a picture's green, moved by some pixels, and that of one of 3 x 3 pixels each of its own. */
function meanApart(large: Picture, { data, width, height, channels }: Picture, dx: number): number {
  const green = (x: number, y: number) => large.data[large.channels * (y * large.width + x) + 1];
  let sum = 0;
  for (let y = 0; y < height; y++) {
    for (let x = dx; x < width; x++) {
      let mean = 0;
      for (let n = 0; n < 9; n++) mean += green(3 * (x - dx) + (n % 3), 3 * y + Math.floor(n / 3)) / 9;
      sum += Math.abs(mean - data[channels * (y * width + x) + 1]);
    }
  }
  return sum / (height * (width - dx));
}

test('a snapshot shows what the screen shows, in its size or in another', async () => {
  const { page, complaints, close } = await openElement(site, STANDING);
  // Fine drops are smaller than the pixels here: wiped, the glass has the same picture at any size.
  await page.evaluate(`(async () => {
    const { pane } = document.querySelector('rivulet-pane');
    const { width, height } = pane.scene.surface;
    await pane.wipe({ from: { x: 0, y: height / 2 }, to: { x: width, y: height / 2 }, width: height, keeps: 'cloth' });
    await pane.addDrop({ x: 150, y: 100, mass: 400 });
  })()`);
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane.frame.drops.count > 0`);
  expect(await pictureStands(page)).toBe(true);
  const screen = decode(await page.locator('rivulet-pane').screenshot());
  const same = decode((await snapshotOf(page, '')).data);
  expect([same.width, same.height]).toEqual([300, 200]);
  let most = 0;
  for (let p = 0; p < 300 * 200; p++) {
    for (let c = 0; c < 3; c++) {
      const apart = Math.abs(same.data[same.channels * p + c] - screen.data[screen.channels * p + c]);
      most = Math.max(most, apart);
    }
  }
  expect(most).toBeLessThanOrEqual(2);
  const large = decode((await snapshotOf(page, '{ width: 900 }')).data);
  expect([large.width, large.height]).toEqual([900, 600]);
  // The same picture, more finely: nearer to it than to itself a few pixels aside.
  const aside = [0, 4].map((dx) => meanApart(large, screen, dx));
  expect(aside[0]).toBeLessThan(0.5 * aside[1]);
  expect(complaints).toEqual([]);
  await close();
});

/** Makes a page's graphics card draw at most 8192 px a side; software drivers differ in that. */
const SMALL_CARD = `
  const { getParameter } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getParameter = function (name) {
    return name === this.MAX_TEXTURE_SIZE ? 8192 : getParameter.call(this, name);
  };
`;

test('a snapshot has the requested type, and an impossible one is refused in one line', async () => {
  const { page, close } = await openElement(site, STANDING, { before: SMALL_CARD });
  const jpeg = await snapshotOf(page, `{ type: 'image/jpeg', quality: 0.5 }`);
  expect(jpeg.type).toBe('image/jpeg');
  expect([...jpeg.data.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  const refused = (options: string) =>
    page.evaluate(
      `document.querySelector('rivulet-pane').snapshot(${options}).then(() => 'taken', (error) => error.message)`,
    );
  expect(await refused(`{ type: 'image/tiff' }`)).toBe('type must be one that this browser writes; got "image/tiff".');
  expect(await refused('{ width: 0 }')).toMatch(/^width must be a whole number.* 1 to 16384 px; got 0\./);
  expect(await refused('{ width: 16384, height: 10 }')).toMatch(
    /^snapshot must be at most what the graphics card draws, here about \d+ x \d+ px; got 16384 x 10 px\./,
  );
  await close();
});

test('a stream is recorded, of a pane that runs and of one that stands, and ends with the pane', async () => {
  const { page, complaints, close } = await openElement(site, `<rivulet-pane ${SIZED}></rivulet-pane>`);
  const record = (act: string) =>
    page.evaluate(`(async () => {
      const element = document.querySelector('rivulet-pane');
      const stream = element.stream(30);
      const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' });
      const parts = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      const stopped = new Promise((done) => { recorder.onstop = done; });
      recorder.start(50);
      while (parts.reduce((sum, { size }) => sum + size, 0) < 1000) await new Promise((done) => setTimeout(done, 20));
      ${act}
      await stopped;
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(new Blob(parts));
      await video.play();
      return [video.videoWidth, video.videoHeight, stream.active];
    })()`);
  const { width, height } = (await page.evaluate(`(() => {
    const { width, height } = document.querySelector('rivulet-pane').pane.canvas;
    return { width, height };
  })()`)) as { width: number; height: number };
  expect(await record('recorder.stop();')).toEqual([width, height, true]);
  // As it is disposed of, its streams end, and so does what records them.
  expect((await record('element.pane.dispose();')) as unknown[]).toContain(false);
  expect(complaints).toEqual([]);
  await close();
});
