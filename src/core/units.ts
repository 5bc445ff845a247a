/**
 * Units and physical constants. Inside the engine everything is in millimetres, milligrams, seconds and radians, so that
 * 1 mg of water is 1 mm³ is 1 µL and float32 maps stay well scaled. Strings with units come only from scenes, attributes
 * and flags; `readQuantity` turns them into engine units.
 */
import { ALL_SCENES } from './build-flags.js';
import type { NumberRange } from './errors.js';

/** Standard gravity, rounded as usual [mm/s²]. */
export const GRAVITY = 9810;
/** Density of water [mg/mm³]. */
export const WATER_DENSITY = 1;
/** Surface tension of water against air at 20 °C [mg/s²] (0.0728 N/m). */
export const SURFACE_TENSION = 72_800;
/** Density of air [mg/mm³] (1.2 kg/m³). */
export const AIR_DENSITY = 1.2e-3;
/** Viscosity of water at 20 °C [mg/(mm s)] (1.0 mPa·s). */
export const WATER_VISCOSITY = 1;

/** What a quantity measures; it decides which units a string may carry. */
export type QuantityKind =
  | 'length'
  | 'angle'
  | 'mass'
  | 'time'
  | 'speed'
  | 'acceleration'
  | 'angular speed'
  | 'rain depth'
  | 'drops per time'
  | 'count per area'
  | 'mass per area';

/**
 * A unit as a fraction: engine value = number × times ÷ over. Two factors, because 1/3600 or 1/1000 as a single one
 * would round before the number is even seen ("30km/h" and "80deg" come out as close as a double can).
 */
type Unit = readonly [times: number, over?: number];

/** Of each kind an example for error lines, and its units: the first is the engine's own, in which bare numbers are read. */
const KINDS = {
  length: ['0.5mm', { mm: [1], cm: [10], m: [1000], um: [1, 1000] }],
  angle: ['80deg', { rad: [1], deg: [Math.PI, 180] }],
  speed: ['30km/h', { 'mm/s': [1], 'um/s': [1, 1000], 'cm/s': [10], 'm/s': [1000], 'km/h': [1e6, 3600] }],
  // Depth of water that falls on a level plane; the engine's own unit is mm/s, which is not customary for rain.
  'rain depth': ['17mm/h', { 'mm/s': [1], 'mm/h': [1, 3600] }],
  'drops per time': ['200/s', { '/s': [1], '/min': [1, 60] }],
  ...(ALL_SCENES && {
    // Volumes stand for masses of water, at WATER_DENSITY.
    mass: ['5uL', { mg: [1], g: [1000], ug: [1, 1000], uL: [1], mL: [1000], mm3: [1] }],
    time: ['40ms', { s: [1], ms: [1, 1000], min: [60] }],
    acceleration: ['9.81m/s2', { 'mm/s2': [1], 'm/s2': [1000], g: [GRAVITY] }],
    'angular speed': ['30deg/s', { 'rad/s': [1], 'deg/s': [Math.PI, 180] }],
    'count per area': ['800000/m2', { '/mm2': [1], '/cm2': [1, 100], '/m2': [1, 1e6] }],
    'mass per area': ['5g/m2', { 'mg/mm2': [1], 'g/m2': [1, 1000] }],
  }),
} as Readonly<Record<QuantityKind, readonly [example: string, units: Readonly<Record<string, Unit>>]>>;

/** A decimal number, then whatever is left as the unit. */
const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i;

/** The value of a string such as "80deg" in engine units, or `undefined` if it is no quantity of this kind. */
export function readQuantity(text: string, kind: QuantityKind): number | undefined {
  const match = QUANTITY.exec(text.trim());
  if (!match) return undefined;
  const [, number = '', name = ''] = match;
  if (name === '') return Number(number);
  const plain = plainUnit(name);
  const [, units] = KINDS[kind];
  if (!Object.hasOwn(units, plain)) return undefined;
  const [times, over = 1] = units[plain];
  return (Number(number) * times) / over;
}

/** The same of whatever is given: what is no such string stays as it is. */
export function withoutUnit(given: unknown, kind: QuantityKind): unknown {
  return typeof given === 'string' ? (readQuantity(given, kind) ?? given) : given;
}

/** A range in the unit that such a string has; one without a unit is in the engine's. */
export function rangeIn(text: string, kind: QuantityKind, range: NumberRange): NumberRange {
  const unit = QUANTITY.exec(text.trim())?.[2];
  if (!unit) return range;
  const [times, over = 1] = KINDS[kind][1][plainUnit(unit)];
  return { ...range, min: (range.min * over) / times, max: (range.max * over) / times, unit };
}

/** How a quantity of this kind is written, as a sentence for error lines. */
export function exampleOf(kind: QuantityKind): string {
  return `Write it like "${KINDS[kind][0]}".`;
}

/** Typographic spellings in plain letters: "µL" and "μl" are "uL", "mm/s²" is "mm/s2", "°" is "deg". */
function plainUnit(name: string): string {
  const short = name.replace(/[µμ]/g, 'u').replace('°', 'deg');
  if (!ALL_SCENES) return short;
  const plain = short.replace('²', '2').replace('³', '3');
  return plain === 'ul' || plain === 'ml' ? `${plain[0]}L` : plain;
}
