import type { OptionTable } from '../src/core/options.js';

/** A constant that is a table of options. */
export interface OptionConstant {
  /** Its file, from src/. */
  readonly file: string;
  /** Undefined if the constant is not exported. */
  readonly table: OptionTable | undefined;
  /** The comments above its entries. */
  readonly meanings: ReadonlyMap<string, string>;
  /** The constants that are spread into it. */
  readonly within: readonly string[];
}

/** The pages that may have tables, from the root. */
export function pages(): string[];

/** A page's text with its tables as they should be, and the names of the constants that it shows. */
export function withTables(
  text: string,
  constants: ReadonlyMap<string, OptionConstant>,
): Promise<{ text: string; shown: string[] }>;

/** Every constant of src/ that is a table of options, by name. */
export function optionConstants(): Promise<Map<string, OptionConstant>>;
