import type { BooleanOption, ChoiceOption, NumberOption, OptionsOf, TextOption } from '../core/options.js';

/** The entry of a model's option: a switch, a number, one of a few words or a text, always with a default. */
export type OptionSpec =
  | BooleanOption
  | TextOption
  | (NumberOption & { readonly default: number })
  | (ChoiceOption & { readonly default: string });

/** The options of a model. */
export type OptionTable = Readonly<Record<string, OptionSpec>>;

export type { OptionsOf };

/** The checked options of a model, by name. */
export type OptionValues = Readonly<Record<string, boolean | number | string>>;

export function optionDefaults(table: OptionTable): Record<string, boolean | number | string> {
  return Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, spec.default]));
}

/** The same table with other defaults; a name that is not there is a mistake in the program. */
export function withDefaults(table: OptionTable, defaults: OptionValues): OptionTable {
  const entries = Object.entries(table).map(([name, spec]) => [
    name,
    name in defaults ? { ...spec, default: defaults[name] } : spec,
  ]);
  return Object.fromEntries(entries) as OptionTable;
}
