/** Every link and anchor of the pages leads somewhere. Other sites are not asked. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { anchorsOf, linksOf } from '../support/links.ts';
import { readPage } from './read-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test('every link of a page leads to a file or folder, and every anchor to a heading', () => {
  const links = PAGES.flatMap((page) => linksOf(page, readPage(page)).map((link) => ({ page, ...link })));
  expect(links.length).toBeGreaterThan(150);
  const dead = links.filter(({ target, anchor }) => {
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== '' && target.endsWith('.md') && !anchorsOf(readPage(target)).has(anchor);
  });
  expect(dead.map(({ page, link }) => `${page}: ${link}`)).toEqual([]);
});

test('README.md leads to every page of docs/, directly or by other pages', () => {
  const seen = new Set(['README.md']);
  for (const page of seen) {
    for (const { target } of linksOf(page, readPage(page))) {
      if (target.endsWith('.md') && existsSync(join(ROOT, target))) seen.add(target);
    }
  }
  const notes = /^docs\/(decisions|look)/;
  expect(PAGES.filter((page) => !seen.has(page) && !notes.test(page))).toEqual([]);
});

test('links, anchors and code are told apart', () => {
  const text = '# A b\n## `c` (d)\n# A b\n[x](y.md#z) `[no](no.md)`\n```\n[no](no.md)\n# no\n```\n![p](../q.jpg)';
  expect(linksOf('docs/a.md', text).map(({ target, anchor }) => [target, anchor])).toEqual([
    ['docs/y.md', 'z'],
    ['q.jpg', ''],
  ]);
  expect([...anchorsOf(text)]).toEqual(['a-b', 'c-d', 'a-b-1']);
});
