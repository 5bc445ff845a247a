/** The command line as a function: words in, exit code out. */
import { didYouMean } from '../scene/messages.js';
import { parseArguments, sentences } from './arguments.js';
import type { Command, CommandContext, Console } from './command.js';
import { benchCommand } from './commands/bench.js';
import { exportCommand } from './commands/export.js';
import { renderCommand } from './commands/render.js';
import { reproduceCommand } from './commands/reproduce.js';
import { scenesCommand } from './commands/scenes.js';
import { simulateCommand } from './commands/simulate.js';
import { EXIT_DONE, errorLine, exitCodeOf, UsageError } from './errors.js';
import { commandHelp, programHelp, version } from './help.js';
import { Interrupt } from './interrupt.js';
import { blameSettings } from './overrides.js';

const COMMANDS: readonly Command[] = [
  scenesCommand,
  simulateCommand,
  renderCommand,
  exportCommand,
  benchCommand,
  reproduceCommand,
];

/** Runs one command line (without `node` and the program's name). Never throws; errors are one line on `stderr`. */
export async function main(words: readonly string[], console: Console): Promise<number> {
  const interrupt = new Interrupt();
  try {
    await dispatch(words, console, interrupt);
    return EXIT_DONE;
  } catch (error) {
    console.stderr.write(`rivulet: ${errorLine(error)}\n`);
    return exitCodeOf(error);
  } finally {
    interrupt.dispose();
  }
}

async function dispatch(words: readonly string[], console: Console, interrupt: Interrupt): Promise<void> {
  const [first, ...rest] = words;
  // With --help or --version the words that follow need not be right.
  if (asksHelp(first) || (first === 'help' && (rest.length === 0 || asksHelp(rest[0])))) {
    console.stdout.write(programHelp(COMMANDS));
  } else if (first === '--version' || first === '-v') {
    console.stdout.write(`${version()}\n`);
  } else if (first === 'help') {
    console.stdout.write(commandHelp(findCommand(rest[0])));
  } else {
    const command = findCommand(first);
    const given = parseArguments(command, rest);
    if (given.has('help')) console.stdout.write(commandHelp(command));
    else await run(command, { arguments: given, console, interrupt, inputs: [] });
  }
}

async function run(command: Command, context: CommandContext): Promise<void> {
  try {
    await command.run(context);
  } catch (error) {
    throw blameSettings(error, context.arguments);
  }
}

function asksHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

function findCommand(name: string | undefined): Command {
  const names = COMMANDS.map((command) => command.name);
  if (name === undefined) throw new UsageError(`a command is missing: ${names.join(', ')}. See rivulet --help.`);
  const command = COMMANDS.find((one) => one.name === name);
  if (command) return command;
  const kind = name.startsWith('-') ? 'option' : 'command';
  throw new UsageError(sentences(`unknown ${kind} "${name}".`, didYouMean(name, names), 'See rivulet --help.'));
}
