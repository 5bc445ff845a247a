/** How a surface moves: turned or carried along, by a list of times. */
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { fail, shorten } from './messages.js';
import { AXIS, DIRECTION, PERIOD, SCRIPT_TIME } from './ranges.js';
import type { Scene } from './scene.js';
import { standsByPose } from './static-limit.js';

const ACCELERATION = { type: 'number', unit: 'mm/s²', min: -100_000, max: 100_000 } as const;

/** How the surface is at one time; null: on the line between the nearest keys that say it, or at rest if none does. */
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
  /** Rotation of a surface that stands by its pose; between keys it turns evenly. Null in every key: `scene.pose`. */
  pose: { type: 'rotation', default: null },
  /** Acceleration in the world of a surface that stands by its pose; water lags behind it. */
  acceleration: { ...ACCELERATION, type: 'vector', default: null },
} as const satisfies OptionTable;

/** A steady turn about an axis through the middle of the surface, on top of its pose. */
export const SPIN = {
  /** Direction of the axis in the world, of any length. */
  axis: { ...AXIS, default: [0, 1, 0] },
  /** Angle a second, counter-clockwise seen against the axis. */
  rate: { type: 'number', unit: 'rad/s', min: -100, max: 100, default: 0.5 },
} as const satisfies OptionTable;

/** A surface that is turned, or carried along by a car, by a list of times. */
export const MOTION = {
  /** Positions at given times, in the order of the times. Between keys a number changes linearly. */
  keys: { type: 'list', items: MOTION_KEY, most: 10_000, noun: 'keys', default: [] },
  /** After this time the keys start again; null: the surface stays as at the last one. */
  repeat: { ...PERIOD, default: null },
  /** Turns the surface steadily, on top of its pose; null: it does not. */
  spin: { type: 'part', options: SPIN, default: null },
} as const satisfies OptionTable;

/** What to do about a motion that is no object. */
export const MOTION_REMEDY = 'For a surface that does not move write null.';

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

/** What only a pane that stands by tilt and turn has. */
const PANE_CHANNELS = ['tilt', 'turn', 'ax', 'ay', 'forward'] as const;

/** Throws if a surface stands by its pose and by tilt and turn at once. */
export function checkStance(scene: Pick<Scene, 'surface' | 'pose' | 'motion'>): void {
  if (!standsByPose(scene)) return;
  const { surface, motion } = scene;
  motion?.keys.forEach((key, n) => {
    const channel = PANE_CHANNELS.find((name) => key[name] !== null);
    if (!channel) return;
    const why = surface.kind === 'pane' ? 'on a pane that stands by a pose' : `on a ${surface.kind}`;
    const came = shorten(key[channel] as number);
    fail(
      `scene.motion.keys[${n}].${channel}`,
      `must be null ${why}; got ${came}. Write pose and acceleration instead.`,
    );
  });
}
