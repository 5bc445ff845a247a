/** Scenes, changes and drops at random, for tests that must hold for all of them. Small panes, so that many can be run. */
import * as fc from 'fast-check';
import type { SceneInput } from 'rivulet';
import type { OptionSpec } from 'rivulet/models';
import { DEFINITIONS } from './models.ts';

/** A number of a range, or one of its ends, where most mistakes are. */
function within(min: number, max: number): fc.Arbitrary<number> {
  // Evenly over the range: doubles as fast-check draws them would nearly all be next to nothing.
  const inside = fc.integer({ min: 1, max: 999_999 }).map((part) => min + ((max - min) * part) / 1_000_000);
  return fc.oneof({ weight: 8, arbitrary: inside }, { weight: 1, arbitrary: fc.constantFrom(min, max) });
}

function anyOption(spec: OptionSpec): fc.Arbitrary<unknown> {
  if (spec.type === 'boolean') return fc.boolean();
  if (spec.type === 'choice') return fc.constantFrom(...spec.choices);
  // Maps as texts: the model makes its own.
  if (spec.type === 'text') return fc.constant(spec.default);
  return spec.integer ? fc.integer({ min: spec.min, max: spec.max }) : within(spec.min, spec.max);
}

/** A model with some of its options; the rest keep their defaults. */
export function anyModel(): fc.Arbitrary<Record<string, unknown>> {
  const each = DEFINITIONS.map(({ name, options }) => {
    const entries = Object.entries(options).map(([option, spec]) => [option, anyOption(spec)] as const);
    return fc.record({ ...Object.fromEntries(entries), name: fc.constant(name) }, { requiredKeys: ['name'] });
  });
  return fc.oneof(...each).map(inOrder);
}

/** Options that are the two ends of a range, put in order; an end alone is left out. */
function inOrder(options: Record<string, unknown>): Record<string, unknown> {
  const { residualShareMin, residualShareMax, thresholdMin, thresholdMax, ...rest } = options;
  return {
    ...rest,
    ...range('residualShare', residualShareMin, residualShareMax),
    ...range('threshold', thresholdMin, thresholdMax),
  };
}

function range(name: string, min: unknown, max: unknown): Record<string, number> {
  if (typeof min !== 'number' || typeof max !== 'number') return {};
  return { [`${name}Min`]: Math.min(min, max), [`${name}Max`]: Math.max(min, max) };
}

/** 8 to 60 cells a side, not always a whole number of them. */
function anySurface() {
  const side = within(8.01, 60);
  return fc
    .tuple(side, side, within(0.2, 4), within(0, Math.PI / 2), within(-2 * Math.PI, 2 * Math.PI))
    .map(
      ([columns, rows, cellSize, tilt, turn]) =>
        ({ kind: 'pane', width: columns * cellSize, height: rows * cellSize, cellSize, tilt, turn }) as const,
    );
}

/** Angles far enough apart to hold a drop. */
function anyCoating() {
  const critical = fc.option(within(0.01, 500));
  return fc.tuple(within(20, 175), within(0, 0.8), critical).map(([advancing, share, mass]) => ({
    advancing: `${advancing}deg`,
    receding: `${advancing * share}deg`,
    critical: mass,
  }));
}

function anyMasses(): fc.Arbitrary<[number, number] | null> {
  return fc.option(fc.tuple(within(0.01, 300), within(0.01, 300)).map(([a, b]) => (a < b ? [a, b] : [b, a])));
}

function anyRain() {
  const uniform = fc.record(
    {
      kind: fc.constant('uniform' as const),
      rate: fc.oneof(within(0, 300), fc.constant('30mm/h')),
      small: anyMasses(),
      large: anyMasses(),
      largeShare: within(0, 1),
      max: fc.option(fc.integer({ min: 0, max: 200 })),
    },
    { requiredKeys: [] },
  );
  const none = fc.constant({ kind: 'none' as const });
  const single = fc.oneof(
    { weight: 4, arbitrary: uniform },
    { weight: 2, arbitrary: anyMarshallPalmer() },
    { weight: 1, arbitrary: anyScript() },
    { weight: 1, arbitrary: anyDrips() },
    { weight: 1, arbitrary: none },
  );
  const several = fc.record({ kind: fc.constant('several' as const), rains: fc.array(single, { maxLength: 3 }) });
  return fc.oneof({ weight: 8, arbitrary: single }, { weight: 1, arbitrary: several });
}

