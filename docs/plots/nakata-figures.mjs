/** Acceleration against wind for seven volumes, as Nakata's Figs. 3 and 5 plot it, and the ways of drops in Figs. 10 to 12. Run after `npm run build`: node docs/plots/nakata-figures.mjs [FOLDER] */
import { createSimulation } from 'rivulet';
import { curve } from './plot.mjs';
import { writePlots } from './write-plots.mjs';

/** [µL], which are as many mg. */
const VOLUMES = [5, 10, 15, 20, 30, 40, 50];

/**
 * Acceleration down the slope in the first step, by volume [m/s²]; drops are slowed by hysteresis alone.
 * @param {number} vehicle [m/s]
 */
function accelerations(vehicle) {
  const simulation = createSimulation('nakata-hashimoto', {
    wind: { vehicle: 1000 * vehicle },
    model: { viscosity: 0 },
  });
  simulation.step();
  const { count, mass, vy } = simulation.drops;
  return new Map(Array.from({ length: count }, (_, n) => [mass[n], vy[n] / simulation.scene.step / 1000]));
}

const SPEEDS = 150;
const found = Array.from({ length: SPEEDS + 1 }, (_, n) => accelerations((15 * n) / SPEEDS));

/** Where drops are after so long [s], and for how long and how often those that run are followed then [s]. */
const AT = 3;
const FOLLOWED = 2;
const EVERY = 0.1;

/**
 * Drops of a figure on its windshield, seen from outside: those at rest, and the ways of those that run.
 * @param {string} name @param {string} title
 */
function ways(name, title) {
  const simulation = createSimulation(name, { fine: null });
  const { width, height } = simulation.surface;
  simulation.advance(AT);
  /** @param {number} n @returns {[number, number]} */
  const place = (n) => [simulation.drops.x[n] - width / 2, height - simulation.drops.y[n]];
  /** @param {number} moving */
  const places = (moving) =>
    Array.from({ length: simulation.drops.count }, (_, n) => n)
      .filter((n) => simulation.drops.moving[n] === moving)
      .map(place);
  const still = places(0);
  const running = places(1);
  for (let time = EVERY; time <= FOLLOWED; time += EVERY) {
    simulation.advance(EVERY);
    running.push(...places(1));
  }
  return {
    title,
    x: 'across the glass [mm]',
    y: 'up the glass [mm]',
    series: [
      { name: `at rest after ${AT} s`, points: still, kind: /** @type {const} */ ('dots'), size: 1.6 },
      {
        name: `running, every ${EVERY} s for ${FOLLOWED} s`,
        points: running,
        kind: /** @type {const} */ ('dots'),
        size: 2,
      },
    ],
  };
}

writePlots({
  'nakata-ways-10': ways('nakata-fig-10', 'Fig. 10: 11.3 m/s, Ω_min = 0.5'),
  'nakata-ways-11': ways('nakata-fig-11', 'Fig. 11: 11.3 m/s, Ω_min = 0.05'),
  'nakata-ways-12': ways('nakata-fig-12', 'Fig. 12: 15 m/s, Ω_min = 0.5'),
  'nakata-fig-5': {
    title: 'Acceleration down a slope of 35° against the wind',
    x: 'wind [m/s]',
    y: 'acceleration [m/s²]',
    series: VOLUMES.map((volume) => ({
      name: `${volume} µL`,
      points: curve(0, 15, SPEEDS, (speed) => found[Math.round((speed * SPEEDS) / 15)].get(volume) ?? 0),
    })),
  },
});
