/** Draws the plots of docs/layers.md from the built package: node scripts/plot-layers.mjs (after npm run build). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { scaleLinear } from 'd3-scale';
import { createLayers } from '../dist/layers/all-layers.js';
import { meanPower, sizeRate, smallDropFlux } from '../dist/layers/fine-sizes.js';

const FOLDER = new URL('../docs/images/', import.meta.url);
const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = { top: 66, right: 24, bottom: 52, left: 64 };
/** Told apart by all eyes, in grey too (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];
const DASHES = ['none', '7 4', '2 3'];

const CHART = { width: 40, height: 40, cellSize: 0.5, columns: 80, rows: 80 };
const DT = 0.01;
const FINE = { seed: 1, density: 0.8, cellSize: 0.5, largest: 1, contactAngle: Math.PI / 2, wetAtStart: 0 };

/** @param {number} from @param {number} to @param {number} count */
function range(from, to, count) {
  return Array.from({ length: count + 1 }, (_, n) => from + ((to - from) * n) / count);
}

/** What a layer does over time: `read` is asked after every `every` seconds. */
function watch(options, seconds, every, read) {
  const layers = createLayers(CHART, { fine: null, fog: null, film: null, ...options });
  if (options.fog) layers.landed(20, 20, 10);
  if (options.film) layers.passed(20, 5, 20, 35, 2, 20);
  const points = [[0, read(layers)]];
  for (let step = 0; step < seconds / DT; step++) {
    layers.step(step, DT);
    if ((step + 1) % Math.round(every / DT) === 0) points.push([(step + 1) * DT, read(layers)]);
  }
  return points;
}

function middle({ data, width, height, stride }) {
  return data[Math.floor(height / 2) * stride + Math.floor(width / 2)];
}

const PLOTS = {
  'layers-sizes': {
    title: 'Sizes of fine drops',
    x: 'diameter in the air [mm]',
    y: 'density [1/mm]',
    series: [1, 10, 50].map((depth) => {
      const rate = sizeRate(depth / 3600);
      const whole = (1 - Math.exp(-rate)) / rate;
      const mean = meanPower(rate, 1, 1).toFixed(3);
      return {
        name: `${depth} mm/h, mean ${mean} mm`,
        points: range(0, 1, 60).map((d) => [d, Math.exp(-rate * d) / whole]),
      };
    }),
  },
  'layers-refill': {
    title: 'Fine drops come back (NAK-O4)',
    x: 'time since the sweep [s]',
    y: 'share of the layer',
    series: [1, 10, 50].map((depth) => ({
      name: `${depth} mm/h`,
      points: watch({ fine: { ...FINE, rainRate: depth / 3600, refill: null } }, 300, 3, ({ fine }) => {
        const { data } = fine.amount;
        return data.reduce((sum, amount) => sum + amount, 0) / data.length;
      }),
    })),
  },
  'layers-flux': {
    title: 'Water that small drops bring',
    x: 'rain [mm/h]',
    y: 'below 1 mm diameter [mm/h]',
    series: [
      {
        name: 'Marshall and Palmer, fall speed 3.78 D^0.67 m/s',
        points: range(0.5, 50, 60).map((depth) => [depth, 3600 * smallDropFlux(sizeRate(depth / 3600), 1)]),
      },
    ],
  },
  'layers-fog': {
    title: 'Fog comes back',
    x: 'time since the wipe [s]',
    y: 'density',
    series: [10, 20, 40].map((regrow) => ({
      name: `regrow ${regrow} s`,
      points: watch({ fog: { density: 0.8, regrow, cellSize: 1, mass: 0.005 } }, 100, 1, ({ fog }) => middle(fog.map)),
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
};

function draw({ title, x, y, series }) {
  const points = series.flatMap((one) => one.points);
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const across = scaleLinear([0, Math.max(...points.map(([value]) => value))], [MARGIN.left, right]);
  const down = scaleLinear([0, 1.05 * Math.max(...points.map(([, value]) => value))], [bottom, MARGIN.top]);
  const line = (one) => one.points.map(([a, b], n) => `${n ? 'L' : 'M'}${across(a).toFixed(1)} ${down(b).toFixed(1)}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="26" font-size="17" font-weight="600">${title}</text>`,
    ...across
      .ticks(6)
      .flatMap((tick) => [
        `<path d="M${across(tick)} ${MARGIN.top}V${bottom}" stroke="#ddd"/>`,
        `<text x="${across(tick)}" y="${bottom + 18}" text-anchor="middle">${tick}</text>`,
      ]),
    ...down
      .ticks(5)
      .flatMap((tick) => [
        `<path d="M${MARGIN.left} ${down(tick)}H${right}" stroke="#ddd"/>`,
        `<text x="${MARGIN.left - 8}" y="${down(tick) + 4}" text-anchor="end">${tick}</text>`,
      ]),
    `<text x="${(MARGIN.left + right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${x}</text>`,
    `<text transform="translate(18 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
    ...series.flatMap((one, n) => [
      `<path d="${line(one).join('')}" fill="none" stroke="${COLOURS[n]}" stroke-width="2" stroke-dasharray="${DASHES[n]}"/>`,
      `<path d="M${MARGIN.left + 190 * n} 46h24" stroke="${COLOURS[n]}" stroke-width="2" stroke-dasharray="${DASHES[n]}"/>`,
      `<text x="${MARGIN.left + 190 * n + 30}" y="50">${one.name}</text>`,
    ]),
    '</svg>\n',
  ].join('\n');
}

mkdirSync(FOLDER, { recursive: true });
for (const [name, plot] of Object.entries(PLOTS)) writeFileSync(new URL(`${name}.svg`, FOLDER), draw(plot));
