/** The package left out what its README leads to: pages, examples and pictures. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { linksOf } from '../support/links.ts';
import { npm } from '../support/npm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

let files: string[];

beforeAll(async () => {
  const packed = await npm(['pack', ROOT, '--dry-run', '--json', '--ignore-scripts'], ROOT);
  files = JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path);
});

/** Is there such a file, or a folder with files, in the package? */
function isPacked(path: string): boolean {
  return files.includes(path) || files.some((file) => file.startsWith(path.replace(/\/?$/, '/')));
}

/** What package.json leaves out by name, such as photographs, to keep the package small; links to it must lead into the repository. */
const LEFT_OUT = (JSON.parse(read('package.json')).files as string[])
  .filter((pattern) => pattern.startsWith('!'))
  .map((pattern) => new RegExp(`^${pattern.slice(1).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`));

function isLeftOut(path: string): boolean {
  return LEFT_OUT.some((pattern) => pattern.test(path)) && existsSync(`${ROOT}/${path}`);
}

test('every link and picture of a packed page leads to a packed file, or to one that is left out by name', () => {
  const pages = files.filter((path) => /\.(md|html)$/.test(path));
  expect(pages.length).toBeGreaterThan(20);
  const dead = pages.flatMap((page) =>
    linksOf(page, read(page))
      .map(({ target }) => target)
      .filter((target) => !isPacked(target) && !isLeftOut(target))
      .map((target) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
});

test('README.md, the page of the element and that of frameworks say how to install it', () => {
  for (const page of ['README.md', 'docs/element.md', 'docs/frameworks.md']) {
    expect(files).toContain(page);
    expect(/^npm install rivulet$/m.test(read(page)), page).toBe(true);
  }
});
