/** The motion of a scene as a valibot schema. */
import * as v from 'valibot';
import { type Fields, list, part, quantity } from './fields.js';
import * as limits from './limits.js';
import type { SceneMotion, SceneMotionInput, SceneMotionKey } from './motion.js';

export function motionSchema(): v.GenericSchema<SceneMotionInput, SceneMotion> {
  const acceleration = () => v.optional(v.nullable(quantity(limits.ACCELERATION, 'acceleration')), null);
  const key = part({
    t: quantity(limits.SCRIPT_TIME, 'time'),
    tilt: v.optional(v.nullable(quantity(limits.MOTION_TILT, 'angle')), null),
    turn: v.optional(v.nullable(quantity(limits.DIRECTION, 'angle')), null),
    ax: acceleration(),
    ay: acceleration(),
    forward: acceleration(),
  } satisfies Fields<SceneMotionKey>);
  return part(
    {
      keys: v.optional(list(key, limits.MOST_KEYS, 'keys'), []),
      repeat: v.optional(v.nullable(quantity(limits.PERIOD, 'time')), null),
    } satisfies Fields<SceneMotion>,
    'For a pane that does not move write null.',
  );
}
