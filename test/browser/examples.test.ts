/** The pages of examples/ run as they stand. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { complaintsOf, siteOf } from '../support/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = readdirSync(`${ROOT}/examples`).filter((name) => name.endsWith('.html'));

const site = siteOf(ROOT);

test.each(PAGES)('%s shows rain without a complaint', async (name) => {
  const page = await site.browser.newPage({ viewport: { width: 640, height: 360 } });
  const complaints = complaintsOf(page);
  await page.goto(`${site.url}examples/${name}`);
  await page.waitForFunction("document.querySelector('rivulet-pane').pane?.frame?.drops.count > 0", undefined, {
    timeout: 50_000,
  });
  expect(complaints).toEqual([]);
  await page.close();
});
