/** How much trails jump from picture to picture: the first figures of docs/look-clip.md. Run after `npm run build`. */
import { createSimulation } from 'rivulet';
import { dropsOf } from './events.mjs';

/** From when [s], how many pictures 1/30 s apart. */
const FROM = 18;
const PICTURES = 150;
/** A jump is at least so many cells beside each other that change by more than so much [mm]. */
const CELLS = 6;
const CHANGE = 0.12;
/** Lower water is not drawn (`LOOK.trailEdge`) [mm]. */
const SEEN = 0.05;
/** What happens this near to a drop that runs, comes or goes is its doing [mm]. */
const NEAR = 4;

/** Trails as high and wide as their drops, which nothing but smoothing and erosion lowers. */
const WHOLE = { model: { trailHeight: 1, trailWidth: 1, trailDrain: 0 } };

for (const name of ['window', 'window-storm']) {
  console.log(`${name}, trails as the papers have them: ${figures(createSimulation(name, WHOLE))}`);
  console.log(`${name}: ${figures(createSimulation(name))}`);
}

/** @param {import('rivulet').Simulation} simulation */
function figures(simulation) {
  simulation.advance(FROM);
  let jumps = 0;
  /** @type {number[]} */
  const heights = [];
  for (let n = 0; n < PICTURES; n++) {
    const drops = dropsOf(simulation);
    const before = trailOf(simulation).data.slice();
    simulation.advance(1 / 30);
    jumps += jumpsBetween(before, simulation, busyPlaces(drops, dropsOf(simulation)));
    if (n % 30 === 0) for (const height of trailOf(simulation).data) if (height > SEEN) heights.push(height);
  }
  heights.sort((a, b) => a - b);
  const [median, high] = [0.5, 0.9].map((share) => heights[Math.floor(share * heights.length)].toFixed(2));
  return `${(jumps / PICTURES).toFixed(1)} jumps a picture; median height ${median} mm, 90 % below ${high} mm`;
}

/** The trail map. @param {import('rivulet').Simulation} simulation */
function trailOf(simulation) {
  const { trail } = simulation.frame().charts[0];
  if (!trail) throw new Error('This model leaves no trails.');
  return trail;
}

/** Where drops run, come or go. @param {ReturnType<typeof dropsOf>} before @param {ReturnType<typeof dropsOf>} after */
function busyPlaces(before, after) {
  const all = [...before.values(), ...after.values()];
  return all.filter(({ id, runs }) => runs || !before.has(id) || !after.has(id));
}

/**
 * @param {Float32Array} before the trail map of the picture before
 * @param {import('rivulet').Simulation} simulation
 * @param {readonly { x: number, y: number }[]} busy
 */
function jumpsBetween(before, simulation, busy) {
  const { cellSize } = simulation.frame().charts[0];
  const { data, width, height, stride } = trailOf(simulation);
  const isCalm = (/** @type {number} */ cell) => {
    const x = ((cell % stride) + 0.5) * cellSize;
    const y = (Math.floor(cell / stride) + 0.5) * cellSize;
    return !busy.some((drop) => Math.hypot(drop.x - x, drop.y - y) < NEAR);
  };
  const changed = new Set();
  for (let row = 0; row < height; row++) {
    for (let cell = row * stride; cell < row * stride + width; cell++) {
      if (Math.abs(data[cell] - before[cell]) > CHANGE && isCalm(cell)) changed.add(cell);
    }
  }
  let jumps = 0;
  for (const cell of changed) if (groupOf(changed, cell, stride) >= CELLS) jumps += 1;
  return jumps;
}

/** Takes a cell and all that hang together with it out of a set; how many they were. @param {Set<number>} cells @param {number} first @param {number} stride */
function groupOf(cells, first, stride) {
  const waiting = [first];
  let count = 0;
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    if (!cells.delete(cell)) continue;
    count += 1;
    waiting.push(cell - 1, cell + 1, cell - stride, cell + stride);
  }
  return count;
}
