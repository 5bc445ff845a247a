/** docs/gallery.md and the studio's gallery show every scene. */
import { readdirSync, statSync } from 'node:fs';
import { sceneNames } from 'rivulet';
import { expect, test } from 'vitest';
import { galleryGroups, galleryPage, MOST_BYTES } from '../../scripts/gallery.mjs';
import { readPage } from './read-page.ts';

const FOLDER = new URL('../../docs/gallery/', import.meta.url);
const groups = await galleryGroups();

test('page and list are what `npm run gallery` writes', () => {
  expect(readPage('docs/gallery.md')).toBe(galleryPage(groups));
  expect(JSON.parse(readPage('docs/gallery/scenes.json'))).toEqual(groups);
});

test('every scene has its thumbnail of at most 15 kB and one sentence, and no thumbnail is left over', () => {
  const pictures = readdirSync(FOLDER).filter((name) => name.endsWith('.jpg'));
  expect(pictures.sort()).toEqual(sceneNames.map((name) => `${name}.jpg`).sort());
  for (const name of pictures) expect(statSync(new URL(name, FOLDER)).size, name).toBeLessThanOrEqual(MOST_BYTES);
  for (const { name, sentence } of groups.flatMap(({ scenes }) => scenes))
    expect(sentence, name).toMatch(/^[A-Z].+\.$/);
});

test('the showcase comes first, then a heading for each paper', () => {
  expect(groups[0].scenes.map(({ name }) => name)).toContain('window');
  expect(groups.slice(1).every(({ heading }) => /^[A-Z][a-z]+/.test(heading))).toBe(true);
  expect(groups).toHaveLength(6);
});
