/** Errors without a listener left no trace, and a page's policy was not named as the cause. */
import { expect, test } from 'vitest';
import { BROWSER_DIST, PIXEL } from '../browser/element-page.ts';
import { openPageOf, siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);

const PICTURE = `src="data:image/png;base64,${PIXEL}"`;
const NO_SRC =
  'rivulet: src must be given: this build paints no backdrops. ' +
  'Give the address of a picture or video, or make the pane transparent.';
const MISSING = 'rivulet: src must be an image or a video that can be loaded; got "nowhere.jpg".';

/** Opens a page that nothing has prepared; answers of the site have these headers, and what is `slow` gets none. */
async function open(body: string, headers: Record<string, string> = {}, slow = /^$/) {
  const opened = await openPageOf(site);
  const { page, complaints } = opened;
  await page.route(`${site.url}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/page.html') {
      const html = `<!doctype html><link rel="icon" href="data:,"><body>${body}`;
      return route.fulfill({ contentType: 'text/html', headers, body: html });
    }
    if (slow.test(pathname)) return;
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), ...headers } });
  });
  await page.goto(`${site.url}page.html`);
  return { ...opened, told: () => complaints.filter((line) => line.startsWith('rivulet: ')) };
}

const element = (script: string, attributes: string) =>
  `<script type="module" src="${script}"></script><rivulet-pane style="height: 60px" ${attributes}></rivulet-pane>`;

const UNHEARD: [title: string, script: string, attributes: string, line: string][] = [
  ['a scene that does not exist', 'element.js', 'scene="wndow"', 'Did you mean "window"?'],
  ['a picture that is missing', 'element.js', 'transparent src="nowhere.jpg"', MISSING],
  ['lean.js without src', 'lean.js', '', NO_SRC],
  ['beads.js without src', 'beads.js', 'rain="9/s"', NO_SRC.replace(' or video', '')],
];

test.each(UNHEARD)('%s is reported on the console, in one line', async (_, script, attributes, line) => {
  const { told, close } = await open(element(script, attributes));
  await expect.poll(told, { timeout: 30_000 }).toEqual([expect.stringContaining(line)]);
  await close();
});

test('an error that a listener prevents stays off the console', async () => {
  const { page, told, close } = await open(`<script>
      window.errors = [];
      document.addEventListener('error', (event) => {
        if (event.target.localName !== 'rivulet-pane') return;
        errors.push(event.detail.error.message);
        event.preventDefault();
      }, true);
    </script>${element('element.js', 'scene="wndow"')}`);
  await page.waitForFunction('window.errors.length > 0');
  expect(await page.evaluate('window.errors')).toEqual([expect.stringContaining('Did you mean "window"?')]);
  expect(told()).toEqual([]);
  await close();
});

test('lean.js over a page, or with a picture, says nothing', async () => {
  const { page, complaints, close } = await open(
    `${element('lean.js', PICTURE)}<rivulet-pane transparent style="height: 60px"></rivulet-pane>`,
  );
  await page.waitForFunction(`[...document.querySelectorAll('rivulet-pane')].every((one) => one.pane?.frame)`);
  expect(complaints).toEqual([]);
  await close();
});

test('lean.js whose picture is still on its way says nothing', async () => {
  const { page, complaints, close } = await open(element('lean.js', 'src="slow.png"'), {}, /slow/);
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane`);
  await page.evaluate(`document.querySelector('rivulet-pane').pane.setLook({ quality: 'fast' })`);
  expect(complaints).toEqual([]);
  await close();
});

test('removing the picture from a lean.js pane is reported', async () => {
  const { page, told, close } = await open(element('lean.js', PICTURE));
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane`);
  await page.evaluate(`document.querySelector('rivulet-pane').src = null`);
  await expect.poll(told).toEqual([NO_SRC]);
  await close();
});

const NO_WASM = { 'content-security-policy': "script-src 'self'" };

test("a policy that forbids WebAssembly is named, with 'wasm-unsafe-eval' as the remedy", async () => {
  const { told, close } = await open(element('lean.js', PICTURE), NO_WASM);
  const line =
    "rivulet: kernels: the Content-Security-Policy forbids WebAssembly. Add 'wasm-unsafe-eval' to script-src.";
  await expect.poll(told, { timeout: 30_000 }).toEqual([line]);
  await close();
});

test('element.js rains under such a policy', async () => {
  const { page, told, close } = await open(element('element.js', PICTURE), NO_WASM);
  const time = () => page.evaluate(`document.querySelector('rivulet-pane').pane?.frame?.time ?? 0`);
  await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0.1);
  expect(told()).toEqual([]);
  await close();
});

test.each([
  ['without onError reports on the console', '', [expect.stringContaining(MISSING)]],
  ['with onError leaves the console alone', 'onError: () => {},', []],
])('mountPane %s', async (_, option, lines) => {
  const { page, told, close } = await open('<div style="height: 60px"></div>');
  await page.evaluate(`import('./element.js').then(({ mountPane }) => new Promise((onReady) =>
    mountPane('div', { src: 'nowhere.jpg', transparent: true, ${option} onReady })))`);
  expect(told()).toEqual(lines);
  await close();
});
