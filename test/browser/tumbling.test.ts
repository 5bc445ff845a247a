/** A tumbling box has the hash of Node in Chromium and in a worker there, also when it is saved and loaded in the middle of a fall. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createSimulation, type SceneInput } from 'rivulet';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { MAPPED } from '../support/models.ts';

const SCENE = {
  surface: { kind: 'box', width: 40, height: 32, depth: 36, cellSize: 0.5 },
  step: 0.005,
  seed: 3,
  rain: { kind: 'uniform', rate: 200, largeShare: 0.2, small: [1, 8], large: [100, 600] },
  motion: { spin: { axis: [1, 0.3, 0.5], rate: 2 } },
} as const satisfies SceneInput;
const STEPS = 300;

/** What a run gives: its hash, and how much was falling when it was saved [mg]. */
type Outcome = readonly [hash: string, falling: number];

function inNode(model: string): Outcome {
  const simulation = createSimulation({ ...SCENE, model: { name: model } });
  simulation.advance(STEPS * SCENE.step);
  const { falling } = simulation.ledger();
  simulation.advance(STEPS * SCENE.step);
  return [simulation.hash(), falling];
}

describe('a box that tumbles in the rain', () => {
  const site = siteOf(fileURLToPath(new URL('../../dist', import.meta.url)));
  let page: Page;

  beforeAll(async () => {
    page = await (await site.browser.newContext()).newPage();
    await page.goto(`${site.url}browser/rivulet.js`);
  });

  test.each(MAPPED)(
    'has one hash in Node, in Chromium and in a worker, loaded in the middle of a fall: %s',
    async (model) => {
      const scene = JSON.stringify({ ...SCENE, model: { name: model } });
      const half = STEPS * SCENE.step;
      const result = page.evaluate(`Promise.all([
        import('${site.url}browser/rivulet.js'),
        import('${site.url}worker/index.js'),
      ]).then(async ([{ createSimulation }, { createSimulationClient }]) => {
        const first = createSimulation(${scene});
        first.advance(${half});
        const client = await createSimulationClient(${scene});
        await client.advance(${half});
        // Two that go on from a save, of the page and of the worker, and the worker itself.
        const loaded = [first.save(), await client.save()].map((bytes) => createSimulation.load(bytes));
        for (const simulation of loaded) simulation.advance(${half});
        await client.advance(${half});
        const hashes = [...loaded.map((simulation) => simulation.hash()), await client.hash()];
        client.dispose();
        return [hashes, first.ledger().falling, client.runs];
      })`);
      const [hash, falling] = inNode(model);
      expect(falling).toBeGreaterThan(0);
      expect(await result).toEqual([[hash, hash, hash], falling, 'worker']);
    },
  );
});
