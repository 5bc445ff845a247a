/** Every way a scene can be wrong, and the one line that says so: the scene itself, its model, glass and drops. */
import { createSimulation } from 'rivulet';
import { expect, test } from 'vitest';
import { type Case, refusal, testRefusals } from './refusals.ts';

const ALL_PARTS =
  'version, title, about, seed, step, model, surface, pose, coating, rain, gravity, motion, wind, wipers, fine, fog, film, drops, glass, inside, sun, backdrop, camera';

const WHOLE: readonly Case[] = [
  ['a number', 5, 'scene must be an object; got 5.'],
  ['nothing', null, 'scene must be an object; got null.'],
  ['a list', [], 'scene must be an object; got [].'],
  [
    'a newer version',
    { version: 2, clouds: true },
    'scene.version must be 1; got 2. This scene was written by a newer rivulet; update rivulet.',
  ],
  ['an unknown version', { version: 0 }, 'scene.version must be 1; got 0.'],
  ['a misspelt part', { surfaces: {} }, 'scene has no "surfaces". Did you mean "surface"?'],
  ['an unknown part', { clouds: true }, `scene has no "clouds"; it has ${ALL_PARTS}.`],
  ['an inherited name', { constructor: 1 }, `scene has no "constructor"; it has ${ALL_PARTS}.`],
  ['a prototype', JSON.parse('{"__proto__": {"seed": 2}}'), `scene has no "__proto__"; it has ${ALL_PARTS}.`],
  ['a part that is no object', { wind: 5 }, 'scene.wind must be an object; got 5.'],
  ['a fractional seed', { seed: 1.5 }, 'scene.seed must be a whole number from 0 to 4294967295; got 1.5.'],
  [
    'a seed in quotes',
    { seed: '7' },
    'scene.seed must be a whole number from 0 to 4294967295; got "7". Write it without quotes.',
  ],
  ['a step of a second', { step: 1 }, 'scene.step must be 0.0001 to 0.1 s; got 1.'],
  [
    'a backdrop that is no JSON',
    { backdrop: { distance: Number.NaN } },
    'scene.backdrop must be an object of plain JSON, without NaN or functions; got {"distance":null}.',
  ],
  ['a title that is no text', { title: 5 }, 'scene.title must be a text of at most 80 characters; got 5.'],
];

const MODEL: readonly Case[] = [
  [
    'an unknown model',
    { model: { name: 'chen2014' } },
    'scene.model.name must be rivulet, chen2013, chin, nakata2012, kaneda1996 or stuppacher2007; got "chen2014". Did you mean "chen2013"?',
  ],
  [
    'no model at all like it',
    { model: { name: 'sph' } },
    'scene.model.name must be rivulet, chen2013, chin, nakata2012, kaneda1996 or stuppacher2007; got "sph".',
  ],
  ['an option misspelt', { model: { viscosty: 1 } }, 'scene.model has no "viscosty". Did you mean "viscosity"?'],
  [
    'a switch that is no switch',
    { model: { smoothing: 'yes' } },
    'scene.model.smoothing must be true or false; got "yes".',
  ],
  [
    'the option that named the model of today',
    { model: { name: 'chen2013', shapes: 'caps' } },
    'scene.model.shapes must be left out; got "caps". Drops with real shapes are the model "rivulet": write "name": "rivulet".',
  ],
  [
    'a choice there is not',
    { model: { name: 'chen2013', maps: 'three' } },
    'scene.model.maps must be "two" or "single"; got "three".',
  ],
  [
    'a range the wrong way round',
    { model: { residualShareMin: 0.5 } },
    'scene.model.residualShareMin must be at most residualShareMax, 0.3; got 0.5.',
  ],
  [
    'a choice by number',
    { model: { name: 'chen2013', adjacency: 6 } },
    'scene.model.adjacency must be "8" or "4"; got 6.',
  ],
];

