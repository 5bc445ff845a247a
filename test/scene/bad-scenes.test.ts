/** Every way a scene can be wrong, and the one line that says so. */
import { createSimulation, RivuletError, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';

/** The line with which a scene is refused. Scenes come from anywhere, so `input` is of any type. */
function refusal(input: unknown): string {
  try {
    createSimulation(input as SceneInput);
  } catch (error) {
    expect(error).toBeInstanceOf(RivuletError);
    return (error as RivuletError).message;
  }
  return 'accepted';
}

type Case = readonly [what: string, scene: unknown, line: string];

const ALL_PARTS =
  'version, title, about, seed, step, model, surface, coating, rain, gravity, motion, wind, wipers, fine, fog, film, drops, backdrop, camera';

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
  ['wipers that are no list', { wipers: {} }, 'scene.wipers must be a list of at most 16 wipers; got {}.'],
  [
    'a wiper of zero length',
    { wipers: [{ x: 0, y: 0, length: 0, from: 0, to: 1 }] },
    'scene.wipers[0].length must be 1 to 10000 mm; got 0.',
  ],
  [
    'a second wiper in degrees',
    {
      wipers: [
        { x: 0, y: 0, length: 9, from: 0, to: 1 },
        { x: 0, y: 0, length: 9, from: -80, to: 1 },
      ],
    },
    'scene.wipers[1].from must be -6.2832 to 6.2832 rad; got -80. Is it in degrees? Write "-80deg".',
  ],
  ['a wiper without a pivot', { wipers: [{ length: 9 }] }, 'scene.wipers[0].x must be given; got nothing.'],
  [
    'a misspelt option of a wiper',
    { wipers: [{ x: 0, y: 0, length: 9, from: 0, to: 1, strok: 1 }] },
    'scene.wipers[0] has no "strok". Did you mean "stroke"?',
  ],
  ['fine drops', { fine: 'yes' }, 'scene.fine must be an object; got "yes". For none write null.'],
  ['fog', { fog: true }, 'scene.fog must be an object; got true. For none write null.'],
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
    'scene.model.name must be chen2013 or chin; got "chen2014". Did you mean "chen2013"?',
  ],
  ['no model at all like it', { model: { name: 'sph' } }, 'scene.model.name must be chen2013 or chin; got "sph".'],
  ['an option misspelt', { model: { viscosty: 1 } }, 'scene.model has no "viscosty". Did you mean "viscosity"?'],
  [
    'a switch that is no switch',
    { model: { smoothing: 'yes' } },
    'scene.model.smoothing must be true or false; got "yes".',
  ],
  ['a choice there is not', { model: { maps: 'three' } }, 'scene.model.maps must be "two" or "single"; got "three".'],
  [
    'a range the wrong way round',
    { model: { residualShareMin: 0.5 } },
    'scene.model.residualShareMin must be at most residualShareMax, 0.3; got 0.5.',
  ],
  ['a choice by number', { model: { adjacency: 6 } }, 'scene.model.adjacency must be "8" or "4"; got 6.'],
];

