/** `rivulet reproduce`: the papers' tables and figures beside ours, as one HTML book. */
import { join } from 'node:path';
import { misused } from '../arguments.js';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../errors.js';
import { readOutput } from '../flags.js';
import { version } from '../help.js';
import { durationOf, Progress } from '../progress.js';
import { type BookPart, bookHtml, countRows, type Result } from '../reproduce/book.js';
import { chen } from '../reproduce/chen.js';
import { chin } from '../reproduce/chin.js';
import { type Chapter, Lab } from '../reproduce/experiment.js';
import { kaneda } from '../reproduce/kaneda.js';
import { nakata } from '../reproduce/nakata.js';
import { stuppacher } from '../reproduce/stuppacher.js';
import { validation } from '../reproduce/validation.js';
import { checkWritable, makeFolder, removeFolders, writeFileWhole } from '../write-file.js';

const CHAPTERS: readonly Chapter[] = [chen, stuppacher, chin, kaneda, nakata, validation];
const NAMES = CHAPTERS.map(({ name }) => name);

export const reproduceCommand: Command = {
  name: 'reproduce',
  summary: "Writes the papers' tables and figures beside ours as a book.",
  operands: '[PAPER...] -o DIR [options]',
  count: [0, Number.POSITIVE_INFINITY],
  flags: {
    output: { short: 'o', value: 'DIR', doc: 'A folder for index.html, which holds all pictures, and results.json.' },
    quick: { doc: 'Shorter runs and coarser pictures: a few minutes.' },
    json: { doc: 'Prints the tables as JSON.' },
  },
  examples: ['rivulet reproduce -o book --quick', 'rivulet reproduce chen validation -o book --json'],
  run: reproduce,
};

async function reproduce(context: CommandContext): Promise<void> {
  const { arguments: given, console } = context;
  const chapters = chosen(given.operands);
  const output = readOutput(given, reproduceCommand, { missing: '-o DIR', must: 'name a folder' });
  const made = makeFolder(output);
  try {
    const page = join(output, 'index.html');
    checkWritable(page);
    const from = performance.now();
    const parts = await runAll(context, chapters, new Lab(context, given.has('quick')));
    const took = durationOf(performance.now() - from);
    const about = `Made by rivulet ${version()} on Node ${process.version}, ${process.arch}, in ${took}${given.has('quick') ? ', with --quick' : ''}.`;
    writeFileWhole(page, Buffer.from(bookHtml(parts, about)));
    const json = `${JSON.stringify(resultsOf(parts), null, 2)}\n`;
    writeFileWhole(join(output, 'results.json'), Buffer.from(json));
    if (given.has('json')) console.stdout.write(json);
    const { agree, differ } = countRows(parts);
    console.stderr.write(`rivulet: wrote ${page} in ${took}; ${agree} numbers agree, ${differ} differ.\n`);
  } finally {
    removeFolders(made);
  }
}

/** The chapters that the words name; all of them if there is none. */
function chosen(words: readonly string[]): readonly Chapter[] {
  for (const word of words) {
    if (!NAMES.includes(word))
      throw misused(reproduceCommand, `PAPER must be one of ${NAMES.join(', ')}; got "${word}".`);
  }
  if (new Set(words).size < words.length) throw new UsageError('each PAPER must be there once.');
  return words.length === 0 ? CHAPTERS : CHAPTERS.filter(({ name }) => words.includes(name));
}

async function runAll(context: CommandContext, chapters: readonly Chapter[], lab: Lab): Promise<BookPart[]> {
  const progress = new Progress(context.console.stderr, 'reproduce');
  const parts: BookPart[] = [];
  try {
    for (const chapter of chapters) {
      const results: Result[] = [];
      for (const experiment of chapter.experiments) {
        progress.show(`${chapter.name}: ${experiment.title}`);
        results.push({ experiment, finding: await experiment.run(lab) });
        await context.interrupt.rest();
      }
      parts.push({ chapter, results });
    }
  } finally {
    progress.clear();
  }
  return parts;
}

/** The tables alone. */
function resultsOf(parts: readonly BookPart[]): object[] {
  return parts.flatMap(({ chapter, results }) =>
    results.map(({ experiment: { id, title, paper, command }, finding: { rows = [], why } }) => ({
      chapter: chapter.name,
      id,
      title,
      paper,
      rows,
      why,
      command,
    })),
  );
}
