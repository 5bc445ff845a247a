/** The model's part of a scene. Its fields are the options that the model itself declares, so a new model needs no new schema. */
import * as v from 'valibot';
import { describeValue } from '../core/errors.js';
import type { ModelDefinition } from '../models/model.js';
import type { OptionTable } from '../models/options.js';
import { choice, fieldsOf, isPlainObject, part } from './fields.js';
import { didYouMean, either, fail, shorten } from './messages.js';
import type { SceneModel, SceneModelInput } from './scene.js';

/** A model's name and options: one schema a model, chosen by the name that came. */
export function modelSchema(models: readonly ModelDefinition[]): v.GenericSchema<SceneModelInput, SceneModel> {
  const names = models.map((model) => model.name);
  return v.lazy((input: unknown) => {
    // Not an object: any model's schema reports it.
    if (!isPlainObject(input)) return optionsSchema(names[0], {});
    if (Object.hasOwn(input, 'shapes')) return movedShapes();
    // The first of the registry is the model of a scene that names none.
    const name = input.name ?? names[0];
    const model = models.find((known) => known.name === name);
    return model ? optionsSchema(model.name, model.options) : unknownModel(names);
  });
}

function optionsSchema(name: string, table: OptionTable): v.GenericSchema<SceneModelInput, SceneModel> {
  const schema = part({ name: v.optional(choice([name]), name), ...fieldsOf(table) });
  return schema as unknown as v.GenericSchema<SceneModelInput, SceneModel>;
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

/** Throws unless options of a model that are called …Min and …Max are the ends of a range. */
export function checkPairs(model: SceneModel): void {
  for (const [option, max] of Object.entries(model)) {
    if (!option.endsWith('Max')) continue;
    const lower = `${option.slice(0, -'Max'.length)}Min`;
    const min = model[lower];
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) continue;
    fail(`scene.model.${lower}`, `must be at most ${option}, ${shorten(max)}; got ${shorten(min)}.`);
  }
}
