/** How a pane moves: tilted and turned, or carried along by a car, by a list of times. */

import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { fail, shorten } from './messages.js';
import { DIRECTION, PERIOD, SCRIPT_TIME } from './ranges.js';

const ACCELERATION = { type: 'number', unit: 'mm/s²', min: -100_000, max: 100_000 } as const;

/** How the pane is at one time; null: on the line between the nearest keys that say it, or at rest if none does. */
export const MOTION_KEY = {
  /** When. */
  t: SCRIPT_TIME,
  /** Tilt from level; beyond 90° the pane hangs over. Null in every key: `surface.tilt`. */
  tilt: { type: 'number', unit: 'rad', min: -Math.PI, max: Math.PI, default: null },
  /** Direction of the slope in the plane of the pane, 0 along +y. Null in every key: `surface.turn`. */
  turn: { ...DIRECTION, default: null },
  /** Acceleration of the pane along its own x; water lags behind it. */
  ax: { ...ACCELERATION, default: null },
  /** Acceleration of the pane along its own y. */
  ay: { ...ACCELERATION, default: null },
  /** Level acceleration to where the pane slopes down, as of a windscreen in its car. */
  forward: { ...ACCELERATION, default: null },
} as const satisfies OptionTable;

/** A pane that is tilted and turned, or carried along by a car, by a list of times. */
export const MOTION = {
  /** Positions at given times, in the order of the times. Between keys a number changes linearly. */
  keys: { type: 'list', items: MOTION_KEY, most: 10_000, noun: 'keys', default: [] },
  /** After this time the keys start again; null: the pane stays as at the last one. */
  repeat: { ...PERIOD, default: null },
} as const satisfies OptionTable;

/** What to do about a motion that is no object. */
export const MOTION_REMEDY = 'For a pane that does not move write null.';

/** A motion with every option filled in. */
export type SceneMotion = OptionsOf<typeof MOTION>;

export type SceneMotionKey = OptionsOf<typeof MOTION_KEY>;

export type SceneMotionInput = OptionsInput<typeof MOTION>;

export type SceneMotionKeyInput = OptionsInput<typeof MOTION_KEY>;

/** Throws unless the keys are in the order of their times, all of them before they start again. */
export function checkMotion({ keys, repeat }: SceneMotion): void {
  keys.forEach(({ t }, n) => {
    const least = keys[n - 1]?.t ?? 0;
    const path = `scene.motion.keys[${n}].t`;
    if (t < least) fail(path, `must be at least ${shorten(least)} s, that of the key before; got ${shorten(t)}.`);
    if (repeat !== null && t > repeat)
      fail(path, `must be at most motion.repeat, ${shorten(repeat)} s; got ${shorten(t)}.`);
  });
}
