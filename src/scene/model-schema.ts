/** The model's part of a scene. Its fields are the options that the model itself declares, so a new model needs no new schema. */
import * as v from 'valibot';
import { describeValue } from '../core/errors.js';
import type { QuantityKind } from '../core/units.js';
import type { ModelDefinition } from '../models/model.js';
import type { OptionSpec, OptionTable } from '../models/options.js';
import { choice, flag, isPlainObject, part, plainNumber, quantity } from './fields.js';
import { didYouMean, either } from './messages.js';
import type { OptionValue, SceneModel, SceneModelInput } from './scene.js';

/** Options in these units may also be strings. */
const KINDS: Readonly<Record<string, QuantityKind>> = {
  mm: 'length',
  rad: 'angle',
  mg: 'mass',
  s: 'time',
  'mm/s': 'speed',
  'mm/s²': 'acceleration',
};

type OptionSchema = v.GenericSchema<OptionValue | undefined, OptionValue>;

/** A model's name and options: one schema a model, chosen by the name that came. */
export function modelSchema(models: readonly ModelDefinition[]): v.GenericSchema<SceneModelInput, SceneModel> {
  const names = models.map((model) => model.name);
  return v.lazy((input: unknown) => {
    // Not an object at all: any model's schema says so.
    if (!isPlainObject(input)) return optionsSchema(names[0], {});
    if (Object.hasOwn(input, 'shapes')) return movedShapes();
    // The first of the registry is the model of a scene that names none.
    const name = input.name ?? names[0];
    const model = models.find((known) => known.name === name);
    return model ? optionsSchema(model.name, model.options) : unknownModel(names);
  });
}

function optionsSchema(name: string, table: OptionTable): v.GenericSchema<SceneModelInput, SceneModel> {
  const entries: Record<string, OptionSchema> = {};
  for (const [option, spec] of Object.entries(table)) entries[option] = v.optional(optionSchema(spec), spec.default);
  return part({ name: v.optional(choice([name]), name), ...entries });
}

function optionSchema(spec: OptionSpec): v.GenericSchema<OptionValue, OptionValue> {
  if (spec.type === 'boolean') return flag();
  if (spec.type === 'choice') return choice(spec.choices);
  const kind = spec.unit === undefined ? undefined : KINDS[spec.unit];
  return kind === undefined ? plainNumber(spec) : quantity(spec, kind);
}

/** `shapes` was an option until the model with real shapes got its own name. */
function movedShapes(): v.GenericSchema<SceneModelInput, SceneModel> {
  const shapes = v.custom<never>(
    () => false,
    ({ input }) =>
      input === 'caps'
        ? 'must be left out; got "caps". Drops with real shapes are the model "rivulet": write "name": "rivulet".'
        : `must be left out; got ${describeValue(input)}. The models "chen2013" and "chin" always have hemispheres.`,
  );
  return v.object({ shapes }) as unknown as v.GenericSchema<SceneModelInput, SceneModel>;
}

/** Fails at `name`, whatever the other options are. */
function unknownModel(names: readonly string[]): v.GenericSchema<SceneModelInput, SceneModel> {
  const name = v.custom<string>(
    () => false,
    ({ input }) => {
      const meant = didYouMean(input, names);
      return `must be ${either(names)}; got ${describeValue(input)}.${meant ? ` ${meant}` : ''}`;
    },
  );
  return v.object({ name });
}
