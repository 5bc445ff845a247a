/** How one option of a model is described: enough to check it and to default it. */
export type OptionSpec =
  | { type: 'boolean'; default: boolean }
  | { type: 'number'; default: number; min: number; max: number; unit?: string; integer?: boolean }
  | { type: 'choice'; default: string; choices: readonly string[] };

export type OptionTable = Readonly<Record<string, OptionSpec>>;

type ValueOf<T> = T extends { type: 'boolean' }
  ? boolean
  : T extends { type: 'number' }
    ? number
    : T extends { choices: readonly (infer C)[] }
      ? C
      : never;

/** The checked options that one table describes. */
export type OptionsOf<Table extends OptionTable> = { readonly [K in keyof Table]: ValueOf<Table[K]> };

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
