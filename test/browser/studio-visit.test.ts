/** The studio's address, small windows, reduced motion, and use without a pointer. */
import { createSimulation } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { siteOf } from '../support/browser.ts';
import { type Rgbe, writeRadiance } from '../support/radiance.ts';
import { ask, enter, MAP, openStudio, pause, picture, STUDIO_DIST, sharePage, until } from './studio-page.ts';
import { RECORD_VIDEO } from './video.ts';

const site = siteOf(STUDIO_DIST);
const { open, complaints } = sharePage(site);

/** A visitor whose browser remembers nothing of the pages before. */
const STRANGER = { viewport: { width: 1280, height: 800 } };

/** Whether a complaint is the page's: the browser reads a film from an address of its own making. */
function isOfPage(complaint: string): boolean {
  return !complaint.includes('blob:');
}

describe('the address', () => {
  test('follows every choice, and opens the same page again', async () => {
    const page = await open(MAP);
    await page.selectOption('#scene', 'chin-table-3');
    await page.check('[value=normal]', { force: true });
    await enter(page, '#seed', '7');
    await enter(page, '#rain', '17mm/h');
    await enter(page, '#tilt', '60');
    await page.click('[data-action=merging]');
    await page.click('[data-action=drops]');
    const query = new URL(page.url()).search;
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      scene: 'chin-table-3',
      view: 'normal',
      seed: '7',
      rain: '17mm/h',
      tilt: '60',
      merging: 'off',
      drops: 'hidden',
    });
    const scene = await ask(page, (simulation) => JSON.stringify(simulation.scene));

    const again = await openStudio(site, query, STRANGER);
    expect(await ask(again.page, (simulation) => JSON.stringify(simulation.scene))).toBe(scene);
    expect(await again.page.inputValue('[name=view]:checked')).toBe('normal');
    expect(await again.page.getAttribute('[data-action=drops]', 'aria-pressed')).toBe('false');
    expect(new URL(again.page.url()).search).toBe(query);
    await again.close();
  });

  test('opens views of the layers that a scene has, and leaves them with it', async () => {
    const page = await open('?scene=window-fog&view=fog');
    const chosen = () => page.inputValue('[name=view]:checked');
    expect(await chosen()).toBe('fog');
    expect(await page.isDisabled('[name=view][value=fine]')).toBe(true);
    await until(page, ({ time }) => time > 0.1);
    const fogged = await picture(page);
    await page.check('[value=film]', { force: true });
    expect(await picture(page)).not.toBe(fogged);
    await page.check('[value=fog]', { force: true });
    await page.selectOption('#scene', 'window');
    expect([await chosen(), await page.isDisabled('[name=view][value=fog]')]).toEqual(['beauty', true]);
    expect(await page.isDisabled('[name=view][value=fine]')).toBe(false);
  });

  test('gives the same water as Node, bit for bit', async () => {
    const query = `${MAP}&scene=window&seed=7&tilt=70&erosion=off`;
    const { page, close } = await openStudio(site, query, { reducedMotion: 'reduce' });
    await until(page, ({ time }) => time >= 5 - 1e-6);
    const simulation = createSimulation('window', { seed: 7, surface: { tilt: '70deg' }, model: { erosion: false } });
    for (let k = Math.round(5 / simulation.scene.step); k > 0; k--) simulation.step();
    expect(await ask(page, (there) => there.hash())).toBe(simulation.hash());
    await close();
  });

  test.each([`${MAP}&scene=nope`, `${MAP}&seed=-1`, `${MAP}&rain=lots&tilt=700`, '?view=nope&seed='])(
    '%s says what is wrong and still opens',
    async (query) => {
      const page = await open(query);
      await until(page, ({ time }) => time > 0.05);
      if (query.startsWith(MAP)) {
        const alert = await page.textContent('#alert:not([hidden])');
        expect(alert).toMatch(/must be/);
        expect(alert).not.toContain('\n');
      }
    },
  );

  test('loses no more than its bad words', async () => {
    const page = await open('?view=height&scene=chin-table-3&rain=lots&tilt=60&seed=7&wind=-3');
    const told = await page.textContent('#alert:not([hidden])');
    expect(told).toContain('scene.rain.rate must be');
    expect(told).toContain('scene.wind.speed must be 0 to 360 km/h; got "-3km/h".');
    const { seed, tilt, model } = await ask(page, ({ scene }) => ({
      seed: scene.seed,
      tilt: (scene.surface as { tilt: number }).tilt,
      model: scene.model.name,
    }));
    expect([seed, tilt, model]).toEqual([7, Math.PI / 3, 'chin']);
    expect(new URL(page.url()).search).not.toContain('lots');
  });
});

