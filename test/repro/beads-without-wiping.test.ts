/** beads.js has no wiping and no videos: `pointer="wipe"` did nothing and said nothing, and its types promised both. */
import type { BeadsPane, BeadsPaneOptions } from 'rivulet/browser/beads';
import { expect, test } from 'vitest';
import { BROWSER_DIST, PIXEL } from '../browser/element-page.ts';
import { openPageOf, siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);
const NO_WIPING = 'pointer must be "none"; got "wipe": this build has no wiping. rivulet/element has.';

const page = (attributes: string) => `<!doctype html><link rel="icon" href="data:,"><body>
  <script type="module" src="beads.js"></script>
  <rivulet-pane style="height: 60px" src="data:image/png;base64,${PIXEL}" ${attributes}></rivulet-pane>`;

/** A page with such an element, and the lines that came on its console. */
async function open(attributes: string) {
  const opened = await openPageOf(site);
  await opened.page.route(`${site.url}page.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: page(attributes) }),
  );
  await opened.page.goto(`${site.url}page.html`);
  await opened.page.waitForFunction("document.querySelector('rivulet-pane').pane?.frame?.time > 0");
  return { ...opened, told: () => opened.complaints.filter((line) => line.startsWith('rivulet: ')) };
}

test('pointer="wipe" gets one line in beads.js, from the start and later; its own default gets none', async () => {
  const { page, told, close } = await open('pointer="wipe"');
  expect(told()).toEqual([`rivulet: ${NO_WIPING}`]);
  const element = (code: string) => page.evaluate(`{ const pane = document.querySelector('rivulet-pane'); ${code} }`);
  await element("pane.removeAttribute('pointer')");
  await element("pane.setAttribute('pointer', 'none')");
  await element("pane.setAttribute('pointer', 'wipe')");
  await expect.poll(told).toEqual([`rivulet: ${NO_WIPING}`, `rivulet: ${NO_WIPING}`]);
  const refused = await page.evaluate(
    `import('/beads.js').then(({ mountPane }) => mountPane(document.body, { pointer: 'wipe' })).catch((error) => error.message)`,
  );
  expect(refused).toBe(NO_WIPING);
  await close();
});

test('a video behind the glass gets one line in beads.js', async () => {
  const { page, told, close } = await open('');
  expect(told()).toEqual([]);
  await page.evaluate("document.querySelector('rivulet-pane').setAttribute('src', 'rain.mp4')");
  const line = 'rivulet: src must be an image, not a video, that can be loaded; got "rain.mp4".';
  await expect.poll(told).toEqual([expect.stringContaining(line)]);
  await close();
});

type Has<Name extends string> = Name extends keyof BeadsPane ? true : false;

test('the types of beads.js promise what it has', () => {
  const has: [Has<'addDrop'>, Has<'wipe'>, Has<'snapshot'>, Has<'stream'>, Has<'hash'>] = [
    true,
    false,
    false,
    false,
    false,
  ];
  expect(has).toHaveLength(5);
  const options: BeadsPaneOptions = { pointer: 'none', src: 'street.jpg' };
  // @ts-expect-error There is no wiping.
  const wiping: BeadsPaneOptions = { pointer: 'wipe' };
  expect(options).not.toEqual(wiping);
});
