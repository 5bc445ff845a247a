/** STUP-15 in Chromium: the water of a box that is turned follows gravity, stops on a side that faces up, and starts again. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';

/** Helpers in the page: a box with drops on some of its faces, its turns, and how high its water stands in the world [mm]. */
const LAB = `async (address) => {
  const { createSimulation } = await import(address);
  window.boxWith = (faces) => {
    const box = createSimulation('stuppacher-box-mirror', { surface: { kind: 'box', cellSize: 2 }, rain: { kind: 'none' } });
    for (const chart of faces) for (const x of [80, 170]) box.addDrop({ chart, x, y: 90, mass: 900 });
    return box;
  };
  window.turn = (axis, degrees) => {
    const half = degrees * Math.PI / 360;
    return [...axis.map((value) => value * Math.sin(half)), Math.cos(half)];
  };
  window.heightOf = (box) => {
    const { charts, pose: { rotation: [x, y, z, w] } } = box.frame();
    let [sum, up] = [0, 0];
    charts.forEach(({ height: { data, width, height, stride }, cellSize }, chart) => {
      for (let row = 0; row < height; row++) for (let col = 0; col < width; col++) {
        const water = data[row * stride + col];
        if (water === 0) continue;
        const [px, py, pz] = box.surface.point({ chart, x: (col + 0.5) * cellSize, y: (row + 0.5) * cellSize }).position;
        // The second row of the rotation's matrix.
        up += water * (2 * (x * y + z * w) * px + (1 - 2 * (x * x + z * z)) * py + 2 * (y * z - x * w) * pz);
        sum += water;
      }
    });
    return up / sum;
  };
}`;

describe('a box of water textures', () => {
  const site = siteOf(fileURLToPath(new URL('../../dist', import.meta.url)));
  let page: Page;

  beforeAll(async () => {
    page = await (await site.browser.newContext()).newPage();
    await page.goto(`${site.url}browser/rivulet.js`);
    await page.evaluate(`(${LAB})('${site.url}browser/rivulet.js')`);
  });

  test.each([
    ['X', [1, 0, 0]],
    ['Y', [0, 1, 0]],
    ['Z', [0, 0, 1]],
  ])('turned by 90° about %s, its centre of mass goes down', async (_, axis) => {
    const fallen = (await page.evaluate(`(() => {
      const box = boxWith([0, 1, 2, 3, 4, 5]);
      box.advance(0.3);
      box.set({ pose: turn(${JSON.stringify(axis)}, 90) });
      const heights = [heightOf(box)];
      for (let n = 0; n < 3; n++) { box.advance(0.3); heights.push(heightOf(box)); }
      return heights;
    })()`)) as number[];
    for (let n = 1; n < fallen.length; n++) expect(fallen[n]).toBeLessThan(fallen[n - 1] - 1);
  });

  test('on a side that faces up water stops, and runs again when it is tilted back', async () => {
    const [stopped, again] = (await page.evaluate(`(() => {
      const box = boxWith([0]);
      box.advance(0.3);
      box.set({ pose: turn([1, 0, 0], -90) });
      box.step();
      const still = box.frame().charts[0].height.data.slice();
      box.advance(1);
      const stopped = box.frame().charts[0].height.data.every((value, n) => value === still[n]);
      box.set({ pose: turn([1, 0, 0], -60) });
      const before = heightOf(box);
      box.advance(0.5);
      return [stopped, before - heightOf(box)];
    })()`)) as [boolean, number];
    expect(stopped).toBe(true);
    expect(again).toBeGreaterThan(1);
  });
});
