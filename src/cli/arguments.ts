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
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) throw unknownFlag(command, token.rawName, Object.keys(flags));
    if (flag.value && token.value === undefined)
      throw misused(command, `${token.rawName} needs a value, ${flag.value}.`);
    if (!flag.value && token.value !== undefined) throw misused(command, `${token.rawName} takes no value.`);
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
  }
  // Who asks for help need not get the rest right.
  if (!given.has('help')) checkCount(command, operands);
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

function unknownFlag(command: Command, rawName: string, names: readonly string[]): UsageError {
  const known = names.map((name) => `--${name}`);
  return misused(command, sentences(`unknown option ${rawName}.`, didYouMean(rawName, known)));
}

function checkCount(command: Command, operands: readonly string[]): void {
  const [min, max] = command.count;
  if (operands.length < min) throw misused(command, `rivulet ${command.name} needs a SCENE: a name, a file or -.`);
  if (operands.length <= max) return;
  const extra = operands.slice(max).join(' ');
  const most = max === 0 ? 'no operand' : 'one SCENE';
  throw misused(command, `rivulet ${command.name} takes ${most}; "${extra}" is too many.`);
}
