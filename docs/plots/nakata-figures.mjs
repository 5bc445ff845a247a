/** Acceleration against wind for seven volumes, as Nakata's Figs. 3 and 5 plot it. Run after `npm run build`: node docs/plots/nakata-figures.mjs [FOLDER] */
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

writePlots({
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
