/** The studio's pane, time and fields, as a visitor with a pointer meets them. */
import type { Page } from 'playwright-core';
import type { Simulation } from 'rivulet';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, enter, MAP, openStudio, pause, picture, STUDIO_DIST, sharePage, until } from './studio-page.ts';

const site = siteOf(STUDIO_DIST);
const { open } = sharePage(site);

describe('the pane', () => {
  test('fills with drops while time passes', async () => {
    const page = await open('', [400, 400]);
    await until(page, (simulation) => simulation.time > 0.5 && simulation.drops.count > 0);
    const before = await picture(page);
    await until(page, (simulation) => simulation.time > 1);
    expect(await picture(page)).not.toBe(before);
    expect(await page.textContent('#readout')).toMatch(/\d+ \(\d+ running\)/);
  });

  test('takes exactly one drop where it is clicked', async () => {
    const page = await open();
    await pause(page);
    const box = (await page.locator('#pane').boundingBox())!;
    const { width, height } = await ask(page, ({ surface }) => ({ width: surface.width, height: surface.height }));
    const count = (simulation: Simulation) => ({
      drops: simulation.drops.count,
      supplied: simulation.ledger().supplied,
    });
    const before = await ask(page, count);
    await page.mouse.click(box.x + 0.3 * box.width, box.y + 0.6 * box.height);
    const after = await ask(page, count);
    const drop = await ask(page, ({ drops }) => {
      const { count, id, x, y, mass } = drops;
      const youngest = id.subarray(0, count).indexOf(Math.max(...id.subarray(0, count)));
      return { x: x[youngest], y: y[youngest], mass: mass[youngest] };
    });
    const pixel = width / box.width;
    expect(after.drops).toBe(before.drops + 1);
    expect(after.supplied - before.supplied).toBeCloseTo(25, 9);
    expect(Math.abs(drop.x - 0.3 * width)).toBeLessThan(pixel);
    expect(Math.abs(drop.y - 0.6 * height)).toBeLessThan(pixel);
    // And the fine drops on which it landed, if there were any.
    expect(drop.mass).toBeGreaterThanOrEqual(25);
    expect(drop.mass).toBeLessThan(32);
  });

  test('takes a sparse line of drops where the pointer is drawn along', async () => {
    const page = await open(MAP);
    await pause(page);
    await page.keyboard.press('x');
    const box = (await page.locator('#pane').boundingBox())!;
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 0.2 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.2 * box.height, { steps: 60 });
    await page.mouse.up();
    const { places, width } = await ask(page, ({ drops, surface }) => ({
      places: [...drops.x.subarray(0, drops.count)].sort((a, b) => a - b),
      width: surface.width,
    }));
    const gaps = places.slice(1).map((x, k) => x - places[k]);
    expect(places.length).toBeGreaterThan((0.6 * width) / 15);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 - 1e-9);
  });

  test('takes one drop from a tap', async () => {
    const { page, close } = await openStudio(site, MAP, { hasTouch: true });
    await pause(page);
    const before = await ask(page, ({ drops }) => drops.count);
    await page.tap('#pane');
    expect(await ask(page, ({ drops }) => drops.count)).toBe(before + 1);
    await close();
  });

  test('keeps its aspect in every scene', async () => {
    const page = await open(MAP);
    const names = await page.$$eval('#scene option', (options) =>
      options.map((option) => (option as HTMLOptionElement).value),
    );
    for (const name of names) {
      await page.selectOption('#scene', name);
      const box = (await page.locator('#pane').boundingBox())!;
      const aspect = await ask(page, ({ surface }) => surface.width / surface.height);
      expect(box.width / box.height, name).toBeCloseTo(aspect, 1);
      expect(box.y + box.height, name).toBeLessThanOrEqual(800);
    }
  });

  test('is as sharp as the screen', async () => {
    const { page, close } = await openStudio(site, '', { viewport: { width: 400, height: 400 }, deviceScaleFactor: 2 });
    const box = (await page.locator('#pane').boundingBox())!;
    await page.waitForFunction("document.getElementById('beauty').width > 300"); // drawn, and no longer as it came
    for (const canvas of ['#pane', '#beauty']) {
      const columns = await page.$eval(canvas, (element) => (element as HTMLCanvasElement).width);
      expect(Math.abs(columns - 2 * box.width), canvas).toBeLessThanOrEqual(1);
    }
    await close();
  });
});