const SURFACE: readonly Case[] = [
  [
    'a tilt in degrees',
    { surface: { tilt: 80 } },
    'scene.surface.tilt must be 0 to 1.5708 rad; got 80. Is it in degrees? Write "80deg".',
  ],
  [
    'a tilt beyond upright',
    { surface: { tilt: '120deg' } },
    'scene.surface.tilt must be 0 to 1.5708 rad; got "120deg" (2.0944 rad).',
  ],
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
  ['another surface', { surface: { kind: 'sphere' } }, 'scene.surface.kind must be "pane"; got "sphere".'],
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

const LAYERS: readonly Case[] = [
  [
    'rain for fine drops in mm/h without a unit',
    { fine: { rainRate: 10 } },
    'scene.fine.rainRate must be 0.000027778 to 0.055556 mm/s; got 10.',
  ],
  [
    'a density without a number',
    { fine: { density: 'many' } },
    'scene.fine.density must be 0 to 100 /mm²; got "many". Write it like "800000/m2".',
  ],
  [
    'more fine drops than a cell holds',
    { fine: { density: 20, cellSize: 1 } },
    'scene.fine.density must be 0 to 12 /mm² with cells of 1 mm; got 20. Make fine.cellSize smaller.',
  ],
  [
    'a layer of too many cells',
    { surface: { width: 3000, height: 3000, cellSize: 1 }, film: { cellSize: 0.1 } },
    'scene.film.cellSize must make at most 64000000 cells; got 0.1, which makes 900000000. Make it larger.',
  ],
  ['a refill of no time', { fine: { refill: 0 } }, 'scene.fine.refill must be 0.1 to 3600 s; got 0.'],
  ['fog denser than dense', { fog: { density: 2 } }, 'scene.fog.density must be 0 to 1; got 2.'],
  [
    'fog by length',
    { fog: { mass: '5mm' } },
    'scene.fog.mass must be 0 to 0.1 mg/mm²; got "5mm". Write it like "5g/m2".',
  ],
  [
    'a film as thick as a drop',
    { film: { thickness: '1mm' } },
    'scene.film.thickness must be 0.0001 to 0.1 mm; got "1mm" (1 mm).',
  ],
  ['friction on film above that on glass', { film: { friction: 2 } }, 'scene.film.friction must be 0 to 1; got 2.'],
  [
    'a misspelt option of a layer',
    { film: { thicknes: 1 } },
    'scene.film has no "thicknes". Did you mean "thickness"?',
  ],
];

const COATING_AND_WIND: readonly Case[] = [
  [
    'receding above advancing',
    { coating: { advancing: '50deg', receding: '60deg' } },
    'scene.coating.receding must be 0 to 0.87266 rad, the advancing angle; got 1.0472.',
  ],
  [
    'a coating without hysteresis',
    { coating: { advancing: '50deg', receding: '50deg' } },
    'scene.coating must hold drops of at least 0.001 mg; it holds 0 mg. Lower coating.receding, or set coating.critical.',
  ],
  ['no critical mass', { coating: { critical: 0 } }, 'scene.coating.critical must be 0.001 to 5000 mg; got 0.'],
  ['gravity upwards', { gravity: -9810 }, 'scene.gravity must be 0 to 100000 mm/s²; got -9810.'],
  [
    'a wind in no known unit',
    { wind: { speed: '30knots' } },
    'scene.wind.speed must be 0 to 100000 mm/s; got "30knots". Write it like "30km/h".',
  ],
  ['a negative exponent', { wind: { exponent: -1 } }, 'scene.wind.exponent must be 0 to 2; got -1.'],
];

const RAIN: readonly Case[] = [
  ['rain null', { rain: null }, 'scene.rain must be an object; got null. For no rain write {"kind": "none"}.'],
  [
    'another kind of rain',
    { rain: { kind: 'nonne' } },
    'scene.rain.kind must be "uniform", "marshall-palmer", "script", "drips", "none" or "several"; got "nonne". Did you mean "none"?',
  ],
  [
    'a negative rate',
    { rain: { rate: -1 } },
    'scene.rain.rate must be 0 to 1000000 drops/s or a depth in mm/h; got -1.',
  ],
  [
    'a rate in no known unit',
    { rain: { rate: '17mm/d' } },
    'scene.rain.rate must be 0 to 1000000 drops/s or a depth in mm/h; got "17mm/d". Write it like "17mm/h".',
  ],
  [
    'a flood',
    { rain: { rate: '1e9mm/h', small: [0.5, 0.5], large: [0.5, 0.5] }, surface: { width: 36, height: 10 } },
    'scene.rain.rate must be 0 to 1000000 drops/s; got 200000000. Let it rain less, or larger drops.',
  ],
  [
    'small masses the wrong way round',
    { rain: { small: [2, 1] } },
    'scene.rain.small must be [min, max] with min at most max; got [2,1]. Swap the two.',
  ],
  [
    'large masses the wrong way round',
    { rain: { large: ['4mg', '2mg'] } },
    'scene.rain.large must be [min, max] with min at most max; got [4,2]. Swap the two.',
  ],
  ['one mass', { rain: { small: [2] } }, 'scene.rain.small must be [min, max] in mg, or null; got [2].'],
  [
    'a mass without a number',
    { rain: { small: [1, 'heavy'] } },
    'scene.rain.small[1] must be 0.001 to 5000 mg; got "heavy". Write it like "5uL".',
  ],
  ['a share of 200 %', { rain: { largeShare: 2 } }, 'scene.rain.largeShare must be 0 to 1; got 2.'],
  ['half a drop', { rain: { max: 0.5 } }, 'scene.rain.max must be a whole number from 0 to 1000000 drops; got 0.5.'],
  [
    'a coating that gives no masses',
    { coating: { advancing: '50deg', receding: '49.99deg' }, surface: { tilt: 0 } },
    'scene.rain.small must be 0.001 to 5000 mg; got null, which the coating makes 0.000008677 to 0.000069416 mg. Write the masses as [min, max].',
  ],
];

const MEASURED_RAIN: readonly Case[] = [
  [
    'millimetres without an hour',
    { rain: { kind: 'marshall-palmer', rate: 10 } },
    'scene.rain.rate must be 0 to 1000 mm/h; got 10. Write it like "17mm/h".',
  ],
  [
    'an option of another rain',
    { rain: { kind: 'marshall-palmer', largeShare: 0.5 } },
    'scene.rain has no "largeShare"; it has kind, rate, drift, smallest, weighting, max.',
  ],
  ['a misspelt option of no rain', { rain: { kind: 'none', rat: 5 } }, 'scene.rain has no "rat". Did you mean "rate"?'],
  [
    'drops as fine as fog',
    { rain: { kind: 'marshall-palmer', smallest: 0.01 } },
    'scene.rain.smallest must be 0.125 to 4 mm; got 0.01.',
  ],
  [
    'more drops than can be',
    {
      rain: { kind: 'marshall-palmer', rate: '900mm/h', drift: '100m/s', smallest: 0.125 },
      surface: { width: 3000, height: 3000, cellSize: 1 },
    },
    'scene.rain.rate must be 0 to 1000000 drops/s; got 8120554. Let it rain less, or raise rain.smallest.',
  ],
  [
    'a scripted drop of less than nothing',
    { rain: { kind: 'script', drops: [{ t: 0, x: 1, y: 1, mass: '-5uL' }] } },
    'scene.rain.drops[0].mass must be 0.001 to 5000 mg; got "-5uL" (-5 mg).',
  ],
  [
    'a scripted drop beside the pane',
    { rain: { kind: 'script', drops: [{ t: 0, x: 1, y: 201, mass: 5 }] } },
    'scene.rain.drops[0].y must be 0 to 200 mm; got 201. That is outside the pane.',
  ],
  [
    'a drop after its round',
    { rain: { kind: 'script', drops: [{ t: 2, x: 1, y: 1, mass: 5 }], repeat: 2 } },
    'scene.rain.drops[0].t must be 0 to 2 s, before rain.repeat; got 2.',
  ],
  [
    'a rain file where there are no files',
    { rain: { kind: 'script', file: 'rain.csv' } },
    'scene.rain.file must not be here; got "rain.csv". Only the command line reads it; put what parseRainScript makes of its text into drops.',
  ],
  [
    'an edge beside the pane',
    { rain: { kind: 'drips', from: [0, 0], to: ['40cm', 0] } },
    'scene.rain.to[0] must be 0 to 300 mm; got 400. That is outside the pane.',
  ],
  [
    'an edge with one end',
    { rain: { kind: 'drips', from: 5 } },
    'scene.rain.from must be [x, y] in mm, or null; got 5.',
  ],
  [
    'several rains in several',
    { rain: { kind: 'several', rains: [{ kind: 'several' }] } },
    'scene.rain.rains[0].kind must be "uniform", "marshall-palmer", "script", "drips" or "none"; got "several".',
  ],
  [
    'one wrong rain of several',
    { rain: { kind: 'several', rains: [{}, { kind: 'drips', jitter: 2 }] } },
    'scene.rain.rains[1].jitter must be 0 to 1; got 2.',
  ],
];

const MOTION: readonly Case[] = [
  [
    'motion as a number',
    { motion: 5 },
    'scene.motion must be an object; got 5. For a pane that does not move write null.',
  ],
  [
    'a key before the one before',
    { motion: { keys: [{ t: 2 }, { t: 1 }] } },
    'scene.motion.keys[1].t must be at least 2 s, that of the key before; got 1.',
  ],
  [
    'a key after its round',
    { motion: { keys: [{ t: 0 }, { t: 3 }], repeat: 2 } },
    'scene.motion.keys[1].t must be at most motion.repeat, 2 s; got 3.',
  ],
  [
    'a tilt in degrees',
    { motion: { keys: [{ t: 0, tilt: 80 }] } },
    'scene.motion.keys[0].tilt must be -3.1416 to 3.1416 rad; got 80. Is it in degrees? Write "80deg".',
  ],
  [
    'a crash',
    { motion: { keys: [{ t: 0, forward: '-50g' }] } },
    'scene.motion.keys[0].forward must be -100000 to 100000 mm/s²; got "-50g" (-490500 mm/s²).',
  ],
  [
    'a shaking that leaves nothing on the glass',
    { coating: { advancing: '50deg', receding: '49.9deg' }, motion: { keys: [{ t: 1, ay: '10g' }] } },
    'scene.coating must hold drops of at least 0.001 mg; it holds 0.000060144 mg. Lower coating.receding, or set coating.critical.',
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

describe.each([
  ['the scene as a whole', WHOLE],
  ['model', MODEL],
  ['surface', SURFACE],
  ['layers', LAYERS],
  ['coating, gravity, wind', COATING_AND_WIND],
  ['rain', RAIN],
  ['measured, scripted and dripping rain', MEASURED_RAIN],
  ['motion', MOTION],
  ['drops', DROPS],
] as const)('%s', (_, cases) => {
  test.each(cases)('%s is refused in one line', (_what, scene, line) => {
    expect(refusal(scene)).toBe(line);
  });
});

test('the error says where it was', () => {
  expect(() => createSimulation({ surface: { tilt: 80 } })).toThrow(
    expect.objectContaining({ path: 'scene.surface.tilt' }),
  );
  expect(() => createSimulation({ drops: [{ x: 1, y: 1, mass: -1 }] })).toThrow(
    expect.objectContaining({ path: 'scene.drops[0].mass' }),
  );
});

test('the first of several problems is told', () => {
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
