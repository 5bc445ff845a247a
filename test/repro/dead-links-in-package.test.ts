/** Issue 19, item 9. The package left out what its README leads to: pages, examples and pictures. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { npm } from '../support/npm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

let files: string[];

beforeAll(async () => {
  const packed = await npm(['pack', ROOT, '--dry-run', '--json', '--ignore-scripts'], ROOT);
  files = JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path);
});

/** Where links and pictures of a page lead, code left out: paths and anchors, no other sites. */
function linksOf(page: string): string[] {
  const text = read(page);
  const links = page.endsWith('.html')
    ? [...text.matchAll(/\s(?:src|href)="([^"]+)"/g)]
    : [
        ...text
          .replace(/^```.*?^```/gms, '')
          .replace(/`[^`\n]*`/g, '')
          .matchAll(/\]\(([^)\s]+)\)/g),
      ];
  return links.map(([, link]) => link).filter((link) => !/^(https?|data|mailto):/.test(link));
}

/** The anchors of a page's headings. */
function anchorsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text.toLowerCase());
  return headings.map((text) => text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

/** Is there such a file, or a folder with files, in the package? */
function isPacked(path: string): boolean {
  return files.includes(path) || files.some((file) => file.startsWith(path.replace(/\/?$/, '/')));
}

test('every link and picture of a packed page leads to a packed file', () => {
  const pages = files.filter((path) => /\.(md|html)$/.test(path));
  expect(pages.length).toBeGreaterThan(20);
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => {
        const [path, anchor] = link.split('#');
        const target = path ? posix.join(posix.dirname(page), path) : page;
        return !isPacked(target) || (anchor && target.endsWith('.md') && !anchorsOf(target).includes(anchor));
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('README.md, the page of the element and that of frameworks say how to install it', () => {
  for (const page of ['README.md', 'docs/element.md', 'docs/frameworks.md']) {
    expect(files).toContain(page);
    expect(/^npm install rivulet$/m.test(read(page)), page).toBe(true);
  }
});
