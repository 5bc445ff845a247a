/** Pages of docs/ as tests read them: sections, tables and fenced code. */
import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

export function readPage(name: string): string {
  return readFileSync(new URL(name, ROOT), 'utf8');
}

/** The text under a heading, to the next one of any level. */
export function sectionOf(page: string, heading: string): string {
  const start = `\n${page}`.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`no heading "${heading}"`);
  const rest = page.slice(start + heading.length + 1);
  const end = rest.search(/^#+ /m);
  return end < 0 ? rest : rest.slice(0, end);
}

/** A row of a table by its columns' names. */
export type Row = Readonly<Record<string, string>>;

/** The tables of a text whose first column has this name. */
export function tablesOf(text: string, first: string): Row[][] {
  const tables = [...text.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) => table.trim().split('\n').map(cellsOf));
  return tables
    .filter(([head]) => head[0] === first)
    .map(([head, , ...rows]) => rows.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n] ?? '']))));
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** Names in code quotes, without the arguments of methods: "`x`, `y`" are two. */
export function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name.replace(/\(.*$/, ''));
}

/** Fenced blocks of a language. */
export function codeOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code);
}
