/** The studio in a browser, as its tests open and question it. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Simulation } from 'rivulet';
import { afterEach, beforeAll, expect } from 'vitest';
import { openPageOf, type Site, type WatchedPage } from '../support/browser.ts';

/** Where `npm run build -- --studio` puts the page. */
export const STUDIO_DIST = fileURLToPath(new URL('../../studio/dist', import.meta.url));

/** Shows the map instead of the glass, for what has nothing to do with either: such a page is open in half the time. */
export const MAP = '?view=height';

/** A page of the studio. It also complains of failed and foreign requests. */
export interface StudioPage extends WatchedPage {
  /** Opens the studio again with another query: quicker than another page. */
  visit(query: string): Promise<void>;
}

/** Opens the studio with `query` and waits until it has a simulation. */
export async function openStudio(site: Site, query = '', options: BrowserContextOptions = {}): Promise<StudioPage> {
  if (!existsSync(STUDIO_DIST)) throw new Error('studio/dist is missing: run `npm run build -- --studio` first.');
  const opened = await openPageOf(site, options);
  const { page, complaints } = opened;
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(site.url) && !asked.startsWith('data:')) complaints.push(`asked ${asked}`);
  });
  const visit = async (there: string): Promise<void> => {
    // A bare address opens the gallery over the page.
    await page.goto(site.url + (there || '?scene=window'));
    await page.waitForFunction('window.rivuletStudio !== undefined');
  };
  await visit(query);
  return { ...opened, visit };
}

/** One page for all tests of a file, since another takes longer. Whatever a test does, it must not complain. */
export function sharePage(site: Site): {
  /** The page, opened again in a window of this size [px]. */
  open(query?: string, size?: readonly [width: number, height: number]): Promise<Page>;
  /** What it has complained of, which is forgotten then. */
  complaints(): string[];
} {
  let studio: StudioPage;
  const complaints = () => studio.complaints.splice(0);
  beforeAll(async () => {
    studio = await openStudio(site, MAP);
  });
  afterEach(() => {
    expect(complaints()).toEqual([]);
  });
  return {
    async open(query = '', [width, height] = [1280, 800]) {
      await studio.page.setViewportSize({ width, height });
      await studio.visit(query);
      return studio.page;
    },
    complaints,
  };
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
  // By the page itself: a pointer would wait for pictures of what is in its way.
  await page.evaluate(() => {
    if (document.getElementById('play-text')?.textContent === 'Pause') document.getElementById('play')?.click();
  });
}

/** Types into a field and confirms. */
export async function enter(page: Page, field: string, text: string): Promise<void> {
  await page.fill(field, text);
  await page.press(field, 'Enter');
}

/** A fingerprint of the pane as it is on the screen. Reading the canvas back would change how Chromium draws it. */
export async function picture(page: Page): Promise<string> {
  // Two pictures later every request has been drawn.
  await page.evaluate(async () => {
    for (let k = 0; k < 2; k++) await new Promise((done) => requestAnimationFrame(done));
  });
  return createHash('sha256')
    .update(await page.locator('#pane').screenshot())
    .digest('hex');
}
