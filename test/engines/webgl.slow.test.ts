/** WebGL2 in Firefox and WebKit draws what the CPU draws, as near as it does in Chromium. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Difference, FRAMES, LIBRARY } from '../browser/webgl-page.ts';
import { describeEngines } from '../support/engines.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const PAGE = `<!doctype html><html lang="en"><head><title>Frames</title><link rel="icon" href="data:,"></head>
  <body></body></html>`;

describeEngines(DIST, { pages: { '/frames.html': PAGE } }, (site) => {
  test.each(Object.entries(FRAMES))('%s', async (_, frame) => {
    const complaints = await site.visit('frames.html');
    await site.page.evaluate(`(${LIBRARY}).then(() => null)`);
    const difference = await site.page.evaluate<Difference>(`lib.compare(${JSON.stringify(frame)})`);
    expect(difference.size).toEqual(frame[5]);
    expect(difference.mean).toBeLessThan(1.5);
    expect(difference.outside).toBeLessThan(0.01);
    expect(await complaints()).toEqual([]);
  });
});
