/** Every way the layers of a scene can be wrong. */
import { createSimulation, simulationFactory } from 'rivulet';
import { chen2013 } from 'rivulet/models';
import { expect, test } from 'vitest';
import { LAYER_KINDS } from '../../src/layers/all-layers.js';
import { createSceneLayers } from '../../src/simulation/create-parts.js';
import { createSurface } from '../../src/surface/create-surface.js';
import { type Case, testRefusals } from './refusals.ts';

const LAYERS: readonly Case[] = [
  ['fine drops', { fine: 'yes' }, 'scene.fine must be an object; got "yes". For none write null.'],
  ['fog', { fog: true }, 'scene.fog must be an object; got true. For none write null.'],
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
  [
    'layers that take too much memory together',
    {
      surface: { width: 8000, height: 8000, cellSize: 2 },
      fine: { cellSize: 1 },
      fog: { cellSize: 2 },
    },
    'scene.fine.cellSize must make at most 768 MB of layers; got 1, which makes 832. Make it larger.',
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
    'scene.film.thickness must be 0.0001 to 0.1 mm; got "1mm".',
  ],
  ['friction on film above that on glass', { film: { friction: 2 } }, 'scene.film.friction must be 0 to 1; got 2.'],
  [
    'a misspelt option of a layer',
    { film: { thicknes: 1 } },
    'scene.film has no "thicknes". Did you mean "thickness"?',
  ],
];

testRefusals({ layers: LAYERS });

/** As typed arrays and WebAssembly say it. */
function noMemory(): never {
  throw new RangeError('Array buffer allocation failed');
}

test('layers that find no memory say so in one line', () => {
  const { scene } = createSimulation({ surface: { width: 40, height: 30 }, film: {}, fog: { cellSize: 2 } });
  const kinds = { ...LAYER_KINDS, film: noMemory as unknown as typeof LAYER_KINDS.film };
  const line = 'scene.film needs more memory than there is: 80 × 60 cells. Make film.cellSize larger.';
  expect(() => createSceneLayers(createSurface(scene.surface), scene, kinds)).toThrow(
    expect.objectContaining({ message: line, path: 'scene.film' }),
  );
});

test('so does a pane', () => {
  const create = simulationFactory([{ ...chen2013, create: noMemory }]);
  const line =
    'scene.surface needs more memory than there is: 80 × 60 cells. Make the pane smaller or the cells larger.';
  expect(() => create({ surface: { width: 40, height: 30 } })).toThrow(
    expect.objectContaining({ message: line, path: 'scene.surface' }),
  );
});
