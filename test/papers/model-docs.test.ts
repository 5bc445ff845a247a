/** Every model has a page, and README.md names every option of every model. */
import { readFileSync } from 'node:fs';
import { modelNames } from 'rivulet';
import * as models from 'rivulet/models';
import { chen2013, chin, kaneda1996, nakata2012, rivulet, stuppacher2007 } from 'rivulet/models';
import { expect, test } from 'vitest';

const definitions = [rivulet, chen2013, chin, nakata2012, kaneda1996, stuppacher2007];

test('every model has a page', () => {
  expect(definitions.map(({ name }) => name).sort()).toEqual([...modelNames].sort());
  for (const { name } of definitions) expect(name in models).toBe(true);
});

test('README.md names every option', () => {
  const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| options | for |'), page.indexOf('[chen2013](docs/models/chen2013.md), '));
  const named = new Set([...table.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const options = new Set(definitions.flatMap((definition) => Object.keys(definition.options)));
  expect([...named].sort()).toEqual([...options].sort());
});
