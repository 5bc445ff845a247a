/** A page that is opened from a file may load no module and no file of a worker. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage, serveFolder } from '../support/browser.ts';

const FILE = fileURLToPath(new URL('../../dist/browser/element.classic.js', import.meta.url));
const PAGE = `<!doctype html>
<html lang="en">
  <head><title>Rain</title><link rel="icon" href="data:,"><script src="element.classic.js"></script></head>
  <body style="margin: 0"><rivulet-pane style="height: 240px">No rain.</rivulet-pane></body>
</html>`;

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'rivulet-file-'));
  await copyFile(FILE, join(folder, 'element.classic.js'));
  await writeFile(join(folder, 'index.html'), PAGE);
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The mean of a picture's colours, and how far they lie from it, 0 to 255. */
async function tonesOf(image: Buffer): Promise<{ mean: number; spread: number }> {
  const { decode } = await import('fast-png');
  const { data, channels } = decode(image);
  const values = [...data].filter((_, n) => n % channels < 3);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return { mean, spread };
}

/** Opens a page, waits for rain and returns what is to be seen. */
async function visit(url: string) {
  const { page, complaints, close } = await openPage(browser, { viewport: { width: 320, height: 240 } });
  try {
    await page.goto(url);
    const count = "document.querySelector('rivulet-pane').pane?.frame?.drops.count";
    await page.waitForFunction(`${count} > 0`);
    const before = await page.evaluate(count);
    await page.waitForFunction(`${count} > ${before}`);
    const runs = await page.evaluate("document.querySelector('rivulet-pane').pane.runs");
    const mount = await page.evaluate('typeof rivulet.mountPane');
    return { runs, mount, complaints, ...(await tonesOf(await page.screenshot())) };
  } finally {
    await close();
  }
}

test('the classic script rains in a page opened from a file, in a worker and bright', async () => {
  const seen = await visit(pathToFileURL(join(folder, 'index.html')).href);
  expect(seen).toMatchObject({ runs: 'worker', mount: 'function', complaints: [] });
  expect(seen.mean).toBeGreaterThan(60);
  expect(seen.spread).toBeGreaterThan(20);
});

test('the classic script rains in a page from a server, under a policy that allows only files as workers', async () => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="worker-src 'self'">`;
  const pages = { '/strict.html': PAGE.replace('<head>', `<head>${policy}`) };
  const server = await serveFolder(folder, { pages });
  try {
    expect(await visit(`${server.url}strict.html`)).toMatchObject({ runs: 'worker', complaints: [] });
  } finally {
    await server.close();
  }
});

test('a picture file that a page opened from a file may not read is refused in one line that says so', async () => {
  const { page, close } = await openPage(browser);
  try {
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    const line = await page.evaluate(`new Promise((done) => {
      const pane = document.querySelector('rivulet-pane');
      pane.addEventListener('error', (event) => done(event.detail.error.message));
      pane.src = 'street.jpg';
    })`);
    expect(line).toMatch(/^src must be .* got "street\.jpg"\. .*opened from a file.*data: address/);
  } finally {
    await close();
  }
});
