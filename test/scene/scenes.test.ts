/** Scenes that are right: defaults, units, overrides, and the presets that come with the package. */
import { readdirSync } from 'node:fs';
import { createSimulation, loadScene, parseSceneText, type SceneInput, sceneNames } from 'rivulet';
import { describe, expect, test } from 'vitest';

/** A pane that is quick to make. */
const SMALL = { width: 20, height: 20 } as const;

function parsed(scene: SceneInput, overrides?: SceneInput) {
  return createSimulation({ surface: SMALL, ...scene }, overrides).scene;
}

describe('defaults', () => {
  test('an empty scene is a whole one', () => {
    const { scene } = createSimulation({});
    expect(scene).toMatchObject({
      version: 1,
      seed: 1,
      step: 0.005,
      model: { name: 'rivulet', smoothing: true, erosion: true, residuals: true, merging: true, viscosity: 0 },
      surface: { kind: 'pane', width: 300, height: 200, cellSize: 0.5, tilt: Math.PI / 2, turn: 0 },
      coating: { critical: null },
      rain: { kind: 'uniform', rate: 50, small: null, large: null, largeShare: 0.2, max: null },
      gravity: 9810,
      wind: { speed: 0, direction: 0, boundaryLayer: 6, exponent: 0.5 },
      wipers: [],
      fine: null,
      fog: null,
      film: null,
      drops: [],
      backdrop: { kind: 'street' },
      camera: { focus: 'glass' },
    });
  });

  test('a parsed scene is JSON, and parsing it again changes nothing', () => {
    const scene = parsed({
      rain: { rate: '17mm/h' },
      drops: [{ x: 1, y: 2, mass: 3 }],
      backdrop: { kind: 'night', cars: [1] },
    });
    const again = createSimulation(JSON.parse(JSON.stringify(scene))).scene;
    expect(again).toEqual(scene);
  });

  test('a validated scene is frozen all through, the input is not', () => {
    const input = { surface: { ...SMALL }, backdrop: { kind: 'night' }, drops: [{ x: 1, y: 2, mass: 3 }] };
    const { scene } = createSimulation(input);
    for (const part of [scene, scene.surface, scene.model, scene.drops, scene.drops[0], scene.backdrop, scene.wipers]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    for (const part of [input, input.surface, input.backdrop, input.drops[0]])
      expect(Object.isFrozen(part)).toBe(false);
  });
});

describe('units', () => {
  test('strings come out in mm, mg, s and rad', () => {
    const scene = parsed({
      step: '10ms',
      gravity: '1g',
      surface: { width: '2cm', height: '0.02m', cellSize: '500um', tilt: '80deg' },
      coating: { critical: '5uL' },
      wind: { speed: '36km/h', direction: '90deg', boundaryLayer: '0.4cm' },
      rain: { kind: 'uniform', small: ['500ug', '1µL'], large: ['1mm3', '0.002g'], rate: '120/min' },
      drops: [{ x: '1cm', y: 5, mass: '0.003mL', vy: '1cm/s' }],
    });
    expect(scene).toMatchObject({
      step: 0.01,
      gravity: 9810,
      surface: { width: 20, height: 20, cellSize: 0.5, tilt: (80 * Math.PI) / 180 },
      coating: { critical: 5 },
      wind: { speed: 10_000, direction: Math.PI / 2, boundaryLayer: 4 },
      rain: { small: [0.5, 1], large: [1, 2], rate: 2 },
      drops: [{ x: 10, y: 5, mass: 3, vx: 0, vy: 10 }],
    });
  });

  test('model options take strings too', () => {
    expect(parsed({ model: { operatorPeriod: '40ms', meander: '10deg' } }).model).toMatchObject({
      operatorPeriod: 0.04,
      meander: (10 * Math.PI) / 180,
    });
  });

  test.each([
    ['90deg', { surface: { turn: '90deg' } }, Math.PI / 2],
    ['180 deg', { surface: { turn: ' 180 deg ' } }, Math.PI],
    ['45°', { surface: { turn: '45°' } }, Math.PI / 4],
    ['-1.5', { surface: { turn: '-1.5' } }, -1.5],
    ['30km/h', { wind: { speed: '30km/h' } }, 30e6 / 3600],
    ['1.5m/s', { wind: { speed: '1.5m/s' } }, 1500],
    ['+1e1 mm', { wind: { boundaryLayer: '+1e1 mm' } }, 10],
    ['.5m', { wind: { boundaryLayer: '.5m' } }, 500],
    ['5μl', { coating: { critical: '5μl' } }, 5],
    ['1g of water', { coating: { critical: '1g' } }, 1000],
    ['9.81m/s²', { gravity: '9.81m/s²' }, 9810],
    ['1.5min', { model: { residualPeriod: '1.5min' } }, 90],
    ['200/s', { rain: { rate: '200/s' } }, 200],
  ] as const)('%s is exact', (_, input, value) => {
    const scene = parsed({ ...input, surface: { ...SMALL, ...('surface' in input ? input.surface : {}) } });
    const [[part, given]] = Object.entries(input);
    const got = scene[part as keyof typeof scene];
    const option = typeof given === 'object' ? Object.keys(given)[0] : '';
    expect(option ? (got as unknown as Record<string, unknown>)[option] : got).toBe(value);
  });

  test.each(['', 'deg', '80grad', '1,5rad', '1 2rad', 'NaN', 'Infinity', '1e', '0x10', '5mm'])(
    '"%s" is no angle',
    (tilt) => {
      const line = `scene.surface.tilt must be 0 to 1.5708 rad; got "${tilt}". Write it like "80deg".`;
      expect(() => parsed({ surface: { ...SMALL, tilt } })).toThrow(line);
    },
  );

  test('a depth of rain becomes drops by area and mean mass', () => {
    // Spec 1.6b: 200 drops/s of 80 % U(0.25, 2) and 20 % U(2, 4) mg on 250 × 250 mm are 17 mm/h.
    const { rain } = parsed({
      surface: { width: 250, height: 250 },
      rain: { rate: '17mm/h', small: [0.25, 2], large: [2, 4] },
    });
    expect(rain).toMatchObject({ rate: ((17 / 3600) * 62_500) / (0.8 * 1.125 + 0.2 * 3) });
  });

  test('without masses the rain follows the coating, however the pane is tilted', () => {
    const rates = (['90deg', '20deg', 0] as const).map((tilt) => {
      const { rain } = parsed({ surface: { ...SMALL, tilt }, rain: { rate: '17mm/h' } });
      return rain.kind === 'uniform' ? rain.rate : 0;
    });
    // 9.0 mg stay on upright glass of 50°/20° (spec 6.3): the mean is 0.8 · 9/16 · 9.0 + 0.2 · 1.5 · 9.0 mg.
    const mean = 0.8 * (9 / 16) * 9 + 0.2 * 1.5 * 9;
    expect(rates[0]).toBeCloseTo(((17 / 3600) * 400) / mean, 2);
    expect(rates[1]).toBe(rates[0]);
    expect(rates[2]).toBe(rates[0]);
  });
});

describe('overrides', () => {
  test('objects are merged, lists replaced, undefined ignored', () => {
    const base: SceneInput = {
      wind: { speed: 5, direction: 1 },
      coating: { critical: 2 },
      rain: { small: [1, 2], large: [2, 3] },
    };
    const scene = parsed(base, {
      seed: undefined,
      wind: { speed: 7, direction: undefined },
      coating: { critical: null },
      rain: { small: [3, 4] },
    });
    expect(scene.seed).toBe(1);
    expect(scene.wind).toMatchObject({ speed: 7, direction: 1 });
    expect(scene.coating.critical).toBeNull();
    expect(scene.rain).toMatchObject({ small: [3, 4], large: [2, 3] });
    expect(base.wind?.speed).toBe(5);
  });

  test('rain can be switched off over a scene that has it', () => {
    expect(parsed({ rain: { rate: 7, max: 5 } }, { rain: { kind: 'none' } }).rain).toEqual({ kind: 'none' });
  });

  test('another model starts from its own defaults', () => {
    const chin = parsed({ model: { name: 'chin' } }).model;
    expect(parsed({ model: { name: 'chen2013', mergeGain: 1.5 } }, { model: { name: 'chin' } }).model).toEqual(chin);
  });

  test('no scene reaches the prototype of objects', () => {
    for (const text of [
      '{"__proto__": {"seed": 9}}',
      '{"surface": {"__proto__": {"polluted": 1}}}',
      '{"constructor": {"prototype": {"polluted": 1}}}',
    ]) {
      expect(() => parsed({}, JSON.parse(text))).toThrow(/has no "(__proto__|constructor)"/);
    }
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('presets', () => {
  test('every file of scenes/ is a preset and no other', () => {
    const files = readdirSync(new URL('../../scenes', import.meta.url)).filter((file) => file.endsWith('.json'));
    expect([...sceneNames].sort()).toEqual(files.map((file) => file.slice(0, -'.json'.length)).sort());
  });

  test.each(sceneNames)('%s is valid and says what it shows', (name) => {
    const { scene } = createSimulation(name);
    expect(scene.title).not.toBe('');
    expect(scene.about).not.toBe('');
  });

  test.each([
    ['chen-pane-250', 500, 500],
    ['chen-pane-500', 500, 500],
    ['chen-pane-512', 512, 512],
    ['chen-pane-1000', 1000, 1000],
    ['chin-table-3', 600, 1000],
  ])('%s has %i columns and %i rows', (name, columns, rows) => {
    expect(createSimulation(name).surface).toMatchObject({ columns, rows });
  });

  test('chin-fig-7 adds one operation at a time', () => {
    const names = ['smoothing', 'erosion', 'residuals', 'merging'];
    [...'abcde'].forEach((letter, count) => {
      const { model, ...rest } = createSimulation(`chin-fig-7${letter}`).scene;
      expect(names.filter((name) => model[name])).toEqual(names.slice(0, count));
      const { title: _, about: __, ...others } = rest;
      const { title: ___, about: ____, model: _____, ...first } = createSimulation('chin-fig-7a').scene;
      expect(others).toEqual(first);
    });
  });

  test('loadScene gives a copy, free to be changed', () => {
    const copy = loadScene('window') as { seed: number };
    copy.seed = 99;
    expect(loadScene('window').seed).not.toBe(99);
  });

  test.each([
    ['windw', 'scene must be the name of a preset; got "windw". Did you mean "window"?'],
    [
      'chen-pane',
      'scene must be the name of a preset; got "chen-pane". Did you mean "chen-pane-250", "chen-pane-500", "chen-pane-512" or "chen-pane-1000"?',
    ],
    ['__proto__', `scene must be the name of a preset; got "__proto__". The scenes are ${sceneNames.join(', ')}.`],
    ['constructor', `scene must be the name of a preset; got "constructor". The scenes are ${sceneNames.join(', ')}.`],
  ])('there is no preset %s', (name, line) => {
    expect(() => loadScene(name)).toThrow(line);
    expect(() => createSimulation(name)).toThrow(line);
  });
});

describe('texts', () => {
  test('a byte order mark is passed over', () => {
    expect(parseSceneText('\uFEFF{"seed": 3}', 'rain.json')).toEqual({ seed: 3 });
  });

  test.each([
    ['', 1, 1, 'the file is empty'],
    ['{"seed": 1', 1, 11, 'expected "," or "}", got the end of the file'],
    ['{"seed": 1,}', 1, 12, 'a comma before "}"'],
    ['[1,]', 1, 4, 'a comma before "]"'],
    ['{"seed" 1}', 1, 9, 'expected ":", got "1"'],
    ['{seed: 1}', 1, 2, 'expected a name in double quotes, got "seed"'],
    ['{"seed": 1} x', 1, 13, 'expected the end of the file, got "x"'],
    ['{\n  // one\n}', 2, 3, 'expected a name in double quotes, got a comment, which JSON does not have'],
    ['{"seed": 01}', 1, 10, 'expected a value, got "01"'],
    ['{"seed": NaN}', 1, 10, 'expected a value, got "NaN"'],
    ['{"title": "a\nb"}', 1, 11, 'a string that does not end on its line, or a bad escape in it'],
    [
      '{\n  "surface": {\n    "tilt": 80deg\n  }\n}',
      3,
      13,
      'expected a value, got "80deg"; a text needs double quotes',
    ],
    ['['.repeat(100_000), 1, 502, 'it is nested too deeply'],
  ])('%j is not JSON', (text, line, column, reason) => {
    const message = `scene file rain.json is not JSON: line ${line}, column ${column}: ${reason}.`;
    expect(() => parseSceneText(text, 'rain.json')).toThrow(message);
  });
});
