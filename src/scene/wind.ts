/** The wind of a scene: air that moves along the surface, its gusts, and where on the glass it is faster. */
import * as v from 'valibot';
import type { OptionsInput, OptionsOf, OptionTable } from '../core/options.js';
import { GUST_DEFAULTS, WIND_DEFAULTS } from '../weather/steady-wind.js';
import type { WindFieldOptions } from '../weather/wind-field.js';
import { options } from './fields.js';
import { AXIS, DIRECTION, SHARE, WIND_SPEED } from './ranges.js';

const GUST_TIME = { type: 'number', unit: 's', min: 0.02, max: 3600 } as const;
const FIELD_POINTS = { type: 'number', min: 1, max: 1024, integer: true } as const;

/** Changes of the wind's speed over time. */
export const GUSTS = {
  /** Standard deviation of the wind's speed over its mean. */
  strength: { ...SHARE, default: GUST_DEFAULTS.strength },
  /** Longest time from gust to gust. */
  slowest: { ...GUST_TIME, default: GUST_DEFAULTS.slowest },
  /** Shortest time from gust to gust, at most `slowest`. */
  fastest: { ...GUST_TIME, default: GUST_DEFAULTS.fastest },
} as const satisfies OptionTable;

/** Where on the glass the air is faster or turned aside: a formula, or a map of multipliers. */
export const WIND_FIELD = {
  /** A map, or a formula. */
  kind: {
    type: 'choice',
    choices: ['map', 'edge', 'pillars', 'centre', 'across', 'down', 'parting', 'windshield'],
    default: 'map',
  },
  /** Of a formula: how strong its effect is. */
  strength: { type: 'number', min: -1, max: 10, default: 0.5 },
  /** Of a map: points across. */
  width: { ...FIELD_POINTS, default: 1 },
  /** Of a map: points down. */
  height: { ...FIELD_POINTS, default: 1 },
  /** Of a map: `width` × `height` multipliers of the speed, row by row. */
  values: { type: 'numbers', min: 0, max: 10, default: [1] },
  /** Of a map: as many angles by which the air is turned aside; null: none. */
  turns: { ...DIRECTION, type: 'numbers', default: null },
} as const satisfies OptionTable;

/** Air that moves along the surface. */
export const WIND = {
  /** Mean speed of the free air, outside the boundary layer. */
  speed: { ...WIND_SPEED, default: WIND_DEFAULTS.speed },
  /** Where it blows to, in the plane: 0 along +x, π/2 along +y (down). */
  direction: { ...DIRECTION, default: WIND_DEFAULTS.direction },
  /** Where it blows to in the world, on a surface that stands by its pose; null: by `direction`, as on an upright pane. */
  towards: { ...AXIS, default: null },
  /** Thickness δ of the layer in which the glass slows the air. */
  boundaryLayer: { type: 'number', unit: 'mm', min: 0.01, max: 1000, default: WIND_DEFAULTS.boundaryLayer },
  /**
   * How that layer thickens along the glass, as a power of the way from the edge over which the air comes: 0 nowhere,
   * 0.5 a laminar layer, 0.8 a turbulent one (NAK-L6). δ is then that in the middle.
   */
  layerGrowth: { type: 'number', min: 0, max: 1, default: WIND_DEFAULTS.layerGrowth },
  /** Exponent of the speed profile in it: ½ as Nakata has it, 1/7 of a turbulent layer. */
  exponent: { type: 'number', min: 0, max: 2, default: WIND_DEFAULTS.exponent },
  /** Drag coefficient C_D of a drop (NAK-4). */
  dragCoefficient: { type: 'number', min: 0, max: 10, default: WIND_DEFAULTS.dragCoefficient },
  /** Speed of the vehicle whose windshield this is. The air it drives into flows up the glass and is added to the wind. */
  vehicle: { ...WIND_SPEED, default: WIND_DEFAULTS.vehicle },
  /** Changes of the wind's speed over time, not of the air of driving; null: a steady wind. */
  gusts: { type: 'part', options: GUSTS, default: null },
  /** Where on the glass the air is faster or turned aside; null: nowhere. */
  field: { type: 'part', options: WIND_FIELD, default: null },
} as const satisfies OptionTable;

/** A wind with every option filled in. */
export type SceneWind = Omit<OptionsOf<typeof WIND>, 'field'> & {
  /** Where on the glass the air is faster or turned aside: a formula or a map; null: nowhere. */
  readonly field: WindFieldOptions | null;
};

export type SceneGustsInput = OptionsInput<typeof GUSTS>;

/** A field as users write it: of a formula `width`, `height`, `values` and `turns` do nothing, of a map `strength`. */
export type SceneWindFieldInput = OptionsInput<typeof WIND_FIELD>;

export type SceneWindInput = OptionsInput<typeof WIND>;

export function windSchema() {
  const own = { gusts: gusts(), field: field() };
  return options(WIND, { own }) as unknown as v.GenericSchema<SceneWindInput, SceneWind>;
}

function gusts() {
  return v.pipe(
    options(GUSTS, { remedy: 'For a steady wind write null.' }),
    v.check(
      ({ slowest, fastest }) => fastest <= slowest,
      ({ input }) => `must have fastest at most slowest, ${input.slowest} s; got ${input.fastest}. Swap the two.`,
    ),
  );
}

/** A formula keeps its strength; a map keeps its points, and must have as many values as points. */
function field() {
  return v.pipe(
    options(WIND_FIELD),
    v.rawTransform<OptionsOf<typeof WIND_FIELD>, WindFieldOptions>(({ dataset, addIssue, NEVER }) => {
      const { kind, strength, width, height, values, turns } = dataset.value;
      if (kind !== 'map') return { kind, strength };
      for (const [key, list] of Object.entries({ values, turns: turns ?? values })) {
        if (list.length === width * height) continue;
        const message = `must have ${width * height} numbers (${width} x ${height}); got ${list.length}.`;
        const input: Record<string, unknown> = dataset.value;
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: list }] });
        return NEVER;
      }
      return { kind, width, height, values, turns };
    }),
  );
}
