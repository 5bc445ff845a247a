/** The studio in space: surfaces of every kind, orbit, views, drops and turns by pointer and keyboard. */
import type { Simulation } from 'rivulet';
import { expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, STUDIO_DIST, sharePage, until } from './studio-page.ts';
import { drag, middleOf, openSpace, shot } from './studio-space-page.ts';

const site = siteOf(STUDIO_DIST);
const { open, complaints } = sharePage(site);

const dropsOf = (simulation: Simulation) => simulation.drops.count;
const poseOf = (simulation: Simulation) => [...simulation.frame().pose.rotation];

test('a box opens in space; drag, wheel and keys move the view, and reset brings it back', async () => {
  const page = await openSpace(open, '?scene=window&shape=box&rain=none&view=height');
  const first = await shot(page);
  await drag(page, 60, 20);
  const dragged = await shot(page);
  expect(dragged.equals(first)).toBe(false);
  await page.mouse.wheel(0, -300);
  const near = await shot(page);
  expect(near.equals(dragged)).toBe(false);
  await page.click('#reset-view');
  expect((await shot(page)).equals(first)).toBe(true);
  // With the focus a ring is around the view.
  await page.focus('#over-pane');
  await page.keyboard.press('0');
  let before = await shot(page);
  const focused = before;
  for (const key of ['ArrowLeft', 'ArrowUp', '+']) {
    await page.keyboard.press(key);
    const after = await shot(page);
    expect(after.equals(before), key).toBe(false);
    before = after;
  }
  await page.keyboard.press('0');
  expect((await shot(page)).equals(focused)).toBe(true);
  expect(await ask(page, dropsOf)).toBe(0);
});

test('a click puts a drop where the ray meets the surface, and Enter one in the middle of the view', async () => {
  const page = await openSpace(open, '?scene=window&shape=box&rain=none&view=drops');
  const { x, y } = await middleOf(page);
  await page.mouse.click(x, y);
  await until(page, (simulation) => simulation.drops.count === 1);
  const [chart, place, facing] = await ask(page, ({ drops, surface }) => {
    const [left, top] = [drops.x[0], drops.y[0]];
    const { normal } = surface.point({ chart: drops.chart[0], x: left, y: top });
    return [drops.chart[0], [left, top], normal[0] * 0.45 + normal[1] * 0.3 + normal[2] * 0.84] as const;
  });
  expect(facing, `chart ${chart} at ${place}`).toBeGreaterThan(0.2);
  await page.focus('#over-pane');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until(page, (simulation) => simulation.drops.count === 2);
});

test('Shift and drag, or Shift and arrows, turn the box about any axis; its drops keep their places', async () => {
  const page = await openSpace(open, '?scene=window&shape=box&rain=none&view=mask');
  const before = await ask(page, poseOf);
  await page.keyboard.down('Shift');
  await drag(page, 80, 0);
  const turned = await ask(page, poseOf);
  await drag(page, 0, 80);
  const twice = await ask(page, poseOf);
  await page.keyboard.up('Shift');
  expect(Math.hypot(...turned.map((value, n) => value - before[n]))).toBeGreaterThan(0.2);
  expect(Math.hypot(...twice.map((value, n) => value - turned[n]))).toBeGreaterThan(0.2);
  await page.focus('#over-pane');
  await page.keyboard.press('Shift+ArrowUp');
  expect(await ask(page, poseOf)).not.toEqual(twice);
});

test('every view lies on the surface: each shows a drop, in its own way', async () => {
  const page = await openSpace(open, '?scene=window&shape=box&rain=none&view=beauty');
  const views = ['beauty', 'drops', 'height', 'normal', 'mask'];
  const shots = async () => {
    const all: Buffer[] = [];
    for (const view of views) {
      await page.check(`#views input[value=${view}]`, { force: true });
      all.push(await shot(page));
    }
    return all;
  };
  const dry = await shots();
  const { x, y } = await middleOf(page);
  await page.mouse.click(x, y);
  await until(page, (simulation) => simulation.drops.count === 1);
  const wet = await shots();
  for (const [n, view] of views.entries()) {
    expect(wet[n].equals(dry[n]), view).toBe(false);
    expect(
      wet.slice(0, n).some((other) => other.equals(wet[n])),
      view,
    ).toBe(false);
  }
});

test('in a narrow window the box is seen whole and the page does not scroll sideways', async () => {
  const page = await openSpace(open, '?scene=window&shape=box&rain=none&view=height', [360, 740]);
  const box = (await page.locator('#space').boundingBox())!;
  expect(box.width).toBeGreaterThan(250);
  expect(box.width).toBeLessThanOrEqual(360);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

test('a scene with a camera in space opens without a complaint', async () => {
  const page = await openSpace(open, '?scene=stuppacher-box-mirror&rain=none&view=height');
  expect(await page.locator('#alert').isHidden()).toBe(true);
});

test('a shape that does not exist is told in one line, and the scene opens as it is', async () => {
  const page = await open('?scene=window&shape=sphere&view=height');
  expect(await page.locator('#alert').textContent()).toContain('surface.kind must be');
  expect(await page.locator('#space').isHidden()).toBe(true);
  expect(complaints()).toEqual([]);
});
