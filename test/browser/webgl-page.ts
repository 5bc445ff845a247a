/** A page that has the library's modules, for the tests of the WebGL2 renderer. */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, launchBrowser, type StaticServer, serveFolder } from '../support/browser.ts';

export interface WebglPage {
  readonly page: Page;
  /** What the console said that is worse than a remark. */
  readonly said: string[];
  close(): Promise<void>;
}

/** Opens a page with `lib`: `createSimulation`, `createPaneRenderer`, `createBackdrop`, `renderBeauty`, and `differ`. */
export async function openWebglPage(): Promise<WebglPage> {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url));
  const [browser, server]: [Browser, StaticServer] = await Promise.all([launchBrowser(), serveFolder(dist)]);
  const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
  // The driver remarks on readPixels, which only tests call.
  const said = complaintsOf(page, /ReadPixels|favicon|404/);
  await page.goto(`${server.url}index.js`);
  await page.setContent('<!doctype html><body style="margin:0"></body>');
  await page.evaluate(LIBRARY);
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { page, said, close };
}

const LIBRARY = `(async () => {
  const [{ createSimulation }, { createPaneRenderer }, { createBackdrop }, { renderBeauty }] = await Promise.all([
    import('/browser/rivulet.js'),
    import('/render/webgl/index.js'),
    import('/render/backdrop/create-backdrop.js'),
    import('/render/offline/beauty.js'),
  ]);
  /** Mean difference of two pictures, and the share of pixels that differ by more than 8, both of 255. */
  const differ = (a, b) => {
    let sum = 0;
    let outside = 0;
    for (let p = 0; p < a.data.length; p += 4) {
      let most = 0;
      for (let c = 0; c < 3; c++) {
        const d = Math.abs(a.data[p + c] - b.data[p + c]);
        sum += d;
        most = Math.max(most, d);
      }
      if (most > 8) outside += 1;
    }
    return { mean: (4 * sum) / (3 * a.data.length), outside: (4 * outside) / a.data.length };
  };
  const makeCanvas = () => document.body.appendChild(document.createElement('canvas'));
  window.lib = { createSimulation, createPaneRenderer, createBackdrop, renderBeauty, differ, makeCanvas };
})()`;
