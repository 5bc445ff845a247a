/** docs/models/*.md tells every option of a model as the program has it: name, default, unit, values, meaning; README.md names it. */
import { readFileSync } from 'node:fs';
import { modelNames } from 'rivulet';
import * as models from 'rivulet/models';
import {
  chen2013,
  chin,
  MAP_OPTION_MEANINGS,
  NAKATA_OPTION_MEANINGS,
  nakata2012,
  type OptionSpec,
  rivulet,
} from 'rivulet/models';
import { describe, expect, test } from 'vitest';

const definitions = [rivulet, chen2013, chin, nakata2012];

/** What the options of a model mean. */
function meaningsOf(name: string): Readonly<Record<string, string>> {
  return name === 'nakata2012' ? NAKATA_OPTION_MEANINGS : MAP_OPTION_MEANINGS;
}

/** What an option may be. */
function valuesOf(spec: OptionSpec): string {
  if (spec.type === 'boolean') return '`true`, `false`';
  if (spec.type === 'choice') return spec.choices.map((choice) => `\`${choice}\``).join(', ');
  return `${spec.min} to ${spec.max}${spec.integer ? ', whole' : ''}`;
}

/** One line of the table. */
function row(name: string, spec: OptionSpec, meaning: string): string {
  const unit = spec.type === 'number' ? (spec.unit ?? '') : '';
  return `| \`${name}\` | \`${spec.default}\` | ${unit} | ${valuesOf(spec)} | ${meaning} |`;
}

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

describe.each(definitions)('docs/models/$name.md', ({ name, options }) => {
  const page = readFileSync(new URL(`../../docs/models/${name}.md`, import.meta.url), 'utf8');

  test('has the options table of the program', () => {
    const table = page.slice(page.indexOf('<!-- options'), page.indexOf('<!-- end -->')).trim().split('\n').slice(1);
    const head = ['| option | default | unit | values | meaning |', '| --- | --- | --- | --- | --- |'];
    const meanings = meaningsOf(name);
    const rows = Object.entries(options).map(([option, spec]) => row(option, spec, meanings[option]));
    expect(table).toEqual([...head, ...rows]);
  });
});
