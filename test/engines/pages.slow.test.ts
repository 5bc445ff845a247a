/** The studio and the pages of examples/ in Firefox and WebKit. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { cut, meanOf } from '../support/compare-pictures.ts';
import { describeEngines } from '../support/engines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = readdirSync(`${ROOT}/examples`).filter((name) => name.endsWith('.html'));

describeEngines(ROOT, { head: '<link rel="icon" href="data:,">' }, (site) => {
  test.each(EXAMPLES)('%s shows rain without a complaint', async (name) => {
    const complaints = await site.visit(`examples/${name}`);
    await site.page.until("document.querySelector('rivulet-pane').pane?.frame?.drops.count > 0");
    expect(await complaints()).toEqual([]);
  });

  test('the studio rains without a complaint, and the area of its pane is dark all over', async () => {
    const complaints = await site.visit('studio/dist/');
    await site.page.until('window.rivuletStudio?.simulation.time > 0.5');
    expect(await complaints()).toEqual([]);
    const box = await site.page.evaluate<[number, number, number, number]>(`(() => {
      const { x, y, width, height } = document.querySelector('.transport select').getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    })()`);
    // Light words on a menu that the system drew light could not be read.
    const menu = meanOf(cut(decode(await site.page.screenshot()), box));
    expect(Math.max(...menu)).toBeLessThan(100);
  });

  test('the views of the studio stand in one row with their name', async () => {
    await site.visit('studio/dist/?view=height');
    await site.page.until('window.rivuletStudio');
    const [name, views] = await site.page.evaluate<{ top: number; bottom: number }[]>(
      `['p', 'label'].map((part) => document.querySelector('.views ' + part).getBoundingClientRect().toJSON())`,
    );
    expect(name.top).toBeGreaterThanOrEqual(views.top);
    expect(name.bottom).toBeLessThanOrEqual(views.bottom);
  });
});
