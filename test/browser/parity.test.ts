/** The same water in Chromium as in Node: hashes of scenes after 5 s, with SIMD and, of some scenes, with reference kernels. */
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { createSimulation, sceneNames } from 'rivulet';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { IS_SLOW } from '../support/runs.ts';
import { BROWSER_DIST } from './element-page.ts';

const SECONDS = 5;
const KERNELS = ['simd', 'reference'] as const;
/** Scenes that run with both: a hemisphere model, Chin's, and bodies with all layers. The slow suite runs all of them. */
const BOTH = IS_SLOW ? sceneNames : ['chen-pane-500', 'chin-fig-7c', 'window'];

/** Those that resemble another in all but weather, light and mirrors wait for the slow suite. */
const ALIKE = ['windshield-night', 'stuppacher-box-mirror'];
const SCENES = sceneNames.filter((name) => IS_SLOW || !ALIKE.includes(name));

const goldens = new URL('../golden/hashes.json', import.meta.url);

/** What Node gives: the golden, which other tests hold Node to, or else a run of our own. */
function hashInNode(scene: string): string {
  if (existsSync(goldens)) {
    const hashes: Record<string, string> = JSON.parse(readFileSync(goldens, 'utf8'));
    if (hashes[scene]) return hashes[scene];
  }
  const simulation = createSimulation(scene);
  simulation.advance(SECONDS);
  return simulation.hash();
}

describe('in Chromium', () => {
  const site = siteOf(BROWSER_DIST);
  let pages: Page[];

  beforeAll(async () => {
    // A context each, so that the two run in processes of their own.
    pages = await Promise.all(KERNELS.map(async () => (await site.browser.newContext()).newPage()));
    // Any document of the server will do; the library comes by import.
    await Promise.all(pages.map((page) => page.goto(`${site.url}rivulet.js`)));
  });

  test.each(SCENES.map((name) => [name]))(`%s has the hash of Node after ${SECONDS} s`, async (scene) => {
    const tried = KERNELS.slice(0, BOTH.includes(scene) ? 2 : 1);
    const runs = tried.map((kernels, k) =>
      pages[k].evaluate(
        `import('./rivulet.js').then(({ createSimulation }) => {
          const simulation = createSimulation('${scene}', {}, { kernels: '${kernels}' });
          simulation.advance(${SECONDS});
          return [simulation.kernels, simulation.hash()];
        })`,
      ),
    );
    const expected = hashInNode(scene);
    // A model without maps has no kernels.
    const hasNone = createSimulation(scene).kernels === 'none';
    expect(await Promise.all(runs)).toEqual(tried.map((kernels) => [hasNone ? 'none' : kernels, expected]));
  });
});
