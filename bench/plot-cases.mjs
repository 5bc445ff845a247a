/** The points of the three plots: the same water on larger panes, more water on one pane, more drops. */
import { flock, resized, resting } from './water.mjs';

/** @typedef {import('./cases.mjs').Case} Case */

/** Time for drops put down by hand to get up to speed, and for rain to settle [s]. */
const UP_TO_SPEED = 0.3;
const SETTLED = 15;

/** @returns {Case[]} */
export function plotCases() {
  const sizes = [0.25, 1, 4, 16, 64];
  return [
    ...points('cells', 'step', [384, 768, 1536, 3072], (side) => flock(side, 240, 300)),
    ...points('wet', 'running drops and trails', [1, 8, 64, 512, 4096], (count) => flock(512, 400, count)),
    ...points('wet', 'drops at rest', [64, 512, 4096, 16_384], (count) => resting(512, 512, count)),
    ...points('drops', 'chen-pane-500', sizes, (times) => resized('chen-pane-500', 250 * times, 250), SETTLED),
    ...points('drops', 'window', sizes, (times) => resized('window', 300 * times, 200), SETTLED),
    ...points('drops', 'drops at rest', [100, 1000, 10_000, 100_000], (count) => resting(1920, 1080, count)),
  ];
}

/**
 * @param {'cells' | 'wet' | 'drops'} plot
 * @param {string} series
 * @param {number[]} sizes
 * @param {(size: number) => import('rivulet').SceneInput} scene
 * @param {number} warm [s]
 * @returns {Case[]}
 */
function points(plot, series, sizes, scene, warm = UP_TO_SPEED) {
  return sizes.map((size) => ({
    name: `plot-${plot}-${series.replaceAll(' ', '-')}-${size}`,
    group: 'plots',
    kind: 'steps',
    about: `a point of the plot speed-${plot}.svg`,
    scene: () => scene(size),
    warm,
    steps: 240,
    targets: [],
    point: { plot, series },
  }));
}
