/** Quantities of a scene: a number in the engine's unit or a string with a unit, inside a range. */
import { describeRange, describeValue, isWithin, type NumberRange } from '../core/errors.js';
import { exampleOf, type QuantityKind, rangeIn, readQuantity } from '../core/units.js';

/** Below this an angle out of range is more likely a slip in radians than one in degrees. */
const LEAST_DEGREES = 2;

/** Why a value is refused: the tail of an error line, behind the place it stands at. */
export interface Fault {
  readonly fault: string;
}

/** The value in the engine's unit, or what is wrong with it. */
export function readWithin(given: unknown, range: NumberRange, kind: QuantityKind): number | Fault {
  const value = typeof given === 'string' ? readQuantity(given, kind) : given;
  if (isWithin(value, range)) return value;
  // A value in degrees is answered with the range in degrees.
  const shown = typeof given === 'string' && value !== undefined ? rangeIn(given, kind, range) : range;
  return { fault: `must be ${describeRange(shown)}; got ${describeValue(given)}.${remedy(given, value, range, kind)}` };
}

/** What to do about it, where that is known: a sentence with a space before it. */
function remedy(given: unknown, value: unknown, range: NumberRange, kind: QuantityKind): string {
  if (typeof given === 'string' && value === undefined) return ` ${exampleOf(kind)}`;
  const number = String(given).trim();
  const degrees = Number(number);
  const isMeant = kind === 'angle' && Math.abs(degrees) >= LEAST_DEGREES && isWithin((degrees * Math.PI) / 180, range);
  if (isMeant) return ` Is it in degrees? Write "${number}deg".`;
  return range.remedy !== undefined && typeof value === 'number' ? ` ${range.remedy}` : '';
}
