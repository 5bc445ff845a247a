/** A picture of one's own behind the glass: lettering of 40 px stays readable between the drops, and all of it is seen. */
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BROWSER_DIST, openElement } from '../browser/element-page.ts';
import { siteOf } from '../support/browser.ts';

const site = siteOf(BROWSER_DIST);

/** Height of the lettering, and of a window in which it is compared [px]. */
const LETTERS = 40;
const WINDOW = 48;
/** Correlation with the sharp picture from which on a window counts as readable. */
const READABLE = 0.5;
/** Standard deviation of the sharp picture from which on a window has letters in it, of 255. */
const LETTERED = 25;

interface Grey {
  readonly data: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** Lines of lettering on a sky that becomes a meadow. */
function lettering(width: number, height: number): string {
  const lines = Array.from({ length: Math.floor((height - 60) / 70) }, (_, n) => {
    const fill = n % 2 ? '#fff' : '#222';
    return `<text x="20" y="${60 + 70 * n}" font-family="sans-serif" font-size="${LETTERS}" fill="${fill}">Rain on line ${n}: quick brown foxes jump over lazy dogs</text>`;
  });
  const sky = `<linearGradient id="g" x2="0" y2="1"><stop stop-color="#9cc3e6"/><stop offset="1" stop-color="#4a7a3a"/></linearGradient>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sky}<rect width="100%" height="100%" fill="url(#g)"/>${lines.join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function greyOf(png: Uint8Array): Grey {
  const { data, width, height, channels } = decode(png);
  const grey = Float64Array.from({ length: width * height }, (_, p) => {
    const at = p * channels;
    return 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
  });
  return { data: grey, width, height };
}

/** How well two pictures agree in a window, −1 to 1; and how much the first changes there. */
function correlate(a: Grey, b: Grey, left: number, top: number): { correlation: number; contrast: number } {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let row = top; row < top + WINDOW; row++) {
    for (let col = left; col < left + WINDOW; col++) {
      const [x, y] = [a.data[row * a.width + col], b.data[row * b.width + col]];
      sumA += x;
      sumB += y;
      sumAA += x * x;
      sumBB += y * y;
      sumAB += x * y;
    }
  }
  const count = WINDOW * WINDOW;
  const [varA, varB] = [sumAA - (sumA * sumA) / count, sumBB - (sumB * sumB) / count];
  const correlation = (sumAB - (sumA * sumB) / count) / Math.sqrt(varA * varB || 1);
  return { correlation, contrast: Math.sqrt(varA / count) };
}

/** Share of the lettering that can be read: windows whose picture agrees with the sharp one, of all windows with letters. */
function readableShare(sharp: Grey, seen: Grey): number {
  let [letters, readable] = [0, 0];
  // The play control stands below on the right.
  for (let top = 0; top + WINDOW <= sharp.height - 80; top += WINDOW / 2) {
    for (let left = 0; left + WINDOW <= sharp.width; left += WINDOW / 2) {
      const { correlation, contrast } = correlate(sharp, seen, left, top);
      if (contrast < LETTERED) continue;
      letters += 1;
      if (correlation > READABLE) readable += 1;
    }
  }
  expect(letters).toBeGreaterThan(50);
  return readable / letters;
}

/** A pane with lettering behind it after 20 s of rain, beside the same picture without glass. */
async function openLettering(width: number, height: number): Promise<{ page: Page; close(): Promise<void> }> {
  const src = lettering(width, height);
  const box = `style="display: block; width: ${width}px; height: ${height}px"`;
  // With reduced motion the pane shows settled rain: 20 s of it, and then it stands.
  return openElement(site, `<rivulet-pane ${box} src="${src}"></rivulet-pane><img ${box} src="${src}" alt="">`, {
    viewport: { width, height: 2 * height },
    reducedMotion: 'reduce',
  });
}

async function settledPicture(page: Page): Promise<Grey> {
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane.frame?.time >= 19.9`);
  let last: Buffer | null = null;
  for (;;) {
    const now = await page.locator('rivulet-pane').screenshot();
    if (last?.equals(now)) return greyOf(now);
    last = now;
    await page.waitForTimeout(500);
  }
}

test('lettering of 40 px is readable between the drops, and all of the picture is seen', async () => {
  const { page, close } = await openLettering(960, 540);
  const sharp = greyOf(await page.locator('img').screenshot());
  const share = readableShare(sharp, await settledPicture(page));
  console.log(`readable: ${share.toFixed(3)}`);
  expect(share).toBeGreaterThan(0.85);
  await close();
});

test('the same holds in a small pane, and an explicit blur wins', async () => {
  const { page, close } = await openLettering(640, 360);
  const sharp = greyOf(await page.locator('img').screenshot());
  const share = readableShare(sharp, await settledPicture(page));
  // What stood there before: discs of 2.5 % of the height.
  await page.evaluate(`document.querySelector('rivulet-pane').blurBy = 0.025`);
  await page.waitForFunction(`document.querySelector('rivulet-pane').pane.scene.camera.blur === 0.025`);
  const melted = readableShare(sharp, await settledPicture(page));
  console.log(`readable: ${share.toFixed(3)}, with a blur of 0.025: ${melted.toFixed(3)}`);
  expect(share).toBeGreaterThan(0.85);
  expect(melted).toBeLessThan(0.1);
  await close();
});
