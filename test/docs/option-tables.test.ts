/** Pages and studio describe options as their entries do. */
import { modelNames } from 'rivulet';
import { describe, expect, test } from 'vitest';
import { optionConstants, pages, withTables } from '../../scripts/option-tables.mjs';
import { COATING } from '../../src/scene/coating.js';
import { DROP } from '../../src/scene/drop.js';
import { UNIFORM_RAIN } from '../../src/scene/rain.js';
import { PANE } from '../../src/scene/surface.js';
import { WIND } from '../../src/scene/wind.js';
import { callMain } from '../cli/run-cli.ts';
import { readPage } from './read-page.ts';

const constants = await optionConstants();

test.each(pages())('%s has the tables that `npm run docs` writes', async (page) => {
  const text = readPage(page);
  expect((await withTables(text, constants)).text).toBe(text);
});

test('every table of options stands in a page', async () => {
  const texts = await Promise.all(pages().map((page) => withTables(readPage(page), constants)));
  const shown = new Set(texts.flatMap((one) => one.shown));
  expect([...constants.keys()].filter((name) => !shown.has(name))).toEqual([]);
  expect(constants.size).toBeGreaterThan(15);
});

test.each(modelNames)('docs/models/%s.md has its table', (name) => {
  expect(readPage(`docs/models/${name}.md`)).toContain(` as ${name} -->`);
});

describe.each([...constants])('%s', (_name, { table, meanings }) => {
  const rows = Object.entries(table ?? {});

  test('says what each option means, in sentences', () => {
    for (const [option, entry] of rows) {
      if (option === 'kind' && entry.type === 'choice' && entry.choices.length === 1) continue;
      expect(meanings.get(option) ?? '', option).toMatch(/^[^a-z].*[.?]$/);
    }
    // A comment is about an option of the table.
    if (table) expect([...meanings.keys()].filter((option) => !Object.hasOwn(table, option))).toEqual([]);
  });

  test('has defaults inside their ranges', () => {
    for (const [option, entry] of rows) {
      if (entry.type !== 'number') continue;
      expect(entry.min, option).toBeLessThan(entry.max);
      if (typeof entry.default !== 'number') continue;
      expect(entry.default, option).toBeGreaterThanOrEqual(entry.min);
      expect(entry.default, option).toBeLessThanOrEqual(entry.max);
    }
  });
});

/** The studio's sliders: the unit that the page shows in the engine's, and the option they set. */
const SLIDERS = [
  ['rain-slider', 1, UNIFORM_RAIN.rate],
  ['wind-slider', 1e6 / 3600, WIND.speed],
  ['tilt-slider', Math.PI / 180, PANE.tilt],
  ['coating-slider', Math.PI / 180, COATING.advancing],
  ['mass', 1, DROP.mass],
] as const;

test.each(SLIDERS)('the studio’s %s stays inside the range of its option', (id, unit, { min, max }) => {
  const [input] = new RegExp(`<input type="range" id="${id}"[^>]*>`).exec(readPage('studio/index.html')) ?? [''];
  const end = (name: string) => unit * Number(new RegExp(`\\b${name}="([^"]+)"`).exec(input)?.[1]);
  expect(end('min')).toBeGreaterThanOrEqual(min);
  expect(end('max')).toBeLessThanOrEqual(max);
  expect(end('min')).toBeLessThan(end('max'));
});

/** Where the options of a part that `--set` may name stand. */
const PARTS: Readonly<Record<string, RegExp>> = {
  model: /_OPTIONS$/,
  surface: /^PANE$/,
  coating: /^COATING$/,
  rain: /_RAIN$/,
  wind: /^WIND$/,
  wipers: /^WIPER$/,
  motion: /^MOTION$/,
  fine: /^FINE$/,
  fog: /^FOG$/,
  film: /^FILM$/,
  camera: /^(WORLD_)?CAMERA$/,
  backdrop: /^BACKDROP$/,
  glass: /^GLASS$/,
};

/** What a text sets, as the words of `--set`: `surface.tilt=60deg`. */
const SETTING = new RegExp(`\\b(${Object.keys(PARTS).join('|')})\\.(\\w+)(?:\\[\\d+\\])?=`, 'g');

test('options that pages and --help set exist', async () => {
  const commands = ['simulate', 'render', 'export'];
  const help = await Promise.all(commands.map(async (name) => (await callMain('.', [name, '--help'])).stdout));
  const texts = [...help, ...['README.md', 'CHANGELOG.md', ...pages()].map(readPage)];
  const settings = texts.flatMap((text) => [...text.matchAll(SETTING)]);
  const unknown = settings.filter(([, part, option]) => {
    const tables = [...constants].filter(([name]) => PARTS[part].test(name)).map(([, { table }]) => table ?? {});
    return (
      !tables.some((table) => Object.hasOwn(table, option)) &&
      !['model.name', 'backdrop.src'].includes(`${part}.${option}`)
    );
  });
  expect(unknown.map(([setting]) => setting)).toEqual([]);
  expect(settings.length).toBeGreaterThan(10);
});
