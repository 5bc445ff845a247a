/** Fifty of what the quick tests make twenty of: a leak that is small enough shows only then. */
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { BROWSER_DIST, mountAndMove } from './element-page.ts';
import { makeAndDispose, NOTHING_LEFT, webglLab } from './webgl-lab.ts';

const site = siteOf(BROWSER_DIST);
const lab = webglLab();

test('fifty mounts and moves leave one worker, one canvas and no complaint', () => mountAndMove(site, 50));

test('fifty renderers, one after another, leave nothing behind', async () => {
  expect(await makeAndDispose(lab, 50)).toEqual(NOTHING_LEFT);
});
