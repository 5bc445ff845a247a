/** docs/element.md and docs/frames.md list every attribute, property, event, method and field. */
import { expect, test } from 'vitest';
import { ATTRIBUTES } from '../../src/element/attributes.js';
import { Pane } from '../../src/element/pane.js';
import { PANE_OPTION_NAMES } from '../../src/element/pane-options.js';
import { RivuletPaneElement } from '../../src/element/rivulet-pane.js';
import { namesIn, readPage, sectionOf, tablesOf } from './read-page.ts';

const page = readPage('docs/element.md');
const SOURCE = readPage('src/core/frame.ts');

/** The names in the first column of a section's table, and in the column `column`. */
function told(heading: string, first: string, column = first): string[] {
  const [rows] = tablesOf(sectionOf(page, heading), first);
  return rows.flatMap((row) => namesIn(row[column])).sort();
}

/** What a class has besides what every element has. */
function membersOf(prototype: object): string[] {
  return Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor' && !name.endsWith('Callback'));
}

test('every attribute has its row, and its property', () => {
  expect(told('## Attributes', 'attribute')).toEqual([...ATTRIBUTES].sort());
  const properties = membersOf(Object.getPrototypeOf(RivuletPaneElement.prototype));
  // Every element has this one.
  expect(told('## Attributes', 'attribute', 'property')).toEqual([...properties, 'ariaLabel'].sort());
});

test('every other property and method of the element has its row', () => {
  expect(told('## Properties and methods', 'member')).toEqual(membersOf(RivuletPaneElement.prototype).sort());
});

test('every event has its row', () => {
  const source = readPage('src/element/page-types.ts');
  const events = [...source.matchAll(/^ {2}(\w+): CustomEvent</gm)].map(([, name]) => name);
  expect(events.length).toBeGreaterThan(2);
  expect(told('## Events', 'event')).toEqual(events.sort());
});

test('every option of mountPane has its row', () => {
  expect(told('## `mountPane(target, options)`', 'option')).toEqual([...PANE_OPTION_NAMES].sort());
});

test('every property and method of a pane has its row', () => {
  expect(told('### The pane', 'member')).toEqual(membersOf(Pane.prototype).sort());
});

test('docs/frames.md lists every field of a frame', () => {
  const frames = readPage('docs/frames.md');
  const fields = (heading: string, nth = 0) =>
    tablesOf(sectionOf(frames, heading), 'field')
      [nth].flatMap(({ field }) => namesIn(field))
      .sort();
  expect(fields('## `frame`')).toEqual(membersIn('Frame'));
  expect(fields('## `frame.drops`')).toEqual(membersIn('DropsView'));
  expect(fields('## `frame.falling`')).toEqual(membersIn('FallingView'));
  expect(fields('## `frame.charts[0]`')).toEqual(membersIn('ChartFrame'));
  expect(fields('## `frame.charts[0]`', 1)).toEqual(membersIn('MapView'));
});

/** The members of an interface of a frame, as its source has them: what implements it may have more. */
function membersIn(name: string): string[] {
  const [, body] = new RegExp(`^export interface ${name}\\b[^{]*{\n([\\s\\S]*?)^}`, 'm').exec(SOURCE) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, member]) => member).sort();
}
