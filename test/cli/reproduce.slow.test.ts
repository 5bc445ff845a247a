/** The whole book, quick: every experiment runs, and the numbers that agreed still do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, useFolder } from './run-cli.js';

const folder = useFolder();

/** Rows that differ, each with its reason in the book. */
const KNOWN: readonly RegExp[] = [];

test('every chapter runs, and only the known numbers differ', { timeout: 1_200_000 }, async () => {
  const { code, stdout } = await runCli(folder.path, ['reproduce', '-o', 'book', '--quick', '--json']);
  expect(code).toBe(0);
  const results = JSON.parse(stdout) as { chapter: string; why?: string; rows: { what: string; agrees?: boolean }[] }[];
  expect(new Set(results.map(({ chapter }) => chapter)).size).toBe(6);
  const differing = results.flatMap(({ rows }) =>
    rows.filter(({ agrees }) => agrees === false).map(({ what }) => what),
  );
  expect(differing.filter((what) => !KNOWN.some((known) => known.test(what)))).toEqual([]);
  const page = readFileSync(join(folder.path, 'book/index.html'), 'utf8');
  expect(page).not.toMatch(/NaN|undefined/);
});
