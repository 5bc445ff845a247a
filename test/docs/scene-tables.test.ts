/** Tables of a scene's options hold what the program does: every key, its default, and what it may be. */
import { createSimulation, type SceneInput } from 'rivulet';
import { readCamera, readWorldCamera } from 'rivulet/offline';
import { describe, expect, test } from 'vitest';
import { checkBackdrop } from '../../src/render/backdrop/create-backdrop.js';
import { readOptions } from '../../src/render/picture/read-options.js';
import { GLASS as GLASS_OPTIONS } from '../../src/render/tracer/stage.js';
import { namesIn, type Row, readPage, sectionOf, tablesOf } from './read-page.ts';

type Part = Record<string, unknown>;

/** A table of options: where it stands, and how the program reads them. `read` returns the part with all its defaults. */
interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly read: (given: Part) => Part;
  /** What the other options must be for one to have a value at the end of its range. */
  readonly beside?: (name: string, value: number) => Part;
  /** Keys that are described elsewhere. */
  readonly besides?: readonly string[];
}

/** A pane that is quickly made; its sides have room for all places in the tables. */
const GLASS = { width: 100, height: 100, cellSize: 5 };

/** The scene that `input` becomes. */
function scene(input: Part): Record<string, Part> {
  return createSimulation({ surface: GLASS, ...input } as SceneInput).scene as unknown as Record<string, Part>;
}

function table(page: string, heading: string, nth = 0): Row[] {
  const tables = tablesOf(sectionOf(readPage(page), heading), 'option');
  if (!tables[nth]) throw new Error(`${page}, ${heading}: no table ${nth + 1}`);
  return tables[nth];
}

const RAIN = 'docs/weather/rain.md';
const WIND = 'docs/weather/wind.md';

const TABLES: Table[] = [
  {
    title: 'surface',
    rows: table('docs/scene.md', '## `surface`'),
    read: (given) => scene({ surface: given, rain: { kind: 'none' } }).surface,
    // Neither too many cells nor too few.
    beside: (name, value) => {
      if (name === 'cellSize') return { width: Math.max(0.1, 10 * value), height: Math.max(0.1, 10 * value) };
      const cellSize = value < 1 ? 0.01 : 10;
      return { width: { cellSize, height: 10 * cellSize }, height: { cellSize, width: 10 * cellSize } }[name] ?? {};
    },
  },
  {
    title: 'coating',
    rows: table('docs/scene.md', '## `coating`'),
    // Rain takes its masses from the coating, and cannot have those of every one.
    read: (given) => scene({ coating: given, rain: { kind: 'none' } }).coating,
    beside: (name) =>
      ({ advancing: { receding: 0, critical: 5 }, receding: { advancing: '179deg', critical: 5 } })[name] ?? {},
  },
  {
    title: 'camera',
    rows: table('docs/pictures.md', '## `scene.camera`'),
    read: (given) => readCamera(given) as unknown as Part,
  },
  {
    title: 'camera in space',
    rows: table('docs/tracer.md', '## `camera` in space'),
    read: (given) => readWorldCamera({ position: [5, 6, 7], ...given }) as unknown as Part,
  },
  {
    title: 'glass',
    rows: table('docs/tracer.md', '## `glass`'),
    read: (given) => readOptions(given, GLASS_OPTIONS, 'glass') as unknown as Part,
  },
  {
    title: 'backdrop',
    rows: table('docs/pictures.md', '## `scene.backdrop`'),
    read: (given) => {
      const kind = given.turn === undefined && given.field === undefined ? 'street' : 'environment';
      return checkBackdrop({ kind, ...given }) as unknown as Part;
    },
  },
  ...['uniform', 'marshall-palmer', 'script', 'drips', 'several'].map((kind) => ({
    title: `rain ${kind}`,
    rows: table(RAIN, `## \`${kind}\``),
    read: (given: Part) => scene({ rain: { kind, ...given } }).rain,
    besides: ['kind'],
  })),
  { title: 'wind', rows: table(WIND, '# Wind'), read: (given) => scene({ wind: given }).wind },
  {
    title: 'wind.gusts',
    rows: table(WIND, '# Wind', 1),
    read: (given) => scene({ wind: { gusts: given } }).wind.gusts as Part,
    beside: (name) => ({ slowest: { fastest: 0.02 }, fastest: { slowest: 3600 } })[name] ?? {},
  },
];

/** The number at one end of a range: "2π", "−1", "179°". */
function numberOf(text: string): number {
  const [, sign, digits, unit] = /^(−?)([\d.]*)(π\/2|π|°?)$/.exec(text) ?? [];
  if (digits === undefined) throw new Error(`"${text}" is no number`);
  const factor = { π: Math.PI, 'π/2': Math.PI / 2, '°': Math.PI / 180 }[unit] ?? 1;
  // As the engine has it: 179 · π / 180.
  const size = unit === '°' ? (Number(digits) * Math.PI) / 180 : Number(digits || 1) * factor;
  return sign ? -size : size;
}

