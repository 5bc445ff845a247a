/** What a command is: data that parsing and help are made from, and a function. */
import type { InputFile } from './input-files.js';
import type { Interrupt } from './interrupt.js';

/** A flag of a command. */
export interface Flag {
  /** What stands for its value in help, for example `S`; left out, the flag takes none. */
  readonly value?: string;
  /** One letter, for `-o`. */
  readonly short?: string;
  /** One sentence, with unit and default. */
  readonly doc: string;
}

/** The words of a command line after the command's name, sorted. */
export interface Arguments {
  /** What is not a flag. */
  readonly operands: readonly string[];
  /** Was a flag without a value given? */
  has(name: string): boolean;
  /** A flag's value; of several the last. */
  value(name: string): string | undefined;
  /** All values of a flag that may be given more than once. */
  values(name: string): readonly string[];
}

/** Where a command reads and writes, so that `main` can be called from a program too. */
export interface Console {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
}

/** All a command gets. */
export interface CommandContext {
  readonly arguments: Arguments;
  readonly console: Console;
  readonly interrupt: Interrupt;
  /** Files read so far. */
  readonly inputs: InputFile[];
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name, for example `SCENE [options]`. */
  readonly operands: string;
  /** Fewest and most operands; too few or many are refused with `missing`. */
  readonly count: readonly [min: number, max: number];
  readonly flags: Readonly<Record<string, Flag>>;
  /** Examples, one a line. */
  readonly examples: readonly string[];
  run(context: CommandContext): Promise<void>;
}
