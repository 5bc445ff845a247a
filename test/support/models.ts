/** The models by name, and their options, for laws that hold for all of them or for those that have something in common. */
import { chen2013, chin, type ModelDefinition, nakata2012 } from 'rivulet/models';

type Options = Readonly<Record<string, string | number | boolean>>;

/** Every model there is. */
export const DEFINITIONS: readonly ModelDefinition[] = [chen2013, chin, nakata2012];

/** Models whose drops leave trails in maps: particles (Chen 2013, Chin). */
export const MAPPED: readonly string[] = DEFINITIONS.filter(({ options }) => 'maps' in options).map(({ name }) => name);

/** A model with those of the options that it has: what it does not do it need not be told to leave. */
export function modelWith(name: string, options: Options): Options & { name: string } {
  const known = DEFINITIONS.find((one) => one.name === name)?.options ?? {};
  return { ...Object.fromEntries(Object.entries(options).filter(([option]) => option in known)), name };
}
