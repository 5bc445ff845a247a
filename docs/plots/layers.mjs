/** The plots of docs/layers.md. Run after `npm run build`: node docs/plots/layers.mjs [FOLDER] */
import { createLayers } from '../../dist/layers/all-layers.js';
import { meanPower, smallDropFlux } from '../../dist/layers/fine.js';
import { sizeSlope } from '../../dist/weather/marshall-palmer.js';
import { curve } from './plot.mjs';
import { writePlots } from './write-plots.mjs';

/**
 * @typedef {ReturnType<typeof createLayers>} Layers
 * @typedef {Parameters<typeof createLayers>[1]} Options
 * @typedef {import('rivulet').LayerMap<Float32Array> | undefined} LayerMap
 */

const CHART = {
  name: 'plot',
  width: 40,
  height: 40,
  cellSize: 0.5,
  columns: 80,
  rows: 80,
  isFlat: true,
  isPlanar: true,
};
const DT = 0.01;
const FINE = { seed: 1, density: 0.8, cellSize: 0.5, largest: 1, contactAngle: Math.PI / 2, wetAtStart: 0 };

/**
 * What a layer does over time: `read` is called every `every` seconds.
 * @param {Partial<Options>} options
 * @param {number} seconds
 * @param {number} every
 * @param {(layers: Layers) => number} read
 */
function watch(options, seconds, every, read) {
  const layers = createLayers(CHART, { fine: null, fog: null, film: null, ...options });
  if (options.fog) layers.landed(20, 20, 10);
  if (options.film) layers.passed(20, 5, 20, 35, 2, 20);
  /** @type {import('./plot.mjs').Point[]} */
  const points = [[0, read(layers)]];
  for (let step = 0; step < seconds / DT; step++) {
    layers.step(step, DT, 0);
    if ((step + 1) % Math.round(every / DT) === 0) points.push([(step + 1) * DT, read(layers)]);
  }
  return points;
}

/** @param {LayerMap} map */
function mean(map) {
  return map ? map.data.reduce((sum, amount) => sum + amount, 0) / map.data.length : Number.NaN;
}

/** @param {LayerMap} map */
function middle(map) {
  return map ? map.data[Math.floor(map.height / 2) * map.stride + Math.floor(map.width / 2)] : Number.NaN;
}

writePlots({
  'layers-sizes': {
    title: 'Sizes of fine drops',
    x: 'diameter in the air [mm]',
    y: 'density [1/mm]',
    series: [1, 10, 50].map((depth) => {
      const rate = sizeSlope(depth / 3600);
      const whole = (1 - Math.exp(-rate)) / rate;
      const mean = meanPower(rate, 1, 1).toFixed(3);
      return {
        name: `${depth} mm/h, mean ${mean} mm`,
        points: curve(0, 1, 60, (d) => Math.exp(-rate * d) / whole),
      };
    }),
  },
  'layers-refill': {
    title: 'Fine drops come back (NAK-O4)',
    x: 'time since the sweep [s]',
    y: 'share of the layer',
    series: [1, 10, 50].map((depth) => ({
      name: `${depth} mm/h`,
      points: watch({ fine: { ...FINE, rainRate: depth / 3600, refill: null } }, 300, 3, ({ fine }) =>
        mean(fine?.amount),
      ),
    })),
  },
  'layers-flux': {
    title: 'Water that small drops bring',
    x: 'rain [mm/h]',
    y: 'below 1 mm diameter [mm/h]',
    series: [
      {
        name: 'Marshall and Palmer, fall speed 3.78 D^0.67 m/s',
        points: curve(0.5, 50, 60, (depth) => 3600 * smallDropFlux(sizeSlope(depth / 3600), 1)),
      },
    ],
  },
  'layers-fog': {
    title: 'Fog comes back',
    x: 'time since the wipe [s]',
    y: 'density',
    series: [10, 20, 40].map((regrow) => ({
      name: `regrow ${regrow} s`,
      points: watch({ fog: { density: 0.8, regrow, cellSize: 1, mass: 0.005 } }, 100, 1, ({ fog }) => middle(fog?.map)),
    })),
  },
  'layers-film': {
    title: 'Friction on a film that dries',
    x: 'time since the drop ran [s]',
    y: 'friction over that on dry glass',
    series: [0.0001, 0.0002, 0.0005].map((evaporation) => ({
      name: `${evaporation * 1000} µm/s`,
      points: watch({ film: { thickness: 0.005, evaporation, friction: 0.5, cellSize: 0.5 } }, 60, 0.25, (layers) =>
        layers.frictionAt(20, 20),
      ),
    })),
  },
});
