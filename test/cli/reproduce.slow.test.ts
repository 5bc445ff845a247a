/** The whole book, quick: every experiment runs, and the numbers that agreed still do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, useFolder } from './run-cli.js';

const folder = useFolder();

/** Rows that differ, each with its reason in the book: Chen's own mean does not follow from his rule, and trails keep to the grid. */
const KNOWN: readonly RegExp[] = [/^mean interval that the paper states$/, /^longest over shortest, by direction$/];

/** Tables and figures that the book must have, by chapter (spec 1.8, 2.7, 3.6, 4.7, 5.7). */
const FIGURES = {
  chen: ['Table 1', 6, 7, 8, 9, 11, 12, 13, 14, 15, 17, 18, 19],
  stuppacher: ['Table 1', 'Table 2', 14, 15, 17, 18, 19, 20, 21],
  chin: ['Table 3', 2, 3, 4, 5, 6, 7],
  kaneda: [7, 8],
  nakata: [3, 5, 8, 9, 10, 11, 12],
} as const;

/** Tables and numbers of figures in a title: "Figs. 12 to 14: …", "Table 1 and Fig. 18: …". */
function figuresIn(title: string): (string | number)[] {
  const head = title.split(':')[0];
  const tables = [...head.matchAll(/Table \d/g)].map(([word]) => word);
  const ranges = [...head.matchAll(/(\d+) to (\d+)/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => Number(from) + n),
  );
  const singles = [...head.replace(/Table \d/g, '').matchAll(/\d+/g)].map(([word]) => Number(word));
  return [...tables, ...ranges, ...singles];
}

test('every chapter runs, and only the known numbers differ', { timeout: 1_200_000 }, async () => {
  const { code, stdout } = await runCli(folder.path, ['reproduce', '-o', 'book', '--quick', '--json']);
  expect(code).toBe(0);
  const results = JSON.parse(stdout) as {
    id: string;
    chapter: string;
    title: string;
    why?: string;
    rows: { what: string; ours: number | string; agrees?: boolean }[];
  }[];
  expect(new Set(results.map(({ chapter }) => chapter)).size).toBe(6);
  for (const [chapter, figures] of Object.entries(FIGURES)) {
    const shown = results.filter((one) => one.chapter === chapter).flatMap(({ title }) => figuresIn(title));
    expect(
      figures.filter((figure) => !shown.includes(figure)),
      chapter,
    ).toEqual([]);
  }
  // What differs says why.
  for (const { rows, why, title } of results)
    if (rows.some(({ agrees }) => agrees === false)) expect(why, title).toBeTruthy();
  const differing = results.flatMap(({ rows }) =>
    rows.filter(({ agrees }) => agrees === false).map(({ what }) => what),
  );
  expect(differing.filter((what) => !KNOWN.some((known) => known.test(what)))).toEqual([]);
  // NAK-T1: Hashimoto's drop of 30 µL stays from 7 to 11 m/s.
  const [slides, climbs] = results.find(({ id }) => id === 'nakata-fig-5')?.rows ?? [];
  expect(slides.ours).toBeCloseTo(7, 1);
  expect(climbs.ours).toBeCloseTo(11, 1);
  const page = readFileSync(join(folder.path, 'book/index.html'), 'utf8');
  expect(page).toMatch(/<img src="data:image\/(jpeg|png);base64,/);
  expect(page).not.toMatch(/NaN|undefined/);
});
