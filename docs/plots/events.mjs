/** What happens on a pane from picture to picture: which drops came, which merged. */

/** @typedef {import('rivulet').Simulation} Simulation */
/** @typedef {{ id: number, x: number, y: number, mass: number, runs: boolean }} Drop */
/** @typedef {{ kind: 'lands' | 'rests' | 'runs', at: number, x: number, y: number }} Event */

/** A drop that vanished this near to a new drop is one of its members [mm]. */
const NEAR = 6;
/** A runner that was this near left the new drop or merged into it [mm]. */
const RUN = 20;
/** Smaller drops are hard to see [mg]. */
const LEAST = 4;

/** @param {Simulation} simulation @returns {Map<number, Drop>} */
export function dropsOf({ drops }) {
  const all = new Map();
  for (let slot = 0; slot < drops.count; slot++) {
    const id = drops.id[slot];
    all.set(id, { id, x: drops.x[slot], y: drops.y[slot], mass: drops.mass[slot], runs: drops.moving[slot] === 1 });
  }
  return all;
}

/**
 * Events between two pictures: a large drop lands on bare glass, or still drops become one that rests, or one that runs.
 * @param {Map<number, Drop>} before @param {Map<number, Drop>} after @param {number} at @returns {Event[]}
 */
export function eventsBetween(before, after, at) {
  const gone = [...before.values()].filter(({ id }) => !after.has(id));
  const running = [...before.values()].filter(({ runs }) => runs);
  /** @type {Event[]} */
  const events = [];
  for (const { id, x, y, mass, runs } of after.values()) {
    if (before.has(id) || mass < LEAST) continue;
    const isNear = (/** @type {Drop} */ other, /** @type {number} */ far) => Math.hypot(other.x - x, other.y - y) < far;
    if (running.some((other) => isNear(other, RUN))) continue;
    const lands = !gone.some((other) => isNear(other, NEAR));
    if (lands && runs) continue;
    events.push({ kind: lands ? 'lands' : runs ? 'runs' : 'rests', at, x, y });
  }
  return events;
}

/** The drop with the most others within `far` [mm] of it, so far from the edges at least. @param {Simulation} simulation @param {number} far @returns {[number, number]} */
export function crowdedPlace(simulation, far) {
  const drops = [...dropsOf(simulation).values()];
  const { trail, cellSize } = simulation.frame().charts[0];
  if (!trail) throw new Error('This model leaves no trails.');
  const [width, height] = [trail.width * cellSize, trail.height * cellSize];
  const inside = drops.filter(({ x, y }) => x > far && x < width - far && y > far && y < height - far);
  const crowd = (/** @type {Drop} */ { x, y }) =>
    drops.filter((other) => Math.hypot(other.x - x, other.y - y) < far).length;
  const { x, y } = inside.reduce((best, drop) => (crowd(drop) > crowd(best) ? drop : best));
  return [x, y];
}
