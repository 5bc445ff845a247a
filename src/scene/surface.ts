/** What the water lies on: one table of options a kind of surface, and the checks of its cells. */
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { cellsIn, PANE_CELLS, PANE_DEFAULTS } from '../surface/pane.js';
import { byKind, options } from './fields.js';
import { fail } from './messages.js';
import { DIRECTION, SIDE, TILT } from './ranges.js';

/** A flat sheet of glass. */
export const PANE = {
  /** The surface's shape: a flat pane. */
  kind: { type: 'choice', choices: ['pane'], default: 'pane', fixed: true },
  /** Width across the slope, at least 8 cells; rounded up to whole cells. */
  width: { ...SIDE, default: PANE_DEFAULTS.width, fixed: true },
  /** Height along the slope, at least 8 cells; rounded up to whole cells, of which there are at most 64000000 in all. */
  height: { ...SIDE, default: PANE_DEFAULTS.height, fixed: true },
  /** Side of a grid cell; half of it costs four times the memory. */
  cellSize: { type: 'number', unit: 'mm', min: 0.01, max: 10, default: PANE_DEFAULTS.cellSize, fixed: true },
  /** Tilt from level; a window is upright. */
  tilt: { ...TILT, default: PANE_DEFAULTS.tilt },
  /** Direction of gravity in the plane of the pane; 0 is down (+y), positive turns towards +x. */
  turn: { ...DIRECTION, default: PANE_DEFAULTS.turn },
} as const satisfies OptionTable;

/** The options of each kind of surface. */
export const SURFACES = { pane: PANE } as const satisfies Readonly<Record<string, OptionTable>>;

/** A surface with every option filled in. */
export type SceneSurface = OptionsOf<typeof PANE>;

export type SceneSurfaceInput = OptionsInput<typeof PANE>;

/** The default kind of surface. */
const DEFAULT_SURFACE = 'pane';

/** A surface of any kind: one schema a kind. */
export function surfaceSchema() {
  return byKind<SceneSurfaceInput, SceneSurface>({ pane: () => options(PANE) }, DEFAULT_SURFACE);
}

/** The pane in whole cells, which may be a little larger than asked for [mm]. */
export interface Glass {
  readonly width: number;
  readonly height: number;
}

/** Throws if a surface has too many or too few cells. */
export function checkCells({ width, height, cellSize }: SceneSurface): Glass {
  const columns = cellsIn(width, cellSize);
  const rows = cellsIn(height, cellSize);
  const { side, most } = PANE_CELLS;
  if (columns * rows > most) {
    const came = `${columns * rows} (${columns} x ${rows})`;
    fail('scene.surface', `must have at most ${most} cells; got ${came}. Make the pane smaller or the cells larger.`);
  }
  if (Math.min(columns, rows) < side) {
    const came = `${columns} x ${rows}`;
    fail(
      'scene.surface',
      `must have at least ${side} x ${side} cells; got ${came}. Make the pane larger or the cells smaller.`,
    );
  }
  return { width: columns * cellSize, height: rows * cellSize };
}
