/** The gallery of the studio. */
import { sceneNames } from 'rivulet';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, MAP, openStudio, STUDIO_DIST } from './studio-page.ts';

const site = siteOf(STUDIO_DIST);

test('a bare address shows every scene with its thumbnail and a sentence, and one of them opens', async () => {
  const { page, complaints, close } = await openStudio(site, MAP);
  try {
    await page.goto(site.url);
    const buttons = page.locator('#gallery[open] [data-scene]');
    const names = await buttons.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.scene ?? ''));
    expect(names.toSorted()).toEqual([...sceneNames].sort());
    // The showcase first, and of each scene a picture that was decoded.
    expect(names[0]).toBe('window');
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('#gallery img')].every((one) => one.naturalWidth === 320),
    );
    for (const text of await buttons.allTextContents()) expect(text).toMatch(/\.$/);
    await page.click('[data-scene=chin-fig-7c]');
    expect(await page.locator('#gallery').isVisible()).toBe(false);
    expect(await ask(page, (simulation) => simulation.scene.title)).toBe('Chin, Fig. 7c');
    expect(new URL(page.url()).searchParams.get('scene')).toBe('chin-fig-7c');
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test('an address with choices opens without it; the button shows it, and Escape closes it', async () => {
  const { page, close } = await openStudio(site, MAP);
  try {
    expect(await page.locator('#gallery').isVisible()).toBe(false);
    await page.click('#gallery-open');
    expect(await page.locator('#gallery').isVisible()).toBe(true);
    await page.setViewportSize({ width: 360, height: 700 });
    const across = await page.locator('#gallery').evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
    expect(across).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.locator('#gallery').isVisible()).toBe(false);
  } finally {
    await close();
  }
});
