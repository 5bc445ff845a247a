/** docs/api/ is the reference of everything that can be imported. */

import { expect, test } from 'vitest';
import { API_PAGES } from '../../scripts/api.mjs';
import { readPage } from './read-page.ts';

test.each(Object.entries(API_PAGES))(
  'docs/api/%s.md has a heading for every function, class and constant',
  async (page, [name]) => {
    const text = readPage(`docs/api/${page}.md`);
    const headings = new Set([...text.replaceAll('\\_', '_').matchAll(/^### (\w+)/gm)].map(([, heading]) => heading));
    const exported = Object.keys(await import(/* @vite-ignore */ name));
    expect(exported.length).toBeGreaterThan(0);
    expect(exported.filter((one) => !headings.has(one))).toEqual([]);
  },
);

test('every import that is no bundle or data has its page', () => {
  const { exports } = JSON.parse(readPage('package.json'));
  const names = Object.keys(exports).filter((path) => !/browser|json/.test(path));
  expect(
    Object.values(API_PAGES)
      .map(([name]) => name)
      .sort(),
  ).toEqual(names.map((path) => path.replace('.', 'rivulet')).sort());
});
