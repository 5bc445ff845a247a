/** Draws the plots of docs/weather/wind.md and docs/weather/wipers.md as SVG. Needs a build; run with node. */
import { writeFileSync } from 'node:fs';
import { scaleLinear } from 'd3-scale';
import { Chance } from '../dist/core/chance.js';
import { createSimulation } from '../dist/index.js';
import { Wind } from '../dist/weather/wind.js';
import { Wiper } from '../dist/weather/wiper.js';

const WIDTH = 720;
const HEIGHT = 300;
/** Room for labels [px]. */
const MARGIN = { top: 48, right: 150, bottom: 48, left: 64 };
/** Told apart by all eyes (Okabe and Ito 2008), and by their dashes. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];
const DASHES = ['none', '7 4', '2 3'];
const GLASS = { width: 300, height: 200, tilt: Math.PI / 4, turn: 0 };

/** A line plot with one legend line a series. */
function linePlot({ title, x, y, series }) {
  const points = series.flatMap((one) => one.points);
  const across = scaleLinear(extent(points.map(([px]) => px)), [MARGIN.left, WIDTH - MARGIN.right]);
  const down = scaleLinear(extent([0, ...points.map(([, py]) => py)]), [HEIGHT - MARGIN.bottom, MARGIN.top]).nice();
  const bottom = HEIGHT - MARGIN.bottom;
  const grid = [
    ...across
      .ticks(8)
      .flatMap((tick) => [
        `<path d="M${across(tick)} ${MARGIN.top}V${bottom}" stroke="#ddd"/>`,
        `<text x="${across(tick)}" y="${bottom + 18}" text-anchor="middle">${tick}</text>`,
      ]),
    ...down
      .ticks(5)
      .flatMap((tick) => [
        `<path d="M${MARGIN.left} ${down(tick)}H${WIDTH - MARGIN.right}" stroke="#ddd"/>`,
        `<text x="${MARGIN.left - 8}" y="${down(tick) + 4}" text-anchor="end">${tick}</text>`,
      ]),
  ];
  const lines = series.flatMap((one, n) => {
    const way = one.points.map(([px, py]) => `${across(px).toFixed(1)} ${down(py).toFixed(1)}`).join('L');
    const legend = MARGIN.top + 20 * n;
    const right = WIDTH - MARGIN.right + 12;
    const stroke = `stroke="${COLOURS[n]}" stroke-width="2" stroke-dasharray="${DASHES[n]}"`;
    return [
      `<path d="M${way}" fill="none" ${stroke}/>`,
      `<path d="M${right} ${legend}h24" ${stroke}/>`,
      `<text x="${right + 30}" y="${legend + 4}">${one.name}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="26" font-size="16" font-weight="600">${title}</text>`,
    ...grid,
    ...lines,
    `<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${x}</text>`,
    `<text transform="translate(18 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
    '</svg>\n',
  ].join('\n');
}

function extent(values) {
  return [Math.min(...values), Math.max(...values)];
}

/** Points of a function from `low` to `high`. */
function curve(low, high, count, value) {
  return Array.from({ length: count + 1 }, (_, n) => low + ((high - low) * n) / count).map((at) => [at, value(at)]);
}

/** Tangential acceleration of a drop on a windshield [m/s²], down is positive (spec 5.2). */
function acceleration(mass, vehicle) {
  const wind = new Wind({ vehicle }, GLASS, new Chance(1));
  const force = new Float64Array(2);
  wind.force(0, 0, Math.cbrt((3 * mass) / (2 * Math.PI)), force);
  return (9810 * Math.sin(GLASS.tilt) + force[1] / mass) / 1000;
}

const gusty = (strength) =>
  new Wind({ speed: 8000, gusts: { strength, slowest: 10, fastest: 0.5 } }, GLASS, new Chance(1));

const SEEDS = [1, 2, 3, 4, 5, 6];
const BLADE = { x: 60, y: 90, arm: 10, length: 60, from: -2.9, to: -0.24, stroke: 0.5, interval: 4, delay: 4 };

/** Drops in the swept part of a small windshield while it rains and the wiper goes every 5 s; the mean of a few seeds. */
function rewetting(rate) {
  const rain = { rate, largeShare: 0, small: [0.2, 0.3] };
  const runs = SEEDS.map((seed) =>
    createSimulation({ seed, surface: { width: 120, height: 100 }, rain, wipers: [BLADE] }),
  );
  return Array.from({ length: 226 }, () => {
    const count = runs.reduce((sum, simulation) => sum + dropsInSector(simulation.drops), 0) / runs.length;
    const { time } = runs[0];
    for (const simulation of runs) simulation.advance(0.06);
    return [time, count];
  });
}

function dropsInSector({ count, x, y }) {
  let found = 0;
  for (let n = 0; n < count; n++) {
    const dx = x[n] - BLADE.x;
    const dy = y[n] - BLADE.y;
    const radius = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    if (radius > 12 && radius < 68 && angle > -2.85 && angle < -0.3) found += 1;
  }
  return found;
}

const park = { kind: 'pivot', x: 0, y: 0, arm: 0, length: 1, blade: 0, film: 0, wear: 0, from: -170, to: -10 };
const arm = (stroke, interval) => new Wiper({ ...park, stroke, interval, delay: 0.5 }, 0, new Chance(1));

const PLOTS = {
  'wind-gusts': {
    title: 'Gusts on a wind of 8 m/s, band 0.5 to 10 s',
    x: 'time [s]',
    y: 'speed [m/s]',
    series: [0.15, 0.4].map((strength) => {
      const wind = gusty(strength);
      return { name: `strength ${strength}`, points: curve(0, 30, 600, (t) => wind.gustAt(t) / 1000) };
    }),
  },
  'wind-vehicle': {
    title: 'Pull on a drop on a windshield of 45°, friction left out',
    x: 'speed of the vehicle [m/s]',
    y: 'acceleration, down is + [m/s²]',
    series: [2, 20, 1000].map((mass) => ({
      name: `${mass} mg`,
      points: curve(0, 16, 64, (v) => acceleration(mass, 1000 * v)),
    })),
  },
  'wiper-angle': {
    title: 'Direction of the arm, from −170° to −10°',
    x: 'time [s]',
    y: 'direction [°]',
    series: [
      ['0.8 s, no rest', arm(0.8, 0)],
      ['0.5 s, rest 1.5 s', arm(0.5, 1.5)],
    ].map(([name, wiper]) => ({ name, points: curve(0, 6, 480, (t) => wiper.angle(t)) })),
  },
  'wiper-rewetting': {
    title: 'Drops in the swept area; the wiper goes every 5 s, from the 4th on',
    x: 'time [s]',
    y: 'drops, mean of six seeds',
    series: [100, 200].map((rate) => ({ name: `${rate} drops/s`, points: rewetting(rate) })),
  },
};

for (const [name, plot] of Object.entries(PLOTS)) {
  writeFileSync(new URL(`../docs/images/${name}.svg`, import.meta.url), linePlot(plot));
}
