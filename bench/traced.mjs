/**
 * `node bench/traced.mjs`: seconds that a traced picture of 1280 × 720 pixels takes, a pane with 500 drops, on one worker and on
 * two: medians of three, after one picture each that starts the workers.
 */
import { createSimulation } from 'rivulet';
import { createBackdrop, cuboidOfBackdrop } from 'rivulet/offline';
import { createTracePool } from 'rivulet/worker';

const PICTURES = 3;
const DROPS = 500;

const simulation = createSimulation('window', { fine: null });
while (simulation.drops.count < DROPS) simulation.advance(0.1);
const wish = {
  surface: simulation.scene.surface,
  surroundings: cuboidOfBackdrop(createBackdrop({ kind: 'street' })),
  camera: { position: [40, 20, 420], field: 0.55 },
  width: 1280,
  height: 720,
};

/**
 * Median of the seconds of a picture, on so many workers.
 * @param {number} threads
 */
async function secondsOf(threads) {
  const pool = createTracePool(wish, threads);
  const took = [];
  for (let n = 0; n <= PICTURES; n++) {
    const start = performance.now();
    await pool.render(simulation.frame());
    if (n > 0) took.push((performance.now() - start) / 1000);
  }
  pool.dispose();
  return took.sort((a, b) => a - b)[Math.floor(PICTURES / 2)];
}

const [one, two] = [await secondsOf(1), await secondsOf(2)];
const rows = {
  drops: simulation.drops.count,
  'one worker [s]': one,
  'two workers [s]': two,
  'one over two': one / two,
};
for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(16)} ${value.toFixed(2)}`);