describe('time', () => {
  test('stops and goes on with the space bar, and takes one step with the full stop', async () => {
    const page = await open(MAP);
    await page.keyboard.press(' ');
    expect(await page.textContent('#play-text')).toBe('Play');
    const steps = await ask(page, (simulation) => simulation.steps);
    await page.waitForTimeout(200);
    expect(await ask(page, (simulation) => simulation.steps)).toBe(steps);
    await page.keyboard.press('.');
    expect(await ask(page, (simulation) => simulation.steps)).toBe(steps + 1);
    await page.click('#step');
    expect(await ask(page, (simulation) => simulation.steps)).toBe(steps + 2);
    await page.click('h1'); // off the button, which the space bar would press
    await page.keyboard.press(' ');
    await page.waitForFunction(`window.rivuletStudio.simulation.steps > ${steps + 10}`);
  });

  test('starts again with Restart, with the switches as they are', async () => {
    const page = await open(MAP);
    await page.keyboard.press('e');
    await until(page, (simulation) => simulation.time > 0.3);
    await pause(page);
    await page.click('#restart');
    expect(await ask(page, ({ time, scene }) => [time, scene.model.erosion])).toEqual([0, false]);
  });

  test('stands still while the page is hidden and does not jump afterwards', async () => {
    const page = await open(MAP);
    await until(page, (simulation) => simulation.time > 0.2);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    const before = await ask(page, ({ time }) => time);
    await page.waitForTimeout(1500);
    expect(await ask(page, ({ time }) => time)).toBe(before);
    // The first pictures after it: a jump would show at once.
    await hide(false);
    const after = await page.evaluate(async () => {
      for (let k = 0; k < 2; k++) await new Promise((done) => requestAnimationFrame(done));
      return (window as unknown as { rivuletStudio: { simulation: { time: number } } }).rivuletStudio.simulation.time;
    });
    expect(after - before).toBeLessThan(0.5);
    await page.waitForFunction(`window.rivuletStudio.simulation.time > ${before + 0.1}`);
  });

  test('says so when it is slower than real time, and the page stays awake', async () => {
    const page = await open(MAP);
    await ask(page, (simulation) => {
      const step = simulation.step.bind(simulation);
      simulation.step = () => {
        const end = performance.now() + 15;
        while (performance.now() < end);
        step();
      };
    });
    await page.waitForFunction("document.getElementById('readout').textContent.includes('slower than real time')");
    await page.keyboard.press('e');
    expect(await page.getAttribute('[data-action=erosion]', 'aria-pressed')).toBe('false');
  });

  test('stops with a line of explanation if a step fails, and Restart mends it', async () => {
    const page = await open(MAP);
    await ask(page, (simulation) => {
      simulation.step = () => {
        throw new Error('the glass is broken.');
      };
    });
    await page.waitForSelector('#alert:not([hidden])');
    expect(await page.textContent('#alert')).toBe('the glass is broken.');
    expect(await page.textContent('#play-text')).toBe('Play');
    await page.click('#restart');
    await page.click('#play');
    await until(page, ({ time }) => time > 0.05);
    expect(await page.isHidden('#alert')).toBe(true);
  });
});

describe('fields', () => {
  describe('with words that mean nothing', () => {
    // One page for all of them: nothing changes.
    let page: Page;
    beforeAll(async () => {
      page = await open(MAP);
      await until(page, ({ time }) => time > 0.1);
      await pause(page);
    });

    test.each([
      ['#rain', 'lots', 'scene.rain.rate'],
      ['#rain', '-1', 'scene.rain.rate'],
      ['#rain', '', 'scene.rain.rate'],
      ['#tilt', '200', 'scene.surface.tilt'],
      ['#seed', '-1', 'scene.seed'],
      ['#seed', 'seven', 'scene.seed'],
    ])('%s rejects "%s" in one line and changes nothing', async (field, text, place) => {
      const state = () =>
        ask(page, (simulation) => ({ scene: JSON.stringify(simulation.scene), hash: simulation.hash() }));
      const before = { ...(await state()), address: page.url() };
      await enter(page, field, text);
      const complaint = page.locator(`${field}-error`);
      expect(await complaint.isVisible()).toBe(true);
      expect(await complaint.textContent()).toContain(place);
      expect(await complaint.textContent()).not.toContain('\n');
      expect(await page.getAttribute(field, 'aria-invalid')).toBe('true');
      expect({ ...(await state()), address: page.url() }).toEqual(before);

      await page.press(field, 'Escape');
      expect(await complaint.isVisible()).toBe(false);
      expect(await page.inputValue(field)).toMatch(/^[\d.]+$/);
    });
  });

  test('take values with and without units, and sliders', async () => {
    const page = await open(MAP);
    await enter(page, '#rain', '30');
    expect(await ask(page, ({ scene }) => (scene.rain.kind === 'uniform' ? scene.rain.rate : 0))).toBe(30);
    await enter(page, '#rain', '17mm/h');
    expect(await ask(page, ({ scene }) => (scene.rain.kind === 'uniform' ? scene.rain.rate : 0))).not.toBe(30);
    await enter(page, '#tilt', '60');
    expect(await ask(page, ({ scene }) => (scene.surface as { tilt: number }).tilt)).toBeCloseTo(Math.PI / 3, 12);
    await page.fill('#tilt-slider', '45');
    expect(await ask(page, ({ scene }) => (scene.surface as { tilt: number }).tilt)).toBeCloseTo(Math.PI / 4, 12);
    expect(await page.inputValue('#tilt')).toBe('45');
    await enter(page, '#seed', '12');
    expect(await ask(page, ({ scene }) => scene.seed)).toBe(12);
    await enter(page, '#seed', '4294967295');
    // All ten digits can be read.
    expect(await page.locator('#seed').evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  });

  test('Check shows closed books and the hash of the state', async () => {
    const page = await open(MAP);
    await until(page, ({ time }) => time > 0.3);
    await pause(page);
    await page.click('#check');
    expect(await page.textContent('.hash')).toBe(await ask(page, (simulation) => simulation.hash()));
    expect(await page.textContent('#check-result')).toMatch(/mg supplied = /);
  });
});