/** The range of a cell "0 to 100, …", in the engine's unit or in one that follows: a value at each end, and beyond each. */
function endsOf(values: string): { inside: unknown[]; outside: unknown[] } | null {
  const match = /(?:^|, )(−?[\d.]*(?:π\/2|π|°)?) to (−?[\d.]*(?:π\/2|π|°)?)( mm\/h)?(?=$|[ ,])/.exec(values);
  if (!match) return null;
  const [low, high] = [numberOf(match[1]), numberOf(match[2])];
  const given = (value: number) => (match[3] ? `${value}mm/h` : value);
  const beyond = values.includes('whole') || /places|drops/.test(values) ? 1 : 1e-6 * Math.max(1, Math.abs(high));
  return { inside: [low, high].map(given), outside: [low - beyond, high + beyond].map(given) };
}

/** What a list holds of a value, as the cell says: "each" of so many. */
function listed(name: string, values: string, value: unknown): unknown {
  if (!values.includes('each')) return value;
  if (values.includes('[red, green, blue]')) return [1, value, 1];
  if (name === 'values') return [value];
  if (values.includes('[x, y, z]')) return [value, 1, 0];
  return [value, value];
}

describe.each(TABLES)('$title', ({ rows, read, beside = () => ({}), besides = [] }) => {
  test('lists every key, and no other', () => {
    const told = rows.flatMap(({ option }) => namesIn(option));
    expect([...told, ...besides].sort()).toEqual(Object.keys(read({})).sort());
  });

  test('has a unit, values, a default and a meaning for each', () => {
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(['option', 'default', 'unit', 'values', 'meaning']);
      for (const cell of ['default', 'values', 'meaning']) expect(row[cell], `${row.option}: ${cell}`).not.toBe('');
    }
  });

  test.each(rows.map((row) => [row.option, row] as const))('%s has the default of the table', (option, row) => {
    const defaults = read({});
    for (const name of namesIn(option)) {
      // An option that must be given has none.
      if (row.default === 'needed') continue;
      const told: unknown = JSON.parse(namesOnly(row.default));
      // Read as it is written there, with its unit, it changes nothing.
      expect(read({ [name]: told })[name], name).toEqual(defaults[name]);
    }
  });

  const ranged = rows.filter(({ values }) => endsOf(values));
  test.runIf(ranged.length > 0).each(ranged.map((row) => [row.option, row] as const))(
    '%s has the range of the table, and no more',
    (option, row) => {
      const ends = endsOf(row.values);
      for (const name of namesIn(option)) {
        const attempt = (value: unknown) =>
          read({ ...beside(name, Number(value)), [name]: listed(name, row.values, value) });
        // The scene has a pane, and a pane has one chart.
        const inside = name === 'chart' ? [0] : (ends?.inside ?? []);
        for (const value of inside) expect(() => attempt(value), `${name} = ${value}`).not.toThrow();
        for (const value of ends?.outside ?? []) expect(() => attempt(value), `${name} = ${value}`).toThrow(`.${name}`);
      }
    },
  );

  const words = rows.filter(({ values }) => /^`\w+`(, `\w+`)*$/.test(values));
  test.runIf(words.length > 0).each(words.map((row) => [row.option, row] as const))(
    '%s is one of the words of the table',
    (option, row) => {
      const [name] = namesIn(option);
      for (const word of namesIn(row.values)) expect(read({ [name]: word })[name]).toBe(word);
      expect(() => read({ [name]: 'no such word' })).toThrow(namesIn(row.values).at(-1));
    },
  );
});

/** A cell without its code quotes. */
function namesOnly(cell: string): string {
  return cell.replaceAll('`', '');
}

/** The fields of a wind field depend on its kind: of a formula, and of a map. */
describe('wind.field', () => {
  const rows = table(WIND, '# Wind', 2);
  const read = (given: Part) => scene({ wind: { field: given } }).wind.field as Part;

  test('lists every key, and no other', () => {
    const told = rows.flatMap(({ option }) => namesIn(option));
    const known = new Set([...Object.keys(read({})), ...Object.keys(read({ kind: 'edge' }))]);
    expect(told.sort()).toEqual([...known].sort());
  });

  test('has the defaults of the table', () => {
    const told = Object.fromEntries(
      rows.flatMap((row) => namesIn(row.option).map((name) => [name, JSON.parse(namesOnly(row.default))] as const)),
    );
    const { strength, ...map } = told;
    expect(read({})).toEqual(map);
    expect(read({ kind: 'edge' })).toEqual({ kind: 'edge', strength });
  });

  test('has the range of the table, and no more', () => {
    for (const { option, values } of rows) {
      const ends = endsOf(values);
      for (const name of namesIn(option)) {
        if (!ends || ['width', 'height'].includes(name)) continue;
        const kind = name === 'strength' ? 'edge' : 'map';
        const attempt = (value: unknown) => read({ kind, [name]: name === 'strength' ? value : [value] });
        for (const value of ends.inside) expect(() => attempt(value), `${name} = ${value}`).not.toThrow();
        for (const value of ends.outside) expect(() => attempt(value), `${name} = ${value}`).toThrow(`.${name}`);
      }
    }
    const [kinds] = rows;
    for (const kind of namesIn(kinds.values)) expect(read({ kind }).kind).toBe(kind);
    expect(() => read({ kind: 'map', width: 1025 })).toThrow('must be a whole number from 1 to 1024');
  });
});

test('docs/scene.md lists every part of a scene', () => {
  const [parts] = tablesOf(readPage('docs/scene.md'), 'part');
  expect(parts.flatMap(({ part }) => namesIn(part)).sort()).toEqual(Object.keys(createSimulation({}).scene).sort());
});
