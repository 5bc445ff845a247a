/** Writes what was measured into docs/. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeFileWhole } from '../dist/cli/write-file.js';
import { BenchError } from './compare.mjs';
import { plots } from './plots.mjs';
import { markdown } from './report.mjs';

/** @typedef {import('./report.mjs').Done} Done */

const DOCS = resolve(import.meta.dirname, '../docs');
const PAGE = 'speed.md';
const BEGIN = '<!-- bench: written by npm run bench -- --write-docs -->';
const END = '<!-- /bench -->';

/** Fills the measured part of docs/speed.md. @param {Done[]} all */
export function writeDocs(all) {
  const page = readFileSync(join(DOCS, PAGE), 'utf8');
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new BenchError(`docs/${PAGE} has lost its marks: ${BEGIN} and ${END}.`);
  write(PAGE, `${page.slice(0, begin + BEGIN.length)}\n\n${markdown(all)}\n${page.slice(end)}`);
}

/** Draws docs/images/speed-*.svg. @param {Done[]} all */
export function writePlots(all) {
  for (const [name, svg] of Object.entries(plots(all))) write(`images/speed-${name}.svg`, svg);
}

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(DOCS, path)), { recursive: true });
  writeFileWhole(join(DOCS, path), Buffer.from(text));
}
