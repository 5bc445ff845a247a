/** The studio under the keyboard: Chin's keys and their buttons, and a hand without a pointer. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { ask, MAP, pause, picture, STUDIO_DIST, sharePage, until } from './studio-page.ts';

const site = siteOf(STUDIO_DIST);
const { open } = sharePage(site);

describe('a hand without a pointer', () => {
  test('takes a drop from the keyboard alone', async () => {
    const page = await open(MAP);
    await pause(page);
    const before = await ask(page, ({ drops }) => drops.count);
    await page.press('#add', 'Enter');
    expect(await ask(page, ({ drops }) => drops.count)).toBe(before + 1);
  });

  test('takes drops where the arrow keys lead, and is wiped along their way', async () => {
    const page = await open(MAP);
    await pause(page);
    await page.focus('#play');
    await page.keyboard.press('Shift+Tab');
    expect(await page.isVisible('#mark')).toBe(true);
    for (const key of ['ArrowRight', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
    const place = await ask(page, ({ drops, surface }) => {
      const ids = drops.id.subarray(0, drops.count);
      const youngest = ids.indexOf(Math.max(...ids));
      return [drops.x[youngest] / surface.width, (drops.y[youngest] - surface.height / 12) / surface.width];
    });
    expect(place[0]).toBeCloseTo(1 / 2 + 1 / 40, 9);
    expect(place[1]).toBeCloseTo(4 / 40, 9);
    expect(await page.textContent('#status')).toBe('A drop at 158, 47 mm');

    await page.selectOption('#hand', 'cloth');
    await page.focus('#over-pane');
    const wiped = () => ask(page, (simulation) => simulation.ledger().wiped);
    const before = await wiped();
    await page.keyboard.press('ArrowLeft');
    expect(await wiped()).toBe(before);
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    expect(await wiped()).toBeGreaterThan(before);
    // Elsewhere the mark is gone and the cloth off the glass.
    await page.focus('#play');
    expect(await page.isVisible('#mark')).toBe(false);
    const after = await wiped();
    await page.focus('#over-pane');
    await page.keyboard.press('ArrowDown');
    expect(await wiped()).toBe(after);
  });
});

describe("Chin's keys", () => {
  describe('that switch', () => {
    // One page for all of them: each leaves it as it was.
    let page: Page;
    beforeAll(async () => {
      page = await open(MAP);
    });

    test.each([
      ['E', 'erosion'],
      ['M', 'merging'],
      ['R', 'residuals'],
      ['S', 'smoothing'],
    ])('%s and its button switch %s', async (key, option) => {
      const button = page.locator(`[data-action=${option}]`);
      const options = () => ask(page, ({ scene }) => ({ ...scene.model }));
      const before = await options();
      expect(before[option]).toBe(true);
      expect(await button.getAttribute('aria-pressed')).toBe('true');

      await page.keyboard.press(key.toLowerCase());
      expect(await options()).toEqual({ ...before, [option]: false });
      expect(await button.getAttribute('aria-pressed')).toBe('false');

      await button.click();
      expect(await options()).toEqual(before);
      expect(await button.getAttribute('aria-pressed')).toBe('true');
    });
  });

  test('I and its button switch to the ID map and back', async () => {
    const page = await open(MAP);
    const button = page.locator('[data-action=map]');
    const view = () => page.inputValue('[name=view]:checked');
    await pause(page);
    const heights = await picture(page);
    await page.keyboard.press('i');
    expect([await view(), await button.getAttribute('aria-pressed')]).toEqual(['id', 'true']);
    expect(await picture(page)).not.toBe(heights);
    await button.click();
    expect([await view(), await button.getAttribute('aria-pressed')]).toEqual(['height', 'false']);
    expect(await picture(page)).toBe(heights);
    await page.check('[value=normal]', { force: true });
    await page.keyboard.press('i');
    await page.keyboard.press('i');
    expect(await view()).toBe('normal');
  });

  test('P and its button hide and show the drops over the map', async () => {
    const page = await open(MAP);
    const button = page.locator('[data-action=drops]');
    await until(page, ({ drops }) => drops.count > 0);
    await pause(page);
    const withDrops = await picture(page);
    await page.keyboard.press('p');
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    expect(await picture(page)).not.toBe(withDrops);
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await picture(page)).toBe(withDrops);
  });

  test.each(['key', 'button'])('X (%s) takes all drops off and books them as wiped', async (way) => {
    const page = await open(MAP);
    await until(page, ({ drops }) => drops.count > 0);
    await pause(page);
    const { onDrops } = await ask(page, (simulation) => simulation.ledger());
    if (way === 'key') await page.keyboard.press('x');
    else await page.click('[data-action=clear]');
    const after = await ask(page, (simulation) => ({ count: simulation.drops.count, ...simulation.ledger() }));
    expect(after.count).toBe(0);
    expect(after.wiped).toBeCloseTo(onDrops, 6);
  });

  test('do nothing once they are switched off, the next time as well', async () => {
    const page = await open(MAP);
    const erosion = () => ask(page, ({ scene }) => scene.model.erosion);
    await page.uncheck('#single-keys');
    await page.focus('#play');
    await page.keyboard.press('e');
    expect(await erosion()).toBe(true);
    await open(MAP);
    expect(await page.isChecked('#single-keys')).toBe(false);
    await page.check('#single-keys');
    await page.focus('#play');
    await page.keyboard.press('e');
    expect(await erosion()).toBe(false);
  });

  test('are left alone while someone types, or holds Ctrl, Alt or Meta', async () => {
    const page = await open(MAP);
    const options = () => ask(page, ({ scene }) => ({ ...scene.model }));
    const before = await options();
    await page.focus('#seed');
    await page.keyboard.type('ems');
    await page.keyboard.press('Escape');
    await page.focus('body');
    await page.evaluate(() => {
      const held = [{ ctrlKey: true }, { altKey: true }, { metaKey: true }];
      for (const keys of held)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, ...keys }));
    });
    expect(await options()).toEqual(before);
    expect(await page.inputValue('#seed')).toBe(String(await ask(page, ({ scene }) => scene.seed)));
  });
});
