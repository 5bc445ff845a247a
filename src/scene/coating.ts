/** How the surface holds drops: the contact angles of water, from which the largest drop that stays follows. */
import { describeRange } from '../core/errors.js';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { fail, shorten } from './messages.js';
import { DROP_MASS } from './ranges.js';
import type { Scene } from './scene.js';
import { leastLimit } from './static-limit.js';

/** One degree [rad]; a cap flatter than 1° or rounder than 179° has no usable shape. */
const DEGREE_1 = Math.PI / 180;
const DEGREE_179 = (179 * Math.PI) / 180;
/** Ordinary window glass [rad]. */
const WINDOW_ADVANCING = (50 * Math.PI) / 180;
const WINDOW_RECEDING = (20 * Math.PI) / 180;

/** The contact angles of water. */
export const COATING = {
  /** Contact angle at a front that moves onto dry glass. */
  advancing: { type: 'number', unit: 'rad', min: DEGREE_1, max: DEGREE_179, default: WINDOW_ADVANCING },
  /** Contact angle at a rear that leaves wet glass, at most `advancing`. */
  receding: { type: 'number', unit: 'rad', min: 0, max: DEGREE_179, default: WINDOW_RECEDING },
  /** Heaviest drop that stays at rest on an upright pane, in place of what the angles give; null: as they give it. */
  critical: { ...DROP_MASS, default: null },
} as const satisfies OptionTable;

/** A coating with every option filled in. */
export type SceneCoating = OptionsOf<typeof COATING>;

export type SceneCoatingInput = OptionsInput<typeof COATING>;

/** Throws unless the angles are in order and hold drops. */
export function checkCoating(scene: Pick<Scene, 'coating' | 'gravity' | 'surface' | 'pose' | 'motion'>): void {
  const { advancing, receding, critical } = scene.coating;
  if (receding > advancing) {
    const range = describeRange({ ...COATING.receding, max: advancing });
    fail('scene.coating.receding', `must be ${range}, the advancing angle; got ${shorten(receding)}.`);
  }
  // Residual droplets are as heavy as the static limit allows, so contact angles that hold nothing leave none.
  const limit = leastLimit(scene);
  if (critical !== null || limit >= DROP_MASS.min) return;
  const remedy = 'Lower coating.receding, or set coating.critical.';
  fail('scene.coating', `must hold drops of at least ${DROP_MASS.min} mg; it holds ${shorten(limit)} mg. ${remedy}`);
}
