/** From words to arguments. Every refusal is one line of our own: `parseArgs` words them differently in each Node. */
import { parseArgs } from 'node:util';
import { didYouMean } from '../scene/messages.js';
import type { Arguments, Command, Flag } from './command.js';
import { UsageError } from './errors.js';

/** Sorts the words behind a command's name. Throws `UsageError` on unknown flags and wrong numbers of operands. */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const flags: Record<string, Flag> = { ...command.flags, help: HELP_FLAG };
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    options: Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, parseArgsOption(flag)])),
  });
  // With --help the other words need not be right.
  const helps = tokens.some((token) => token.kind === 'option' && token.name === 'help');
  if (helps) return sorted([], new Map([['help', ['']]]));
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) throw unknownFlag(command, token.rawName, Object.keys(flags));
    if (flag.value && token.value === undefined)
      throw misused(command, `${token.rawName} needs a value, ${flag.value}: ${meaning(flag)}.`);
    if (!flag.value && token.value !== undefined) throw misused(command, `${token.rawName} takes no value.`);
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
  }
  checkCount(command, operands, given);
  checkStdin(command, operands);
  return sorted(operands, given);
}

function sorted(operands: readonly string[], given: ReadonlyMap<string, readonly string[]>): Arguments {
  return {
    operands,
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
  };
}

/** Sentences in a row; empty ones are left out. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** A wrong call of a command, with the way to its help. */
export function misused(command: Command, what: string): UsageError {
  return new UsageError(`${what} See rivulet ${command.name} --help.`);
}

const HELP_FLAG: Flag = { short: 'h', doc: 'Prints this and does nothing.' };

function parseArgsOption(flag: Flag): { type: 'string' | 'boolean'; short?: string } {
  const type = flag.value ? 'string' : 'boolean';
  return flag.short ? { type, short: flag.short } : { type };
}

/** The first sentence about a flag, to go on with after a colon. */
function meaning({ doc }: Flag): string {
  const [first] = doc.split(/\.(?: |$)/);
  return first[0].toLowerCase() + first.slice(1);
}

function unknownFlag(command: Command, rawName: string, names: readonly string[]): UsageError {
  const known = names.map((name) => `--${name}`);
  return misused(command, sentences(`unknown option ${rawName}.`, didYouMean(rawName, known)));
}

function checkCount(
  command: Command,
  operands: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
): void {
  const [min, max] = command.count;
  if (operands.length < min) throw misused(command, `rivulet ${command.name} needs a SCENE: a name, a file or -.`);
  if (operands.length <= max) return;
  const extra = operands.slice(max).join(' ');
  const most = max === 0 ? 'no operand' : 'one SCENE';
  const what = `rivulet ${command.name} takes ${most}; "${extra}" is too many.`;
  throw misused(command, sentences(what, remedyFor(command, extra, given)));
}

/** What a word too many was meant for, if that is plain. */
function remedyFor({ flags }: Command, extra: string, given: ReadonlyMap<string, readonly string[]>): string {
  const pairs = Object.entries(flags).filter(([, flag]) => flag.value?.includes('='));
  for (const [name] of pairs) {
    const half = given.get(name)?.find((value) => !value.includes('='));
    if (half !== undefined) return `Write --${name} ${half}=${extra}.`;
  }
  return flags.output && !given.has('output') ? `Is it the output? Write -o ${extra}.` : '';
}

/** A second reader of standard input would find it empty. */
function checkStdin(command: Command, operands: readonly string[]): void {
  const times = operands.filter((operand) => operand === '-').length;
  if (times > 1)
    throw misused(command, `- must be there once, since standard input is read once; got it ${times} times.`);
}