const SURFACE: readonly Case[] = [
  [
    'a tilt in degrees',
    { surface: { tilt: 80 } },
    'scene.surface.tilt must be 0 to 1.5708 rad; got 80. Is it in degrees? Write "80deg".',
  ],
  ['a tilt beyond upright', { surface: { tilt: '120deg' } }, 'scene.surface.tilt must be 0 to 90 deg; got "120deg".'],
  [
    'a tilt without a number',
    { surface: { tilt: 'steep' } },
    'scene.surface.tilt must be 0 to 1.5708 rad; got "steep". Write it like "80deg".',
  ],
  ['a tilt of NaN', { surface: { tilt: Number.NaN } }, 'scene.surface.tilt must be 0 to 1.5708 rad; got NaN.'],
  ['a tilt of null', { surface: { tilt: null } }, 'scene.surface.tilt must be 0 to 1.5708 rad; got null.'],
  ['a misspelt tilt', { surface: { titl: 1 } }, 'scene.surface has no "titl". Did you mean "tilt"?'],
  [
    'an unknown option',
    { surface: { colour: 'blue' } },
    'scene.surface has no "colour"; it has kind, width, height, cellSize, tilt, turn.',
  ],
  [
    'another surface',
    { surface: { kind: 'sphere' } },
    'scene.surface.kind must be "pane", "cylinder", "box" or "bezier"; got "sphere".',
  ],
  ['a negative cell size', { surface: { cellSize: -0.5 } }, 'scene.surface.cellSize must be 0.01 to 10 mm; got -0.5.'],
  [
    'an infinite width',
    { surface: { width: Number.POSITIVE_INFINITY } },
    'scene.surface.width must be 0.1 to 1000000 mm; got Infinity.',
  ],
  [
    'a pane of 10⁹ cells',
    { surface: { width: 20_000, height: 12_500 } },
    'scene.surface must have at most 64000000 cells; got 1000000000 (40000 x 25000). Make the pane smaller or the cells larger.',
  ],
  [
    'a pane of too few cells',
    { surface: { width: 2 } },
    'scene.surface must have at least 8 x 8 cells; got 4 x 400. Make the pane larger or the cells smaller.',
  ],
];

const DROPS: readonly Case[] = [
  ['no list', { drops: {} }, 'scene.drops must be a list of at most 100000 drops; got {}.'],
  [
    'a NaN mass',
    { drops: [{ x: 1, y: 1, mass: Number.NaN }] },
    'scene.drops[0].mass must be 0.001 to 5000 mg; got NaN.',
  ],
  ['no mass', { drops: [{ x: 1, y: 1 }] }, 'scene.drops[0].mass must be given; got nothing.'],
  [
    'a drop beside the pane',
    {
      drops: [
        { x: 1, y: 1, mass: 1 },
        { x: 301, y: 1, mass: 1 },
      ],
    },
    'scene.drops[1].x must be 0 to 300 mm; got 301. That is outside the pane.',
  ],
  [
    'a drop above the pane',
    { drops: [{ x: 1, y: '-1cm', mass: 1 }] },
    'scene.drops[0].y must be 0 to 200 mm; got -10. That is outside the pane.',
  ],
  ['a drop nowhere', { drops: [{ x: Number.NaN, y: 1, mass: 1 }] }, 'scene.drops[0].x must be 0 to 300 mm; got NaN.'],
  [
    'a drop faster than sound is loud',
    { drops: [{ x: 1, y: 1, mass: 1, vy: 1e6 }] },
    'scene.drops[0].vy must be -10000 to 10000 mm/s; got 1000000.',
  ],
];

testRefusals({
  'the scene as a whole': WHOLE,
  model: MODEL,
  surface: SURFACE,
  drops: DROPS,
});

test('the error says where it was', () => {
  expect(() => createSimulation({ surface: { tilt: 80 } })).toThrow(
    expect.objectContaining({ path: 'scene.surface.tilt' }),
  );
  expect(() => createSimulation({ drops: [{ x: 1, y: 1, mass: -1 }] })).toThrow(
    expect.objectContaining({ path: 'scene.drops[0].mass' }),
  );
});

test('the first of several problems is reported', () => {
  expect(refusal({ seed: -1, step: 9, surface: { tilt: 80 } })).toContain('scene.seed');
});

test('a circular scene is refused, not followed', () => {
  const circle: Record<string, unknown> = {};
  circle.backdrop = circle;
  expect(refusal(circle)).toMatch(/^scene[^\n]+$/);
});

test('names with line breaks stay on one line', () => {
  expect(refusal({ 'a\nb': 1 })).toBe(`scene has no "a\\nb"; it has ${ALL_PARTS}.`);
});
