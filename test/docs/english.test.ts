/** Words that CONTRIBUTING.md rules out: drops, cells and programs are things, and "who" is for people. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'test', 'bench', 'scripts', 'studio', 'docs', 'examples'];
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'CHANGELOG.md'];
/** CONTRIBUTING.md quotes its word; this file holds all of them. */
const RULED_OUT =
  /\b([Nn]obody|[Ss]omebody|[Aa]nybody|[Ww]hoever|[Ww]hom|[Aa]new|(?<!\b(?:users?|people) )(?<!")[Ww]ho)\b/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
).filter((path) => /\.(ts|mjs|md|css|html)$/.test(path) && !/node_modules|\.generated\.|english\.test\.ts$/.test(path));

test('comments, names of tests and pages use none of the words that are ruled out', () => {
  const found = [...files, ...PAGES].flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .map((line, n) => `${path}:${n + 1}: ${line.trim()}`)
      .filter((line) => RULED_OUT.test(line)),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
