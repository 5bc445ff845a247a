/** The studio's view in space, as its tests open and handle it. */
import type { Page } from 'playwright-core';
import { pause } from './studio-page.ts';

/** Opens a scene in space, stopped, and waits until it is drawn. A small window is drawn sooner. */
export async function openSpace(
  open: (query: string, size: readonly [number, number]) => Promise<Page>,
  query: string,
  size: readonly [number, number] = [760, 560],
): Promise<Page> {
  const page = await open(query, size);
  await page.waitForFunction(() => document.querySelector<HTMLCanvasElement>('#space')!.width > 300);
  await pause(page);
  await settle(page);
  return page;
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let k = 0; k < 3; k++) await new Promise((done) => requestAnimationFrame(done));
  });
}

/** The view as it is on the screen. */
export async function shot(page: Page): Promise<Buffer> {
  await settle(page);
  return page.locator('#space').screenshot();
}

/** The middle of the view [px]. */
export const middleOf = async (page: Page) => {
  const box = (await page.locator('#space').boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Drags from the middle of the view [px]. */
export async function drag(page: Page, dx: number, dy: number): Promise<void> {
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}
