/** custom-elements.json, which the build derives from the element's own lists. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTRIBUTES } from '../../src/element/attributes.ts';

interface Entry {
  name: string;
  description?: string;
  attribute?: string;
}

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const manifest = JSON.parse(read(JSON.parse(read('package.json')).customElements));
const [element] = manifest.modules[0].declarations;
const names = (list: Entry[]) => list.map(({ name }) => name);

test('has every attribute, with its meaning and a property that reflects it', () => {
  expect(names(element.attributes)).toEqual([...ATTRIBUTES]);
  const own = element.attributes.filter(({ name }: Entry) => !name.startsWith('aria-'));
  expect(own.filter(({ description }: Entry) => !description)).toEqual([]);
  const reflected = element.members.map(({ attribute }: Entry) => attribute).filter(Boolean);
  expect(reflected.toSorted()).toEqual(names(own).toSorted());
});

test('has the members, events, parts and slots of the element, and its module defines it', () => {
  expect(names(element.members)).toEqual(expect.arrayContaining(['scene', 'focusOn', 'paused', 'pane']));
  expect(names(element.events)).toEqual(['ready', 'error', 'drop']);
  expect(names(element.cssParts)).toContain('play');
  expect(names(element.slots)).toEqual(['']);
  expect(manifest.modules[0].exports[0]).toMatchObject({ kind: 'custom-element-definition', name: 'rivulet-pane' });
});

test('docs/element.md lists every attribute and event', () => {
  const page = read('docs/element.md');
  const told = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(told).toEqual(expect.arrayContaining([...ATTRIBUTES, ...names(element.events)]));
});
