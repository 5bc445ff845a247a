/** How a pane moves, in types: as it has passed `parseScene`, and as users write it. */
import type { Partly, Quantity } from './scene.js';

/** A pane that is tilted and turned, or carried along by a car, by a list of times. */
export interface SceneMotion {
  /** What is known at which time, in that order, at most 10000. Between keys a number goes in a straight line. Default `[]`. */
  readonly keys: readonly SceneMotionKey[];
  /** After this time the keys start again [s], 0.1 to 1000000; null: it stays as at the last one. Default null. */
  readonly repeat: number | null;
}

/** How the pane is at one time; null: on the line between the nearest keys that say it, or at rest if none does. */
export interface SceneMotionKey {
  /** [s], 0 to 1000000. */
  readonly t: number;
  /** Tilt from level [rad], −π to π. Default null; `surface.tilt` if no key says it. */
  readonly tilt: number | null;
  /** Direction of the slope in the plane of the pane [rad], −2π to 2π. Default null; `surface.turn` if no key says it. */
  readonly turn: number | null;
  /** Acceleration of the pane along its own x [mm/s²], −100000 to 100000; water lags behind it. Default null. */
  readonly ax: number | null;
  /** Acceleration of the pane along its own y [mm/s²], −100000 to 100000. Default null. */
  readonly ay: number | null;
  /** Level acceleration to where the pane slopes down, as of a windscreen in its car [mm/s²], −100000 to 100000. Default null. */
  readonly forward: number | null;
}

export type SceneMotionInput = Partly<Omit<SceneMotion, 'keys'>, 'repeat'> & {
  /** What is known at which time, in that order. Default `[]`. */
  readonly keys?: readonly SceneMotionKeyInput[] | undefined;
};

export type SceneMotionKeyInput = Partly<Omit<SceneMotionKey, 't'>, Exclude<keyof SceneMotionKey, 't'>> & {
  /** [s], 0 to 1000000. */
  readonly t: Quantity;
};
