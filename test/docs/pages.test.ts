/** Lists on the pages that must be whole. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, ROOT), 'utf8');
const folders = (name: string) =>
  readdirSync(new URL(name, ROOT), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

test('README.md lists everything that can be imported', () => {
  const { name, exports } = JSON.parse(read('package.json'));
  const imports = Object.keys(exports).filter((path) => !path.endsWith('.json'));
  const table = /\| import \| holds \|\n(?:\|.*\n)+/.exec(read('README.md'))?.[0] ?? '';
  const told = [...table.matchAll(/`(rivulet[\w/]*)`(?=[^|]*\|[^|]*\|$)/gm)].map(([, path]) => path);
  expect(told.sort()).toEqual(imports.map((path) => path.replace('.', name)).sort());
});

test('CONTRIBUTING.md and ARCHITECTURE.md describe every folder', () => {
  const ours = folders('.').filter((name) => !/^(\.|node_modules$|dist|coverage$)/.test(name));
  const tests = folders('test').map((name) => `test/${name}`);
  const [contributing, architecture] = [read('CONTRIBUTING.md'), read('ARCHITECTURE.md')];
  const isTold = (page: string, name: string) => page.includes(`\`${name}/`);
  expect([...ours, ...tests].filter((name) => !isTold(contributing, name))).toEqual([]);
  const rooms = folders('src').map((name) => `src/${name}`);
  const others = ours.filter((name) => !['docs', 'test'].includes(name));
  expect([...rooms, ...others].filter((name) => !isTold(architecture, name))).toEqual([]);
});

test('GLOSSARY.md has one entry for a word', () => {
  const rows = read('GLOSSARY.md')
    .split('\n')
    .filter((line) => /^\| (?!word |short |---)/.test(line));
  const words = rows.flatMap((row) => row.split('|')[1].split(', ')).map((word) => word.trim());
  expect(words.filter((word, n) => words.indexOf(word) !== n)).toEqual([]);
  expect(words.length).toBeGreaterThan(150);
});
