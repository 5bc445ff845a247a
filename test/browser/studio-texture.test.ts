/** The studio with water as a texture (STUP-13, 15): brush, turns about all axes, and a graphics card that cannot. */
import type { Page } from 'playwright-core';
import type { Simulation } from 'rivulet';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, STUDIO_DIST, sharePage } from './studio-page.ts';
import { drag, middleOf, openSpace } from './studio-space-page.ts';

const site = siteOf(STUDIO_DIST);
const { open, complaints } = sharePage(site);

const BOX = '?scene=stuppacher-box-mirror&rain=none&view=height';
const poseOf = (simulation: Simulation) => [...simulation.frame().pose.rotation];
const waterOf = (simulation: Simulation) => simulation.ledger().inField;
const choose = (page: Page, hand: string) => page.selectOption('#hand', hand);

test('a box opens without an alert: its camera in space is none of the pane of glass', async () => {
  const page = await open(BOX, [760, 560]);
  expect(await page.locator('#alert').textContent()).toBe('');
});

test('the brush adds water to the box and none beside it; a pointer that turns it does so about all axes and adds none', async () => {
  const page = await openSpace(open, BOX);
  await choose(page, 'brush');
  await drag(page, 0, 60);
  const water = await ask(page, waterOf);
  // Drops of 25 mg, 4 mm apart.
  expect(water).toBeGreaterThan(100);
  expect(water % 25).toBe(0);
  const { x, y } = await middleOf(page);
  await page.mouse.move(x - 260, y - 150);
  await page.mouse.down();
  await page.mouse.move(x - 250, y - 120);
  await page.mouse.up();
  expect(await ask(page, waterOf)).toBe(water);

  await choose(page, 'turn');
  const poses = [await ask(page, poseOf)];
  await drag(page, 70, 0);
  poses.push(await ask(page, poseOf));
  await drag(page, 0, 70);
  poses.push(await ask(page, poseOf));
  // Beside the box, a quarter around the middle of the view.
  const box = (await page.locator('#space').boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.mouse.move(box.x + box.width / 2, box.y + 4);
  await page.mouse.up();
  poses.push(await ask(page, poseOf));
  await page.focus('#over-pane');
  await page.keyboard.press('Shift+PageUp');
  poses.push(await ask(page, poseOf));
  for (let n = 1; n < poses.length; n++) {
    const change = Math.hypot(...poses[n].map((value, k) => value - poses[n - 1][k]));
    expect(change, `turn ${n}`).toBeGreaterThan(0.05);
  }
  expect(await ask(page, waterOf)).toBe(water);
});

test('without float targets one line says so, and the processor goes on', async () => {
  let page = await open('?view=height');
  await page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext;
    const { getExtension } = prototype;
    prototype.getExtension = function (this: WebGL2RenderingContext, name: 'OCULUS_multiview') {
      return (name as string) === 'EXT_color_buffer_float' ? null : getExtension.call(this, name);
    } as typeof getExtension;
  });
  page = await openSpace(open, BOX);
  await page.selectOption('#runs', 'gpu');
  expect(await page.locator('#alert').textContent()).toBe(
    'renderer must draw into float targets (EXT_color_buffer_float), which it does not. The simulation goes on without a twin.',
  );
  expect(await page.locator('#runs').inputValue()).toBe('cpu');
  const time = await ask(page, (simulation) => simulation.time);
  await page.click('#step');
  expect(await ask(page, (simulation) => simulation.time)).toBeGreaterThan(time);
  expect(complaints()).toEqual(['THREE.WebGLRenderer: EXT_color_buffer_float extension not supported.']);
});
