/** The wipers of a scene as a valibot schema. */
import * as v from 'valibot';
import { describeValue, type NumberRange } from '../core/errors.js';
import { choice, type Fields, part as object, plainNumber, quantity } from './fields.js';
import * as limits from './limits.js';
import type { SceneWiper, SceneWiperInput } from './wiper.js';

const MOST_WIPERS = 16;
const PLACE: NumberRange = { min: -10_000, max: 10_000, unit: 'mm' };
const ARM: NumberRange = { min: 0, max: 10_000, unit: 'mm' };
const LENGTH: NumberRange = { min: 1, max: 10_000, unit: 'mm' };
const STROKE: NumberRange = { min: 0.05, max: 3600, unit: 's' };
const PAUSE: NumberRange = { min: 0, max: 3600, unit: 's' };
const FILM: NumberRange = { min: 0, max: 0.1, unit: 'mm' };

export function wipersSchema() {
  return v.pipe(
    v.custom<readonly SceneWiperInput[]>(
      (given) => Array.isArray(given) && given.length <= MOST_WIPERS,
      ({ input }) => {
        const came = Array.isArray(input) ? `${input.length} wipers` : describeValue(input);
        return `must be a list of at most ${MOST_WIPERS} wipers; got ${came}.`;
      },
    ),
    v.array(wiper()),
  );
}

function wiper() {
  return object({
    kind: v.optional(choice(['pivot', 'parallel']), 'pivot'),
    x: quantity(PLACE, 'length'),
    y: quantity(PLACE, 'length'),
    arm: v.optional(quantity(ARM, 'length'), 0),
    length: quantity(LENGTH, 'length'),
    from: quantity(limits.DIRECTION, 'angle'),
    to: quantity(limits.DIRECTION, 'angle'),
    blade: v.optional(quantity(limits.DIRECTION, 'angle'), -Math.PI / 2),
    stroke: v.optional(quantity(STROKE, 'time'), 0.8),
    interval: v.optional(quantity(PAUSE, 'time'), 0),
    delay: v.optional(quantity(PAUSE, 'time'), 0),
    film: v.optional(quantity(FILM, 'length'), 0.002),
    wear: v.optional(plainNumber(limits.SHARE), 0),
  } satisfies Fields<SceneWiper>);
}
