/** The picture of docs/surfaces/box.md with the net of a box. Run after `npm run build`: node docs/plots/surfaces.mjs */
import { createSimulation, loadScene } from 'rivulet';
import { renderAtlas } from 'rivulet/offline';
import { createSurface } from '../../dist/surface/create-surface.js';
import { writeJpeg } from './mosaic.mjs';

/** Sides of the box: a pixel of the picture is a cell. [mm] */
const BOX = { kind: /** @type {const} */ ('box'), width: 60, height: 45, depth: 50, cellSize: 0.25 };
/** Turned about its diagonal, so that water runs on every face. @type {[number, number, number, number]} */
const POSE = [0.26, 0.1, 0.34, Math.sqrt(1 - 0.26 ** 2 - 0.1 ** 2 - 0.34 ** 2)];

const { model } = loadScene('window');
const simulation = createSimulation({
  model: { ...model, trailDrain: 0, residuals: false, operatorPeriod: 0.2 },
  surface: BOX,
  pose: POSE,
  seed: 3,
  rain: { kind: 'uniform', rate: 20, small: [0.3, 5], large: [20, 60], largeShare: 0.3 },
});
simulation.advance(5);
const surface = createSurface(simulation.scene.surface);
const names = surface.charts.map(({ name }) => name);
writeJpeg('surface-box', renderAtlas(simulation.frame(), 'height', { surface, names, maxHeight: 1.2 }));