function anyMarshallPalmer() {
  const options = {
    kind: fc.constant('marshall-palmer' as const),
    rate: fc.oneof(within(0, 1000 / 3600), fc.constant('10mm/h')),
    drift: within(-20_000, 20_000),
    smallest: within(0.125, 4),
    weighting: fc.constantFrom('air' as const, 'arrival' as const),
    max: fc.option(fc.integer({ min: 0, max: 200 })),
  };
  return fc.record(options, { requiredKeys: ['kind'] });
}

/** Drops in the corner that every pane has, some of them again and again. */
function anyScript() {
  const t = fc.oneof(within(0, 0.09), fc.constant('20ms'));
  const drop = fc.tuple(t, anyDrop()).map(([when, what]) => ({ t: when, ...what }));
  return fc.record({
    kind: fc.constant('script' as const),
    drops: fc.array(drop, { maxLength: 8 }),
    repeat: fc.option(within(0.1, 1)),
  });
}

function anyDrips() {
  const place = fc.option(fc.tuple(within(0, 1.6), within(0, 1.6)));
  const options = {
    kind: fc.constant('drips' as const),
    from: place,
    to: place,
    places: fc.integer({ min: 0, max: 20 }),
    period: within(0.1, 2),
    jitter: within(0, 1),
    mass: anyMasses(),
  };
  return fc.record(options, { requiredKeys: ['kind'] });
}

/** A pane that is turned and shaken. */
function anyMotion() {
  const said = <T>(value: fc.Arbitrary<T>) => fc.option(value);
  const key = fc.record({
    tilt: said(within(-Math.PI, Math.PI)),
    turn: said(within(-2 * Math.PI, 2 * Math.PI)),
    ax: said(within(-20_000, 20_000)),
    ay: said(within(-20_000, 20_000)),
    forward: said(within(-20_000, 20_000)),
  });
  const keys = fc.array(key, { maxLength: 4 }).map((all) => all.map((one, n) => ({ t: n / 40, ...one })));
  return fc.option(fc.record({ keys, repeat: fc.option(within(0.1, 1)) }));
}

function anyWind() {
  return fc.record({
    speed: fc.oneof(fc.constant(0), within(0, 100_000), fc.constant('60km/h')),
    direction: within(-2 * Math.PI, 2 * Math.PI),
    boundaryLayer: within(0.01, 1000),
    exponent: within(0, 2),
    vehicle: fc.oneof(fc.constant(0), within(0, 100_000)),
    gusts: fc.option(fc.record({ strength: within(0, 1), slowest: within(1, 20), fastest: within(0.02, 1) })),
    field: fc.option(fc.constantFrom({ kind: 'edge' as const }, { kind: 'parting' as const, strength: 2 })),
  });
}

/** Blades that go over any part of a small pane, or past it. */
function anyWipers() {
  const wiper = fc.record({
    kind: fc.constantFrom('pivot' as const, 'parallel' as const),
    x: within(-20, 60),
    y: within(-20, 60),
    arm: within(0, 40),
    length: within(1, 60),
    from: within(-2 * Math.PI, 2 * Math.PI),
    to: within(-2 * Math.PI, 2 * Math.PI),
    stroke: within(0.05, 1),
    wear: within(0, 1),
  });
  return fc.array(wiper, { maxLength: 2 });
}

/** Fine drops, fog and film, each of them or not. */
function anyLayers() {
  const cellSize = fc.constantFrom(0.3, 0.5, 1, 5);
  return {
    fine: fc.option(
      fc.record(
        {
          density: fc.constantFrom(0.1, 0.8, 12),
          cellSize: fc.constantFrom(0.3, 0.5, 1),
          refill: fc.option(within(0.1, 5)),
          wetAtStart: within(0, 1),
        },
        { requiredKeys: [] },
      ),
    ),
    fog: fc.option(
      fc.record(
        { density: within(0, 1), regrow: within(0.1, 5), cellSize, mass: within(0, 0.1) },
        { requiredKeys: [] },
      ),
    ),
    film: fc.option(
      fc.record(
        { thickness: within(0.0001, 0.1), evaporation: within(0, 1), friction: within(0, 1), cellSize },
        { requiredKeys: [] },
      ),
    ),
  };
}

