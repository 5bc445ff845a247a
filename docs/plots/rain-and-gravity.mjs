/** The plots of docs/weather/rain.md and docs/weather/gravity.md. Run after `npm run build`: node docs/plots/rain-and-gravity.mjs [FOLDER] */
import { createSimulation } from 'rivulet';
import { Chance } from '../../dist/core/chance.js';
import { criticalMass } from '../../dist/surface/coating.js';
import { Pane } from '../../dist/surface/pane.js';
import { fallSpeed, MarshallPalmerRain, sizeSlope } from '../../dist/weather/marshall-palmer.js';
import { createArrival } from '../../dist/weather/rain.js';
import { writePlots } from './write-plots.mjs';

const RATE = 10 / 3600;
const DEGREE = Math.PI / 180;

/** @param {Partial<import('../../dist/weather/marshall-palmer.js').MarshallPalmerOptions>} options */
function rainOf(options) {
  const all = { rate: RATE, drift: 0, smallest: 0.125, weighting: /** @type {const} */ ('arrival'), max: Infinity };
  return new MarshallPalmerRain({ ...all, ...options }, { surface: new Pane({ width: 1000, height: 1000 }), index: 0 });
}

/** Sizes of 100,000 drops on a level pane against both laws, as a share of drops per mm of diameter. */
function sizes() {
  const rain = rainOf({});
  const chance = new Chance(1);
  const out = createArrival();
  const COUNT = 100_000;
  const BIN = 0.1;
  const counts = new Array(40).fill(0);
  for (let n = 0; n < COUNT; n++) {
    rain.drop(chance, 0, n, out);
    const bin = Math.floor((Math.cbrt((6 * out.mass) / Math.PI) - 0.1) / BIN);
    if (bin < counts.length) counts[bin]++;
  }
  const slope = sizeSlope(RATE);
  const at = Array.from({ length: 390 }, (_, k) => 0.11 + k / 100);
  /** @param {(d: number) => number} law @returns {[number, number][]} */
  const curve = (law) => {
    const sum = Array.from({ length: 7900 }, (_, k) => law(0.1 + k / 1000) / 1000).reduce((a, b) => a + b);
    return at.map((d) => [d, law(d) / sum]);
  };
  return /** @type {import('./plot.mjs').Plot} */ ({
    title: 'Marshall–Palmer rain of 10 mm/h: 100,000 drops on a level pane',
    x: 'diameter [mm]',
    y: 'share of drops per mm',
    series: [
      { name: 'drawn', kind: 'bars', points: counts.map((count, k) => [0.1 + k * BIN, count / COUNT / BIN]) },
      { name: 'arriving, N(D) v(D)', points: curve((d) => fallSpeed(d) * Math.exp(-slope * d)) },
      { name: 'in the air, N(D)', points: curve((d) => Math.exp(-slope * d)) },
    ],
  });
}

/** What meets the pane at which tilt, drift by drift: the mean of 40 s of rain on a square metre. */
function tilts() {
  const series = [0, 2, 5, 10].map((drift) => {
    const rain = rainOf({ drift: drift * 1000 });
    /** @type {[number, number][]} */
    const points = [];
    for (let tilt = 0; tilt <= 90; tilt += 5) {
      rain.aim(tilt * DEGREE);
      points.push([tilt, (suppliedIn(rain, 40) / 40) * 3600e-6]);
    }
    return { name: drift === 0 ? 'still air' : `drift ${drift} m/s`, points };
  });
  return /** @type {import('./plot.mjs').Plot} */ ({
    title: 'Rain of 10 mm/h on a tilted pane',
    x: 'tilt from level [°]',
    y: 'supply [mm/h]',
    series,
  });
}

/** Water of so many seconds of rain [mg]. @param {MarshallPalmerRain} rain @param {number} seconds */
function suppliedIn(rain, seconds) {
  const chance = new Chance(2);
  const out = createArrival();
  let water = 0;
  for (let step = 0; step < 10 * seconds; step++) {
    for (let n = rain.count(chance, step, 0.1, 0) - 1; n >= 0; n--) {
      rain.drop(chance, step, n, out);
      water += out.mass;
    }
  }
  return water;
}

/** Which drop lets go at which tilt of a pane that is slowly raised. */
function raising() {
  const [advancing, receding] = [50 * DEGREE, 20 * DEGREE];
  const masses = [10, 12, 15, 20, 30, 45, 70, 100, 140];
  /** @type {[number, number][]} */
  const seen = masses.map((mass) => {
    const simulation = createSimulation({
      surface: { width: 60, height: 60 },
      rain: { kind: 'none' },
      drops: [{ x: 30, y: 20, mass }],
      motion: {
        keys: [
          { t: 0, tilt: 0 },
          { t: 9, tilt: '90deg' },
        ],
      },
    });
    while (simulation.drops.moving[0] === 0 && simulation.time < 9) simulation.step();
    return [10 * simulation.time, mass];
  });
  /** @type {[number, number][]} */
  const law = [];
  for (let tilt = 8; tilt <= 90; tilt += 0.5) {
    const mass = criticalMass(advancing, receding, 9810 * Math.sin(tilt * DEGREE));
    if (mass <= 150) law.push([tilt, mass]);
  }
  return /** @type {import('./plot.mjs').Plot} */ ({
    title: 'A pane is raised from level to upright in 9 s',
    x: 'tilt from level [°]',
    y: 'mass [mg]',
    series: [
      { name: 'static limit of window glass, 50°/20°', points: law },
      { name: 'simulated drops, when they let go', kind: 'dots', points: seen },
    ],
  });
}

writePlots({ 'rain-sizes': sizes(), 'rain-tilt': tilts(), 'motion-raising': raising() });
