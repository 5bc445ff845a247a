/** Help, made from the same tables that parse the words, and the version. */

import { readFileSync } from 'node:fs';
import type { Command, Flag } from './command.js';
import { table } from './table.js';

/** Help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  const list = commands.map((command) => [`  rivulet ${command.name} ${command.operands}`.trimEnd(), command.summary]);
  return `Water drops on glass.

Usage:
${table(list)}
  rivulet COMMAND --help   all about one command
  rivulet --version        prints the version

Of an option that is given twice the last counts; each --set counts.
SCENE is a preset's name (see rivulet scenes), a JSON file, or - for standard input.
Data goes to standard output, everything else to standard error.
Exit codes: 0 done, 1 failed, 2 misused, 130 interrupted.
`;
}

/** Help of one command. */
export function commandHelp(command: Command): string {
  const flags = Object.entries(command.flags).flatMap(([name, flag]) => {
    const lines = flag.doc.split('\n');
    return lines.map((line, n) => [n === 0 ? `  ${flagTerm(name, flag)}` : '', line]);
  });
  flags.push(['  --help, -h', 'Prints this and does nothing.']);
  const examples = command.examples.map((example) => `  ${example}\n`).join('');
  return `${command.summary}

Usage: rivulet ${command.name} ${command.operands}

Options:
${table(flags)}
Examples:
${examples}`;
}

function flagTerm(name: string, flag: Flag): string {
  const term = flag.value ? `--${name} ${flag.value}` : `--${name}`;
  return flag.short ? `-${flag.short}, ${term}` : term;
}

/** The version of the package this file belongs to; sources and build are equally deep in it. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
