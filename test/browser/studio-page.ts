/** The studio in a browser, as its tests open and question it. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Simulation } from 'rivulet';
import { SOFTWARE_DRAWING } from '../support/browser.ts';

/** Where `npm run build -- --studio` puts the page. */
export const STUDIO_DIST = fileURLToPath(new URL('../../studio/dist', import.meta.url));

/** A page, and what went wrong on it. */
export interface StudioPage {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, failed and foreign requests. */
  readonly complaints: string[];
  /** Opens the studio anew with another query: quicker than another page. */
  visit(query: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the studio at `url` + `query` and waits until it has a simulation. */
export async function openStudio(
  browser: Browser,
  url: string,
  query = '',
  options: BrowserContextOptions = {},
): Promise<StudioPage> {
  if (!existsSync(STUDIO_DIST)) throw new Error('studio/dist is missing: run `npm run build -- --studio` first.');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (SOFTWARE_DRAWING.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) complaints.push(`asked ${request.url()}`);
  });
  const visit = async (there: string): Promise<void> => {
    await page.goto(url + there);
    await page.waitForFunction('window.rivuletStudio !== undefined');
  };
  await visit(query);
  return { page, complaints, visit, close: () => context.close() };
}

/** What `question` finds out about the running simulation. It runs in the page, so it can use nothing from here. */
export function ask<Answer>(page: Page, question: (simulation: Simulation) => Answer): Promise<Answer> {
  return page.evaluate(`(${question})(window.rivuletStudio.simulation)`) as Promise<Answer>;
}

/** Waits until `condition` holds for the running simulation. */
export async function until(page: Page, condition: (simulation: Simulation) => boolean): Promise<void> {
  await page.waitForFunction(`(${condition})(window.rivuletStudio.simulation)`);
}

/** Stops the water, so that nothing changes but by the test's own hand. */
export async function pause(page: Page): Promise<void> {
  if ((await page.textContent('#play-text')) === 'Pause') await page.click('#play');
}

/** Types into a field and confirms. */
export async function enter(page: Page, field: string, text: string): Promise<void> {
  await page.fill(field, text);
  await page.press(field, 'Enter');
}

/** A fingerprint of the pane as it is on the screen. Reading the canvas back would change how Chromium draws it. */
export async function picture(page: Page): Promise<string> {
  // Two pictures later everything asked for has been drawn.
  await page.evaluate(async () => {
    for (let k = 0; k < 2; k++) await new Promise((done) => requestAnimationFrame(done));
  });
  return createHash('sha256')
    .update(await page.locator('#pane').screenshot())
    .digest('hex');
}
