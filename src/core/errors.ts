/** The one error this package throws on bad input: a single line saying what, the allowed range, what came, and the remedy. */
export class RivuletError extends Error {
  override name = 'RivuletError';
  /** Where in the input it was, for example `scene.surface.tilt`; empty if it was not one place. */
  readonly path: string;

  constructor(message: string, path = '') {
    super(message);
    this.path = path;
  }
}

/** What came, short enough for one line. */
export function describeValue(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number' || value === undefined) return String(value);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A circular structure has no JSON; only its kind can be named.
  }
  text ??= Object.prototype.toString.call(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** What a number may be. */
export interface NumberRange {
  /** Smallest allowed value. */
  min: number;
  /** Largest allowed value. */
  max: number;
  /** Unit as printed behind the range, for example `mm`; empty for a plain number. */
  unit?: string;
  /** Only whole numbers. */
  integer?: boolean;
  /** What to do about a number outside it: a sentence. */
  remedy?: string;
}

/** The range as it stands in an error line: `0 to 1.5708 rad`. */
export function describeRange({ min, max, unit, integer }: NumberRange): string {
  const low = shorten(min);
  const high = shorten(max);
  const whole = integer ? 'a whole number from ' : '';
  return `${whole}${low} to ${high}${unit ? ` ${unit}` : ''}`;
}

/** Is it a number inside the range? */
export function isWithin(value: unknown, { min, max, integer }: NumberRange): value is number {
  return typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value));
}

/** Throws unless `value` is a number inside `range`; `came` says what it was given as, if not as this number. */
export function checkNumber(
  value: unknown,
  range: NumberRange,
  path: string,
  remedy = '',
  came?: string,
): asserts value is number {
  if (isWithin(value, range)) return;
  const tail = remedy ? ` ${remedy}` : '';
  throw new RivuletError(`${path} must be ${describeRange(range)}; got ${came ?? describeValue(value)}.${tail}`, path);
}

/** Throws: what is at `path` is not what it must be. */
export function refuse(path: string, what: string, given: unknown): never {
  throw new RivuletError(`${path} must be ${what}; got ${describeValue(given)}.`, path);
}

function shorten(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}
