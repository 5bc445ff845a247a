/** The wind of a scene as a valibot schema. */
import * as v from 'valibot';
import { describeValue, type NumberRange } from '../core/errors.js';
import type { WindFieldOptions } from '../weather/wind-field.js';
import { GUST_DEFAULTS, type GustOptions, WIND_DEFAULTS } from '../weather/wind-options.js';
import { choice, type Fields, part, plainNumber, quantity } from './fields.js';
import * as limits from './limits.js';
import type { SceneWind } from './wind.js';

const GUST_TIME: NumberRange = { min: 0.02, max: 3600, unit: 's' };
const FIELD_STRENGTH: NumberRange = { min: -1, max: 10 };
export const FIELD_POINTS: NumberRange = { min: 1, max: 1024, integer: true };
export const FIELD_VALUE: NumberRange = { min: 0, max: 10 };
const FIELD_KINDS = ['map', 'edge', 'pillars', 'centre', 'across', 'down', 'parting'] as const;

export function windSchema() {
  return part({
    speed: v.optional(quantity(limits.WIND_SPEED, 'speed'), WIND_DEFAULTS.speed),
    direction: v.optional(quantity(limits.DIRECTION, 'angle'), WIND_DEFAULTS.direction),
    boundaryLayer: v.optional(quantity(limits.BOUNDARY_LAYER, 'length'), WIND_DEFAULTS.boundaryLayer),
    exponent: v.optional(plainNumber(limits.WIND_EXPONENT), WIND_DEFAULTS.exponent),
    vehicle: v.optional(quantity(limits.WIND_SPEED, 'speed'), WIND_DEFAULTS.vehicle),
    gusts: v.optional(v.nullable(gusts()), null),
    field: v.optional(v.nullable(field()), null),
  } satisfies Fields<SceneWind>);
}

function gusts() {
  const fields = {
    strength: v.optional(plainNumber(limits.SHARE), GUST_DEFAULTS.strength),
    slowest: v.optional(quantity(GUST_TIME, 'time'), GUST_DEFAULTS.slowest),
    fastest: v.optional(quantity(GUST_TIME, 'time'), GUST_DEFAULTS.fastest),
  } satisfies Fields<GustOptions>;
  return v.pipe(
    part(fields, 'For a steady wind write null.'),
    v.check(
      ({ slowest, fastest }) => fastest <= slowest,
      ({ input }) => `must have fastest at most slowest, ${input.slowest} s; got ${input.fastest}. Swap the two.`,
    ),
  );
}

function field() {
  const all = part({
    kind: v.optional(choice(FIELD_KINDS), 'map'),
    strength: v.optional(plainNumber(FIELD_STRENGTH), 0.5),
    width: v.optional(plainNumber(FIELD_POINTS), 1),
    height: v.optional(plainNumber(FIELD_POINTS), 1),
    values: v.optional(numbers(FIELD_VALUE), [1]),
    turns: v.optional(v.nullable(numbers(limits.DIRECTION)), null),
  });
  return v.pipe(
    all,
    v.rawTransform<v.InferOutput<typeof all>, WindFieldOptions>(({ dataset, addIssue, NEVER }) => {
      const { kind, strength, width, height, values, turns } = dataset.value;
      if (kind !== 'map') return { kind, strength };
      for (const [key, list] of Object.entries({ values, turns: turns ?? values })) {
        if (list.length === width * height) continue;
        const message = `must have ${width * height} numbers (${width} x ${height}); got ${list.length}.`;
        addIssue({ message, path: [pathItem(dataset.value, key, list)] });
        return NEVER;
      }
      return { kind, width, height, values, turns };
    }),
  );
}

/** A list of numbers in a range; the first wrong one is named by its place. */
function numbers(range: NumberRange) {
  return v.pipe(
    v.custom<readonly number[]>(
      (given) => Array.isArray(given),
      ({ input }) => `must be a list of numbers; got ${describeValue(input)}.`,
    ),
    v.array(plainNumber(range)),
  );
}

function pathItem(input: object, key: string, value: unknown): v.ObjectPathItem {
  return { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value };
}
