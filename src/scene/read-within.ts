/** Quantities of a scene: a number in the engine's unit or a string with a unit, inside a range. */
import { describeRange, describeValue, isWithin, type NumberRange } from '../core/errors.js';
import { exampleOf, type QuantityKind, readQuantity } from '../core/units.js';

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
  return { fault: `must be ${describeRange(range)}; got ${quantityRemark(given, value, range, kind)}` };
}

/** What came instead of a quantity in its range, and what to do about it. */
function quantityRemark(given: unknown, value: unknown, range: NumberRange, kind: QuantityKind): string {
  const came = describeValue(given);
  if (typeof given === 'string' && value === undefined) return `${came}. ${exampleOf(kind)}`;
  if (typeof value !== 'number') return `${came}.`;
  const number = String(given).trim();
  const bare = Number.isFinite(Number(number));
  if (bare && kind === 'angle' && Math.abs(value) >= LEAST_DEGREES && isWithin((value * Math.PI) / 180, range)) {
    return `${came}. Is it in degrees? Write "${number}deg".`;
  }
  // "120deg" alone does not show why it is beyond 1.5708 rad.
  const converted = typeof given === 'string' && !bare ? ` (${Number(value.toPrecision(5))} ${range.unit ?? ''})` : '';
  return `${came}${converted}.`;
}
