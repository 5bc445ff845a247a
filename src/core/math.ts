/**
 * Elementary functions that give the same bits on every machine. The built-in ones may differ between engines in the
 * last digit, and one digit is enough for another rivulet; these use only + − × ÷, comparisons and `Math.floor`.
 * Accurate to a few units in the last place; arguments beyond the stated range still give a finite, repeatable answer.
 */

const LN2_HIGH = 0.69314718036912381649;
const LN2_LOW = 1.90821492927058770002e-10;
const LOG2_E = 1.4426950408889634;
const SQRT_HALF = 0.7071067811865476;

// π/2 in three parts of 33 bits each, so that n·part is exact for |n| < 2²⁰.
const HALF_PI_1 = 1.57079632673412561417;
const HALF_PI_2 = 6.0771005063039659766e-11;
const HALF_PI_3 = 2.02226624879595063154e-21;
const TWO_OVER_PI = 0.6366197723675814;

/** eˣ; 0 below −745, the largest number above 709. */
export function exp(x: number): number {
  if (x !== x) return x;
  if (x > 709.78) return Number.MAX_VALUE;
  if (x < -745) return 0;
  const k = Math.floor(x * LOG2_E + 0.5);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 1;
  for (let n = 14; n >= 1; n--) sum = 1 + (sum * r) / n;
  return scaleByPowerOfTwo(sum, k);
}

/** Natural logarithm; −∞ at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  const e = exponentOf(x);
  let m = scaleByPowerOfTwo(x, -e);
  let k = e;
  if (m > 2 * SQRT_HALF) {
    m *= 0.5;
    k += 1;
  }
  // m is within √½ to √2: log m = 2 artanh((m − 1)/(m + 1)), and 12 terms reach the last digit.
  const s = (m - 1) / (m + 1);
  const ss = s * s;
  let sum = 0;
  for (let n = 23; n >= 3; n -= 2) sum = (sum + 1 / n) * ss;
  return k * LN2_HIGH + (2 * s + (2 * s * sum + k * LN2_LOW));
}

/** Sine; full accuracy for |x| below a million. */
export function sin(x: number): number {
  return quarterWave(x, 0);
}

/** Cosine; full accuracy for |x| below a million. */
export function cos(x: number): number {
  return quarterWave(x, 1);
}

/** The angle whose tangent is x, −π/2 to π/2. */
export function atan(x: number): number {
  const a = x < 0 ? -x : x;
  // Above 1 the complement; then halved twice, so that the series needs few terms.
  let t = a > 1 ? 1 / a : a;
  for (let n = 0; n < 2; n++) t /= 1 + Math.sqrt(1 + t * t);
  const tt = -t * t;
  let sum = 0;
  for (let n = 25; n >= 1; n -= 2) sum = sum * tt + 1 / n;
  const angle = 4 * t * sum;
  const folded = a > 1 ? Math.PI / 2 - angle : angle;
  return x < 0 ? -folded : folded;
}

/** The angle of (x, y) from the x axis, −π to π; 0 for (0, 0). */
export function atan2(y: number, x: number): number {
  if (x > 0) return atan(y / x);
  if (x < 0) return y < 0 ? atan(y / x) - Math.PI : atan(y / x) + Math.PI;
  return y === 0 ? 0 : y < 0 ? -Math.PI / 2 : Math.PI / 2;
}

/** Cube root of any finite number. */
export function cbrt(x: number): number {
  if (x === 0 || x !== x || x - x !== 0) return x;
  const a = x < 0 ? -x : x;
  // a = m·8ᵏ with m in [1, 8): a straight line starts Newton close enough for five rounds.
  const k = Math.floor(exponentOf(a) / 3);
  const m = scaleByPowerOfTwo(a, -3 * k);
  let root = 0.886 + m * 0.149;
  for (let i = 0; i < 5; i++) root -= (root - m / (root * root)) / 3;
  const y = scaleByPowerOfTwo(root, k);
  return x < 0 ? -y : y;
}

/** xʸ for x ≥ 0. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x === 0) return y > 0 ? 0 : Number.POSITIVE_INFINITY;
  return exp(y * log(x));
}

/** sin(x + shift·π/2): both waves from one reduction to |r| ≤ π/4. */
function quarterWave(x: number, shift: number): number {
  if (x - x !== 0) return Number.NaN;
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const r = x - n * HALF_PI_1 - n * HALF_PI_2 - n * HALF_PI_3;
  const quadrant = (((n + shift) % 4) + 4) % 4;
  const value = quadrant % 2 === 0 ? sineSeries(r) : cosineSeries(r);
  return quadrant < 2 ? value : -value;
}

function sineSeries(r: number): number {
  const rr = -r * r;
  let sum = 1;
  for (let n = 16; n >= 2; n -= 2) sum = 1 + (sum * rr) / (n * (n + 1));
  return r * sum;
}

function cosineSeries(r: number): number {
  const rr = -r * r;
  let sum = 1;
  for (let n = 17; n >= 1; n -= 2) sum = 1 + (sum * rr) / (n * (n + 1));
  return sum;
}

/** The k with 2ᵏ ≤ x < 2ᵏ⁺¹, from the bits of x: eleven for the exponent behind that of the sign. */
function exponentOf(x: number): number {
  BITS.setFloat64(0, x);
  const k = (BITS.getUint16(0) >> 4) - 1023;
  // Numbers too small for their exponent have none.
  return k > -1023 ? k : exponentOf(x * POWERS[MOST_POWER + 64]) - 64;
}

/** x·2ᵏ, exact as long as the result is a normal number. */
function scaleByPowerOfTwo(x: number, k: number): number {
  if (k >= -MOST_POWER && k <= MOST_POWER) return x * POWERS[k + MOST_POWER];
  const part = k < 0 ? -MOST_POWER : MOST_POWER;
  return scaleByPowerOfTwo(x * POWERS[part + MOST_POWER], k - part);
}

const BITS = new DataView(new ArrayBuffer(8));

/** POWERS[k + MOST_POWER] = 2ᵏ. */
const MOST_POWER = 512;
const POWERS = new Float64Array(2 * MOST_POWER + 1);
POWERS[MOST_POWER] = 1;
for (let k = 1; k <= MOST_POWER; k++) {
  POWERS[MOST_POWER + k] = 2 * POWERS[MOST_POWER + k - 1];
  POWERS[MOST_POWER - k] = 1 / POWERS[MOST_POWER + k];
}
