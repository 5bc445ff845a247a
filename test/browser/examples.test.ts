/** The pages of examples/ run as they stand. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type StaticServer, serveFolder } from '../support/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = readdirSync(`${ROOT}/examples`).filter((name) => name.endsWith('.html'));

let browser: Browser;
let server: StaticServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), serveFolder(ROOT)]);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test.each(PAGES)('%s shows rain without a complaint', async (name) => {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${server.url}examples/${name}`);
  await page.waitForFunction("document.querySelector('rivulet-pane').pane?.frame?.drops.count > 0", undefined, {
    timeout: 50_000,
  });
  expect(complaints).toEqual([]);
  await page.close();
});
