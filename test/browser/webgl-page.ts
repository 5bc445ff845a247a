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

/** Gives a page of dist/ `lib`. */
export const LIBRARY = `(async () => {
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
  /** How far the GPU's picture is from the CPU's. */
  const compare = ([scene, overrides, seconds, kind, camera, [width, height]]) => {
    const simulation = createSimulation(scene, overrides);
    simulation.advance(seconds);
    const backdrop = createBackdrop({ kind, resolution: 512 });
    const renderer = createPaneRenderer(makeCanvas(), { pixelRatio: 1, camera });
    renderer.resize(width, height);
    renderer.setBackdrop(backdrop);
    renderer.draw(simulation.frame());
    const gpu = renderer.readPixels();
    renderer.dispose();
    const cpu = renderBeauty(simulation.frame(), { backdrop, camera, width, height });
    return { ...differ(gpu, cpu), size: [gpu.width, gpu.height] };
  };
  window.lib = { createSimulation, createPaneRenderer, createBackdrop, renderBeauty, differ, compare, makeCanvas };
})()`;

/** What `lib.compare` finds: mean difference, and the share of pixels that differ by more than 8, both of 255. */
export interface Difference {
  mean: number;
  outside: number;
  size: [width: number, height: number];
}

/** Frames that are drawn by GPU and CPU: scene, overrides, seconds, backdrop, camera, size. */
export const FRAMES = {
  'a window by day': ['window', {}, 6, 'street', {}, [640, 360]],
  'a window at night, with glow': ['window', { seed: 4 }, 4, 'night', { glow: 0.5 }, [640, 360]],
  'drops without trails': ['window-beads', {}, 6, 'street', {}, [640, 360]],
  'a close look': ['window', {}, 5, 'garden', { zoom: 4, centre: [110, 90] }, [480, 360]],
  'a high narrow picture': ['window', {}, 3, 'street', { distance: 300 }, [240, 426]],
  'without blur': ['window', {}, 3, 'garden', { blur: 0 }, [480, 270]],
  'tinted and overexposed': [
    'window',
    { seed: 9 },
    4,
    'street',
    { tint: [0.7, 1, 0.9], exposure: 1, tone: 'filmic' },
    [480, 270],
  ],
  'focused on the street': ['window', {}, 5, 'street', { focus: 'street' }, [480, 270]],
  // Seed 14 has one glint so bright that the rim of its disc, which is softer here, is 1.8 % of the picture.
  'far out of focus and overexposed, with all its glow': [
    'window',
    { seed: 2 },
    5,
    'night',
    { focus: 'street', blur: 0.2, glow: 2, exposure: 3, tone: 'none' },
    [320, 180],
  ],
  'the same through wet glass': [
    'window',
    {},
    5,
    'night',
    { blur: 0.2, glow: 2, exposure: 3, tone: 'none' },
    [320, 180],
  ],
  "Chen's pane, hemispheres": ['chen-pane-500', {}, 3, 'garden', {}, [400, 400]],
} as const;
