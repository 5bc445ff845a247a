/** The picture of docs/surfaces/box.md in which water crosses a seam. Run after `npm run build`: node docs/plots/seams.mjs */
import { createSimulation } from 'rivulet';
import { renderTraced, sphereOf } from 'rivulet/offline';
import { mosaic, writeJpeg } from './mosaic.mjs';

/**
 * @typedef {import('rivulet').Simulation} Simulation
 * @typedef {readonly [number, number, number]} Vector
 */

/** Side of the box, and of a cell [mm]. */
const SIDE = 60;
const CELL = 0.25;
/** The box also leans towards the eye, so that trails cross the seam at an angle [rad]. */
const LEAN = 0.35;
const TOP = 4;
const SIZE = { width: 400, height: 300 };

/** Turned about Z by `angle`, so that its top leans to +X, after it leant. @param {number} angle @returns {[number, number, number, number]} */
function poseOf(angle) {
  const [s, c] = [Math.sin(-angle / 2), Math.cos(-angle / 2)];
  const [t, d] = [Math.sin(LEAN / 2), Math.cos(LEAN / 2)];
  return [c * t, s * t, s * d, c * d];
}

/** A vector of the box's frame in the world. @param {readonly number[]} pose @param {Vector} vector @returns {Vector} */
function turned([x, y, z, w], [a, b, c]) {
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}

/** The place of a chart that is nearest to a point of the box's frame. @param {Simulation} simulation @param {number} chart @param {Vector} point */
function placeNear({ surface }, chart, point) {
  let best = { x: 0, y: 0, away: Number.POSITIVE_INFINITY };
  for (let x = 0.5; x < SIDE; x += 0.5) {
    for (let y = 0.5; y < SIDE; y += 0.5) {
      const { position } = surface.point({ chart, x, y });
      const away = Math.hypot(position[0] - point[0], position[1] - point[1], position[2] - point[2]);
      if (away < best.away) best = { x, y, away };
    }
  }
  return { chart, x: best.x, y: best.y };
}

/** @param {string} model @param {number} degrees */
function boxAt(model, degrees) {
  return createSimulation({
    model: { name: model },
    surface: { kind: 'box', width: SIDE, height: SIDE, depth: SIDE, cellSize: CELL },
    pose: poseOf((degrees * Math.PI) / 180),
    rain: { kind: 'none' },
    step: 0.005,
  });
}

/** A plain room: a dark floor, a light ceiling, and four bright windows that drops mirror. */
function room() {
  const [width, height] = [256, 128];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let p = 0; p < width * height; p++) {
    const [col, row] = [p % width, Math.floor(p / width)];
    const isWindow = col % 64 > 20 && col % 64 < 44 && row > 26 && row < 56;
    const grey = isWindow ? 250 : 180 - (130 * row) / height;
    data.set([grey, grey, grey + (isWindow ? 5 : 14), 255], 4 * p);
  }
  return sphereOf({ data, width, height });
}

/** The edge between top and right face, from outside. @param {Simulation} simulation @param {number} field */
function draw(simulation, field) {
  const pose = simulation.scene.pose ?? [0, 0, 0, 1];
  return renderTraced(simulation.frame(), {
    surface: simulation.scene.surface,
    surroundings: room(),
    camera: { position: turned(pose, [82, 78, 42]), target: turned(pose, [SIDE / 2, SIDE / 2, 4]), field },
    quality: 'high',
    ...SIZE,
  });
}

/** A drop that has run from the top over the edge. @param {string} model @param {number} degrees */
function trail(model, degrees) {
  const simulation = boxAt(model, degrees);
  simulation.addDrop({ ...placeNear(simulation, TOP, [16, SIDE / 2, -4]), mass: 60 });
  for (let n = 0; n < 400 && simulation.drops.moving[0] === 1; n++) {
    simulation.step();
    const { chart, x, y } = simulation.drops;
    const { position } = simulation.surface.point({ chart: chart[0], x: x[0], y: y[0] });
    if (position[1] < SIDE / 2 - 11) break;
  }
  return draw(simulation, 0.42);
}

/** A drop that runs down the top to one that rests beyond the edge, before they touch and after. @param {string} model */
function merging(model) {
  const simulation = boxAt(model, 45);
  const right = placeNear(simulation, 1, [SIDE / 2, SIDE / 2 - 2.1, 4]);
  const left = placeNear(simulation, 3, [SIDE / 2, SIDE / 2 - 2.1, 4]);
  const isRight = simulation.surface.point(right).position[0] > 0;
  simulation.addDrop({ ...placeNear(simulation, TOP, [SIDE / 2 - 6, SIDE / 2, 3]), mass: 30 });
  simulation.addDrop({ ...(isRight ? right : left), mass: 4.5 });
  simulation.advance(0.01);
  const before = draw(simulation, 0.2);
  while (simulation.drops.count > 1) simulation.step();
  return [before, draw(simulation, 0.2)];
}

writeJpeg(
  'surface-seams',
  mosaic([
    [trail('rivulet', 35), trail('rivulet', 45)],
    [trail('chen2013', 35), trail('chen2013', 45)],
    merging('rivulet'),
  ]),
);
