/** The book of `rivulet reproduce`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawPlot } from '../../src/cli/reproduce/plot.ts';
import { callMain, list, runCli, useFolder } from './run-cli.js';

const folder = useFolder();

interface Row {
  what: string;
  unit: string;
  paper: string;
  ours: number | string;
  agrees?: boolean;
}

/** The quickest chapter; the whole book is a slow test. */
test('a chapter becomes one page without anything from outside, and its tables as JSON', async () => {
  const { code, stdout } = await runCli(folder.path, ['reproduce', 'chin', '-o', 'book', '--quick', '--json']);
  expect([code, list(join(folder.path, 'book'))]).toEqual([0, ['index.html', 'results.json']]);
  const page = readFileSync(join(folder.path, 'book/index.html'), 'utf8');
  expect(page).not.toMatch(/(src|href)="(?!data:|#)/);
  expect(page).toMatch(/<img src="data:image\/png;base64,/);
  expect(page).toContain('<svg');
  for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${id}"`);
  const results = JSON.parse(stdout) as { id: string; paper: string; command: string; rows: Row[] }[];
  expect(results.map(({ id }) => id)).toContain('chin-table-3');
  for (const { paper, command, rows } of results) {
    expect(paper).not.toBe('');
    expect(command).toMatch(/^rivulet /);
    for (const row of rows) expect([row.what, row.unit, row.paper].every(Boolean)).toBe(true);
  }
});

test('a plot has a mark for each point, and no number that is none', () => {
  const points = [
    [0, 1],
    [1, 3],
    [2, -2],
  ] as const;
  const svg = drawPlot({ title: 'a < b', x: 's', y: 'mm', series: [{ name: 'dots', points, dots: true }] });
  expect(svg.match(/<circle/g)).toHaveLength(3);
  expect(svg).toContain('a &lt; b');
  expect(svg).not.toMatch(/NaN|Infinity/);
});

describe('is refused in one line', () => {
  test.each([
    [
      ['reproduce', 'smith', '-o', 'book'],
      'PAPER must be one of chen, stuppacher, chin, kaneda, nakata, validation; got "smith". See rivulet reproduce --help.',
    ],
    [['reproduce', 'chen', 'chen', '-o', 'book'], 'each PAPER must be there once.'],
    [['reproduce', 'chen'], 'rivulet reproduce needs an output: -o DIR. See rivulet reproduce --help.'],
    [['reproduce', 'chen', '-o', 'book.pdf'], '-o must name a folder; got "book.pdf".'],
  ])('%j', async (words, line) => {
    expect(await callMain(folder.path, words)).toEqual({ code: 2, stdout: '', stderr: `rivulet: ${line}\n` });
    expect(list(folder.path)).toEqual([]);
  });
});
