/** What the water lies on: one table of options a kind of surface, and the checks of its cells. */
import * as v from 'valibot';
import { describeValue } from '../core/errors.js';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { BOX_DEFAULTS, BOX_FACES, LEAST_BOX_SIDE } from '../surface/box.js';
import { createSurface } from '../surface/create-surface.js';
import { CYLINDER_DEFAULTS } from '../surface/cylinder.js';
import { PANE_CELLS, PANE_DEFAULTS } from '../surface/pane.js';
import type { Surface } from '../surface/surface.js';
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

/** What becomes of water at an open edge. */
const EDGES = { type: 'choice', choices: ['drain', 'drip'], default: 'drain' } as const;

/** A sheet that is curved across the slope and straight along it, open or closed. */
export const CYLINDER = {
  kind: { type: 'choice', choices: ['cylinder'] },
  /** Radius of the sheet. A closed one has a whole number of cells around it, so its radius changes by less than a cell. */
  radius: { type: 'number', unit: 'mm', min: 10, max: 100_000, default: CYLINDER_DEFAULTS.radius, fixed: true },
  /** Arc length across the slope, at most the circumference; null: the circumference, which closes the cylinder. */
  width: { ...SIDE, default: null, fixed: true },
  /** Length along the slope. */
  height: { ...SIDE, default: CYLINDER_DEFAULTS.height, fixed: true },
  /** Side of a grid cell. */
  cellSize: PANE.cellSize,
  /** Tilt of the axis from level. Where `pose` is given it does nothing. */
  tilt: { ...TILT, default: PANE_DEFAULTS.tilt },
  /** The wet side: the outside of the curve, or the inside. */
  wet: { type: 'choice', choices: ['convex', 'concave'], default: 'convex', fixed: true },
  /** Water at an open edge drains, or drips and falls. */
  edges: EDGES,
} as const satisfies OptionTable;

const BOX_SIDE = {
  ...SIDE,
  min: LEAST_BOX_SIDE,
  remedy: 'Make it longer: a drop must not reach over two opposite edges.',
  fixed: true,
} as const;

/** A box, wet on the outside. */
export const BOX = {
  kind: { type: 'choice', choices: ['box'] },
  /** Side along X, rounded up to whole cells. */
  width: { ...BOX_SIDE, default: BOX_DEFAULTS.width },
  /** Side along Y, rounded up to whole cells. */
  height: { ...BOX_SIDE, default: BOX_DEFAULTS.height },
  /** Side along Z, rounded up to whole cells. */
  depth: { ...BOX_SIDE, default: BOX_DEFAULTS.depth },
  /** Side of a grid cell. */
  cellSize: PANE.cellSize,
  /** Faces that are left out; their edges are open. */
  open: { type: 'words', choices: BOX_FACES, most: 5, noun: 'faces such as ["top"]', default: [], fixed: true },
  /** Water at the edge of a face that is left out drains, or drips and falls. */
  edges: EDGES,
} as const satisfies OptionTable;

/** A surface of bicubic Bezier patches. */
export const BEZIER = {
  kind: { type: 'choice', choices: ['bezier'] },
  /** A surface that comes with the package. It does nothing where `patches` are given. */
  preset: { type: 'choice', choices: ['windshield', 'teapot'], default: 'windshield', fixed: true },
  /** Control points [mm]: 48 numbers a patch, four rows of four points x, y, z; null: those of the preset. The command line also reads them from `file`. */
  patches: { type: 'numbers', min: -100_000, max: 100_000, default: null, fixed: true },
  /** Side of a cell, about; null: 2 mm on the windshield and for own patches, 0.74 mm on the teapot. At most 4000000 cells. */
  cellSize: { ...PANE.cellSize, default: null },
  /** Water at an open edge drains, or drips and falls. */
  edges: EDGES,
} as const satisfies OptionTable;

/** The options of each kind of surface. */
export const SURFACES = { pane: PANE, cylinder: CYLINDER, box: BOX, bezier: BEZIER } as const satisfies Readonly<
  Record<string, OptionTable>
>;

export type ScenePane = OptionsOf<typeof PANE>;
/** In a finished scene the width is a number. */
export type SceneCylinder = Omit<OptionsOf<typeof CYLINDER>, 'width'> & { readonly width: number };
export type SceneBox = OptionsOf<typeof BOX>;
export type SceneBezier = OptionsOf<typeof BEZIER>;

/** A surface with every option filled in. */
export type SceneSurface = ScenePane | SceneCylinder | SceneBox | SceneBezier;

/**
 * A surface as users write it; one without a kind is a pane, or of the kind of the scene that it changes. A patch that names
 * another kind starts from that kind's defaults.
 */
export type SceneSurfaceInput =
  | OptionsInput<typeof PANE>
  | OptionsInput<typeof CYLINDER>
  | OptionsInput<typeof BOX>
  | OptionsInput<typeof BEZIER>;

/** The default kind of surface. */
export const DEFAULT_SURFACE = 'pane';

/** A surface of any kind: one schema a kind. */
export function surfaceSchema() {
  const kinds = { pane: () => options(PANE), cylinder, box: () => options(BOX), bezier: () => options(BEZIER) };
  return byKind<SceneSurfaceInput, SceneSurface>(kinds, DEFAULT_SURFACE);
}

/** A sheet is at most as wide as its circumference, and that wide if nothing else is said. */
function cylinder() {
  return v.pipe(
    options(CYLINDER),
    v.rawTransform<OptionsOf<typeof CYLINDER>, SceneCylinder>(({ dataset, addIssue, NEVER }) => {
      const { width, ...rest } = dataset.value;
      const around = 2 * Math.PI * rest.radius;
      // A hair more is the same length, rounded by hand.
      if (width === null || width <= around * (1 + 1e-4)) return { ...rest, width: Math.min(width ?? around, around) };
      const most = Math.floor(around * 1000) / 1000;
      const remedy = 'Leave it out to close the cylinder, or raise surface.radius.';
      const message = `must be at most the circumference, ${most} mm; got ${describeValue(width)}. ${remedy}`;
      const input: Record<string, unknown> = dataset.value;
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key: 'width', value: width }] });
      return NEVER;
    }),
  );
}

/** The surface in whole cells, which may be a little larger than asked for [mm]. */
export type Glass = Pick<Surface, 'kind' | 'charts'>;

/** Throws if a surface has too many or too few cells. */
export function checkCells(surface: SceneSurface): Glass {
  const { kind, charts } = createSurface(surface);
  const { side, most } = PANE_CELLS;
  const cells = charts.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  if (cells > most) {
    const [{ columns, rows }] = charts;
    const came = `${cells} (${charts.length === 1 ? `${columns} x ${rows}` : `on ${charts.length} charts`})`;
    fail(
      'scene.surface',
      `must have at most ${most} cells; got ${came}. Make the ${kind} smaller or the cells larger.`,
    );
  }
  const few = charts.find((chart) => Math.min(chart.columns, chart.rows) < side);
  if (few) {
    const came = `${few.columns} x ${few.rows}`;
    fail(
      'scene.surface',
      `must have at least ${side} x ${side} cells; got ${came}. Make the ${kind} larger or the cells smaller.`,
    );
  }
  return { kind, charts };
}