describe('the glass', () => {
  test('gets its street when it is first shown: views of maps do not wait for it', async () => {
    const page = await open(MAP);
    await page.addInitScript(() => {
      const { prototype } = WebGL2RenderingContext;
      const { texStorage2D } = prototype;
      prototype.texStorage2D = function (...given) {
        if (given[3] >= 1000) document.documentElement.dataset.street = 'painted';
        texStorage2D.apply(this, given);
      };
    });
    const street = () => page.getAttribute('html', 'data-street');
    await open(`${MAP}&rain=0`);
    await page.selectOption('#scene', 'window-night');
    expect(await street()).toBeNull();
    await page.check('[value=beauty]', { force: true });
    expect(await street()).toBe('painted');
  });

  test('comes when one chooses what is sharp, and leaves idle what it makes nothing of', async () => {
    const page = await open(`${MAP}&rain=0`);
    const button = page.locator('[data-action=drops]');
    expect(await button.isEnabled()).toBe(true);
    await pause(page);
    await page.selectOption('#focus', 'street');
    expect(await page.inputValue('[name=view]:checked')).toBe('beauty');
    expect(await button.isEnabled()).toBe(false);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('p');
    expect(new URL(page.url()).search).not.toContain('drops');
    await page.check('[value=height]', { force: true });
    expect([await button.isEnabled(), await button.getAttribute('aria-pressed')]).toEqual([true, 'true']);
  });
});

describe('a small window', () => {
  test.each([
    [360, 640],
    [768, 1024],
    [1280, 800],
    [844, 390],
  ])('of %i × %i shows the pane and scrolls at most downwards', async (width, height) => {
    const page = await open(MAP, [width, height]);
    await enter(page, '#rain', 'very much more than any rain that ever fell');
    await page.click('#check');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.evaluate(() => scrollTo(0, 0));
    const box = (await page.locator('#pane').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(Math.min(box.width, box.height)).toBeGreaterThan(100);
  });
});

describe('a phone', () => {
  const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

  test('shows what Check found, though it stands further down', async () => {
    const { page, close } = await openStudio(site, MAP, phone);
    await pause(page);
    await page.locator('#check').evaluate((button) => {
      button.scrollIntoView({ block: 'end' });
      (button as HTMLButtonElement).click();
    });
    const box = await page.locator('#check-result').boundingBox();
    expect(box?.height).toBeGreaterThan(20);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height + 1);
    await close();
  });

  test('shows the names of scenes and switches where they are looked for, and has room for fingers', async () => {
    const { page, close } = await openStudio(site, MAP, phone);
    expect((await page.locator('#scene').boundingBox())?.width).toBeGreaterThan(200);
    const button = await page.locator('[data-action=erosion]').boundingBox();
    const words = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('[data-action=erosion]') as Element);
      return range.getBoundingClientRect().left;
    });
    expect(words - (button?.x ?? 0)).toBeLessThan(40);
    for (const slider of await page.locator('input[type=range]').all()) {
      expect((await slider.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    }
    await close();
  });
});

