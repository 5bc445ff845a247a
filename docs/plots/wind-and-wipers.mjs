/** The plots of docs/weather/wind.md and docs/weather/wipers.md. Run after `npm run build`: node docs/plots/wind-and-wipers.mjs [FOLDER] */
import { createSimulation } from 'rivulet';
import { Chance } from '../../dist/core/chance.js';
import { Wind } from '../../dist/weather/wind.js';
import { Wiper } from '../../dist/weather/wipers.js';
import { curve } from './plot.mjs';
import { writePlots } from './write-plots.mjs';

const GLASS = { charts: [{ width: 300, height: 200 }], tilt: Math.PI / 4, turn: 0 };

/**
 * Tangential acceleration of a drop on a windshield [m/s²], down is positive.
 * @param {number} mass [mg]
 * @param {number} vehicle its speed [mm/s]
 */
function acceleration(mass, vehicle) {
  const wind = new Wind({ vehicle }, GLASS, new Chance(1));
  const force = new Float64Array(2);
  const radius = Math.cbrt((3 * mass) / (2 * Math.PI));
  wind.force({ chart: 0, x: 0, y: 0 }, 0.5 * Math.PI * radius * radius, radius, force);
  return (9810 * Math.sin(GLASS.tilt) + force[1] / mass) / 1000;
}

/** @param {number} strength */
const gusty = (strength) =>
  new Wind({ speed: 8000, gusts: { strength, slowest: 10, fastest: 0.5 } }, GLASS, new Chance(1));

const SEEDS = [1, 2, 3, 4, 5, 6];
const BLADE = { x: 60, y: 90, arm: 10, length: 60, from: -2.9, to: -0.24, stroke: 0.5, interval: 4, delay: 4 };

/**
 * Drops in the swept part of a small windshield while it rains and the wiper goes every 5 s; the mean of a few seeds.
 * @param {number} rate [1/s]
 * @returns {import('./plot.mjs').Point[]}
 */
function rewetting(rate) {
  /** @type {import('rivulet').SceneInput['rain']} */
  const rain = { rate, largeShare: 0, small: [0.2, 0.3] };
  const runs = SEEDS.map((seed) =>
    createSimulation({
      seed,
      model: { name: 'chen2013' },
      surface: { width: 120, height: 100 },
      rain,
      wipers: [BLADE],
    }),
  );
  return Array.from({ length: 226 }, () => {
    const count = runs.reduce((sum, simulation) => sum + dropsInSector(simulation.drops), 0) / runs.length;
    const { time } = runs[0];
    for (const simulation of runs) simulation.advance(0.06);
    return [time, count];
  });
}

/** @param {ReturnType<typeof createSimulation>['drops']} drops */
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

/**
 * The arm's direction over time, in degrees since the wiper only takes cosines of time.
 * @param {number} stroke [s]
 * @param {number} interval [s]
 */
function direction(stroke, interval) {
  const still = { x: 0, y: 0, arm: 0, length: 1, blade: 0, film: 0, wear: 0, delay: 0.5 };
  const wiper = new Wiper({ kind: 'pivot', ...still, from: -170, to: -10, stroke, interval }, 0, new Chance(1));
  return curve(0, 6, 480, (time) => wiper.angle(time));
}

writePlots({
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
      { name: '0.8 s, no rest', points: direction(0.8, 0) },
      { name: '0.5 s, rest 1.5 s', points: direction(0.5, 1.5) },
    ],
  },
  'wiper-rewetting': {
    title: 'Drops in the swept area; the wiper goes every 5 s, from the 4th on',
    x: 'time [s]',
    y: 'drops, mean of six seeds',
    series: [100, 200].map((rate) => ({ name: `${rate} drops/s`, points: rewetting(rate) })),
  },
});
