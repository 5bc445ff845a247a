/** The wipers of a scene. */
import { RivuletError } from '../core/errors.js';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { DIRECTION, SHARE } from './ranges.js';
import type { Scene } from './scene.js';
import type { SceneBezier } from './surface.js';

const PIVOT = { type: 'number', unit: 'mm', min: -10_000, max: 10_000 } as const;
const PAUSE = { type: 'number', unit: 's', min: 0, max: 3600 } as const;

/** A wiper needs a pivot, a length and two angles. */
export const WIPER = {
  /** `pivot`: the blade turns with its arm; `parallel`: it keeps its direction while the arm turns. */
  kind: { type: 'choice', choices: ['pivot', 'parallel'], default: 'pivot' },
  /** The pivot; it may lie off the glass. */
  x: PIVOT,
  /** The pivot; it may lie off the glass. */
  y: PIVOT,
  /** From the pivot to the blade's near end (`pivot`) or its middle (`parallel`). */
  arm: { type: 'number', unit: 'mm', min: 0, max: 10_000, default: 0 },
  /** Length of the blade. */
  length: { type: 'number', unit: 'mm', min: 1, max: 10_000 },
  /** Direction of the arm at rest: 0 along +x, −π/2 up. */
  from: DIRECTION,
  /** Direction of the arm where it turns back. */
  to: DIRECTION,
  /** Direction of the blade of a `parallel` wiper; by default it is upright. */
  blade: { ...DIRECTION, default: -Math.PI / 2 },
  /** Time from one end to the other. */
  stroke: { type: 'number', unit: 's', min: 0.05, max: 3600, default: 0.8 },
  /** Rest after each wipe forth and back. */
  interval: { ...PAUSE, default: 0 },
  /** Time before the first wipe. */
  delay: { ...PAUSE, default: 0 },
  /** Thickness of the film it leaves, where the scene has a layer of film. */
  film: { type: 'number', unit: 'mm', min: 0, max: 0.1, default: 0.002 },
  /** How worn the blade is: streaks of thicker film, and droplets in them. */
  wear: { ...SHARE, default: 0 },
} as const satisfies OptionTable;

/** Most wipers of a scene. */
export const MOST_WIPERS = 16;

/** A wiper with every option filled in. */
export type SceneWiper = OptionsOf<typeof WIPER>;

/** A wiper as users write it. */
export type SceneWiperInput = OptionsInput<typeof WIPER>;

/** Throws if there are wipers on a box or on patches: a blade moves in the coordinates of one chart, and would end at its edge. */
export function checkWipers({ surface, wipers }: Pick<Scene, 'surface' | 'wipers'>): void {
  const isWhole = surface.kind !== 'box' && (surface.kind !== 'bezier' || isOnePatch(surface));
  if (wipers.length === 0 || isWhole) return;
  const [where, part] = surface.kind === 'box' ? ['a box', 'face'] : ['a surface of several patches', 'chart'];
  const remedy = `Leave them out, or wipe by hand with simulation.wipe on one ${part}.`;
  throw new RivuletError(`scene.wipers must be empty on ${where}; got ${wipers.length}. ${remedy}`, 'scene.wipers');
}

function isOnePatch({ preset, patches }: SceneBezier): boolean {
  return patches ? patches.length === 48 : preset === 'windshield';
}