/** A drop by hand, in the corner that every pane has (1.6 mm); heavy ones are as large as the pane. */
export function anyDrop() {
  const speed = within(-10_000, 10_000);
  const required = { x: within(0, 1.6), y: within(0, 1.6), mass: fc.oneof(within(0.001, 30), within(30, 1000)) };
  return fc.record({ ...required, vx: speed, vy: speed }, { requiredKeys: ['x', 'y', 'mass'] });
}

/** A scene of any model that is valid, as far as can be said beforehand. */
export function anyScene(): fc.Arbitrary<SceneInput> {
  const parts = {
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    step: within(1e-4, 0.1),
    model: anyModel(),
    surface: anySurface(),
    coating: anyCoating(),
    rain: anyRain(),
    gravity: fc.oneof(fc.constant(9810), within(0, 100_000)),
    motion: anyMotion(),
    wind: anyWind(),
    wipers: anyWipers(),
    ...anyLayers(),
    drops: fc.array(anyDrop(), { maxLength: 6 }),
  };
  return fc.record(parts, { requiredKeys: ['surface'] }) as fc.Arbitrary<SceneInput>;
}

/** A change that a running simulation may take. */
export function anyChange(): fc.Arbitrary<SceneInput> {
  const fixed = ['name', 'maps', 'affinity', 'affinityGrain', 'noisePeriod'];
  const model = anyModel().map((options) =>
    Object.fromEntries(Object.entries(options).filter(([option]) => !fixed.includes(option))),
  );
  const surface = fc.record(
    { tilt: within(0, Math.PI / 2), turn: within(-2 * Math.PI, 2 * Math.PI) },
    { requiredKeys: [] },
  );
  const parts = {
    model,
    surface,
    coating: anyCoating(),
    rain: anyRain(),
    gravity: within(0, 100_000),
    motion: anyMotion(),
    wind: anyWind(),
    wipers: anyWipers(),
    fine: fc.record({ refill: within(0.1, 5) }),
    fog: fc.record({ density: within(0, 1), regrow: within(0.1, 5) }),
    film: fc.record({ thickness: within(0.0001, 0.1), evaporation: within(0, 1), friction: within(0, 1) }),
  };
  return fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<SceneInput>;
}

/** What people and programs put where a value should be. */
const JUNK: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  -0,
  1e-12,
  1e9,
  80,
  2 ** 53,
  '',
  '80',
  '80deg',
  '5uL',
  '-3mm',
  'NaN',
  null,
  undefined,
  true,
  [],
  {},
  [1],
  [2, 1],
  ['a', 'b'],
  { kind: 'none' },
  () => 1,
  Symbol('junk'),
  10n,
  new Date(0),
  new Float32Array(2),
  JSON.parse('{"__proto__": {"polluted": true}}'),
];

const STRANGE_KEYS = ['', '__proto__', 'constructor', 'toString', 'titl', 'a\nb', 'x'.repeat(200), '0', 'length'];

/** The same thing with one to three places spoilt: a value replaced, left out, or one too many. */
export function broken<T>(sound: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const spoil = fc.tuple(
    fc.nat(),
    fc.nat(),
    fc.constantFrom(...JUNK),
    fc.option(fc.constantFrom(...STRANGE_KEYS), { freq: 4 }),
  );
  return fc.tuple(sound, fc.array(spoil, { minLength: 1, maxLength: 3 })).map(([value, spoils]) => {
    const copy: unknown = structuredClone(value);
    // Only the sound parts are spoilt: junk is shared by all.
    const objects = objectsIn(copy);
    for (const [where, which, junk, strange] of spoils) {
      const target = objects[where % objects.length];
      const keys = Object.keys(target);
      const known = keys[which % Math.max(1, keys.length)] ?? '0';
      const key = Array.isArray(target) ? known : (strange ?? known);
      Object.defineProperty(target, key, { value: junk, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  });
}

/** All objects and lists in a value, itself first. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