describe('a visitor', () => {
  test('without WebGL2 sees the map of heights, and why', async () => {
    const { page, complaints, visit, close } = await openStudio(site, MAP);
    await page.addInitScript(() => {
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind === 'webgl2' ? null : Reflect.apply(real, this, [kind, ...rest]);
      } as typeof real;
    });
    await visit('');
    expect(await page.textContent('#alert:not([hidden])')).toContain('canvas gives no WebGL2');
    expect(await page.inputValue('[name=view]:checked')).toBe('height');
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['sky.hdr', '#?RADIANCE\n', '"sky.hdr" must be a whole Radiance HDR file; it ends too early.'],
    ['film.webm', 'no film', '"film.webm" must be a video this browser can play.'],
  ])('a broken %s is reported in the page, and the console stays silent', async (name, text, line) => {
    const page = await open(MAP);
    await page.setInputFiles('#picture', {
      name,
      mimeType: name.endsWith('m') ? 'video/webm' : '',
      buffer: Buffer.from(text),
    });
    await page.waitForSelector('#alert:not([hidden])');
    expect(await page.textContent('#alert')).toBe(line);
    expect(complaints().filter(isOfPage)).toEqual([]);
  });

  test('an opened Radiance file is shown, and the scene’s own backdrop again when it is removed', async () => {
    const page = await open('', [400, 400]);
    await pause(page);
    const before = await picture(page);
    const lines = Array.from({ length: 16 }, () => Array<Rgbe>(32).fill([255, 0, 0, 129]));
    const buffer = Buffer.from(writeRadiance(lines, '-Y 16 +X 32', 'new'));
    await page.setInputFiles('#picture', { name: 'sky.hdr', mimeType: '', buffer });
    await page.waitForSelector('#picture-reset:not([hidden])');
    const red = await picture(page);
    expect(red).not.toBe(before);
    await page.click('#picture-reset');
    expect(await page.isHidden('#picture-reset')).toBe(true);
    await expect.poll(() => picture(page), { timeout: 10_000 }).not.toBe(red);
  });

  test('an opened film stands still when the water does', async () => {
    const page = await open('', [400, 400]);
    await pause(page);
    await page.evaluate(`(async () => {
      const files = new DataTransfer();
      files.items.add(new File([await ${RECORD_VIDEO}], 'film.webm', { type: 'video/webm' }));
      // The film is in no document: this is how to get hold of it.
      const real = document.createElement.bind(document);
      document.createElement = (name) => name === 'video' ? (window.film = real(name)) : real(name);
      const input = document.getElementById('picture');
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    })()`);
    await page.waitForSelector('#picture-reset:not([hidden])');
    const stands = () => page.evaluate('window.film.paused') as Promise<boolean>;
    expect(await stands()).toBe(true);
    await page.click('#play');
    await expect.poll(stands).toBe(false);
    await page.waitForFunction('window.film.currentTime > 0');
    await page.click('#play');
    await expect.poll(stands).toBe(true);
    expect(complaints().filter(isOfPage)).toEqual([]);
  });

  test('reduced motion gives one settled picture and a play button', async () => {
    const { page, close } = await openStudio(site, '', { reducedMotion: 'reduce' });
    await until(page, ({ time }) => time >= 5 - 1e-6);
    expect(await page.textContent('#play-text')).toBe('Play');
    const steps = await ask(page, (simulation) => simulation.steps);
    await page.waitForTimeout(200);
    expect(await ask(page, (simulation) => simulation.steps)).toBe(steps);
    expect(await page.isHidden('#pane-note')).toBe(true);
    await page.click('#play');
    await page.waitForFunction(`window.rivuletStudio.simulation.steps > ${steps}`);
    await close();
  });

  test('reduced motion that is switched on later stops the water too', async () => {
    const { page, close } = await openStudio(site, MAP);
    await until(page, ({ time }) => time > 0.1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => page.textContent('#play-text')).toBe('Play');
    const steps = await ask(page, (simulation) => simulation.steps);
    await page.waitForTimeout(200);
    expect(await ask(page, (simulation) => simulation.steps)).toBe(steps);
    await close();
  });

  test('of a large picture and a small one opened after it the small one is shown', async () => {
    const page = await open(MAP);
    const shown = await page.evaluate(`(async () => {
      // The large one is ready last.
      const real = window.createImageBitmap;
      const made = [];
      window.createImageBitmap = async (file) => {
        const bitmap = await real(file);
        if (file.name === 'large.png') while (made.length === 0) await new Promise((done) => setTimeout(done, 10));
        made.push([file.name, bitmap]);
        return bitmap;
      };
      const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 });
      canvas.getContext('2d');
      const blob = await new Promise((done) => canvas.toBlob(done));
      for (const name of ['large.png', 'small.png']) {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([blob], name, { type: 'image/png' }));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
      }
      while (made.length < 2) await new Promise((done) => setTimeout(done, 10));
      await new Promise((done) => setTimeout(done, 50));
      // A picture that is not shown is closed, and has no size then.
      return made.map(([name, { width }]) => [name, width]);
    })()`);
    expect(shown).toEqual([
      ['small.png', 8],
      ['large.png', 0],
    ]);
  });

  test('finds a name on every control', async () => {
    const page = await open(MAP);
    const nameless = await page.$$eval('button, input, select, canvas:not([aria-hidden])', (controls) =>
      controls
        .filter((control) => {
          const labels = (control as HTMLInputElement).labels?.length ?? 0;
          return !control.textContent?.trim() && !control.getAttribute('aria-label') && labels === 0;
        })
        .map((control) => control.outerHTML),
    );
    expect(nameless).toEqual([]);
  });

  test('with colours of their own sees what is chosen and what is on', async () => {
    const { page, close } = await openStudio(site, `${MAP}&erosion=off`, { ...STRANGER, forcedColors: 'active' });
    /** How a part of the page looks to such eyes. */
    const look = (selector: string, pseudo = '') =>
      page.$eval(selector, (part, of) => getComputedStyle(part, of || null).backgroundColor, pseudo);
    expect(await look('[value=height] + span')).not.toBe(await look('[value=id] + span'));
    expect(await look('[value=window] + span')).not.toBe(await look('[value=window-fog] + span'));
    expect(await look('[data-action=merging]', '::before')).not.toBe(await look('[data-action=erosion]', '::before'));
    await close();
  });

  test.each(['dark', 'light'] as const)(
    'can read the %s page: contrast of text is at least 4.5',
    async (colorScheme) => {
      const { page, close } = await openStudio(site, MAP, { colorScheme });
      const worst = await page.$$eval(
        'h1 span, h2, label, legend, button, dt, dd, p, output, .unit, .hint',
        (elements) => {
          const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
          const light = (colour: string) => {
            const [r, g, b] = channels(colour).map((c) =>
              c <= 10.3 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4,
            );
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ground = (element: Element | null): string => {
            const colour = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
            return channels(colour)[3] === 0 ? ground(element?.parentElement ?? null) : colour;
          };
          return elements
            .filter((element) => (element as HTMLElement).offsetParent !== null)
            .map((element) => {
              const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
              return {
                text: element.outerHTML.slice(0, 80),
                contrast: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05),
              };
            })
            .filter(({ contrast }) => contrast < 4.5);
        },
      );
      expect(worst).toEqual([]);
      await close();
    },
  );
});
