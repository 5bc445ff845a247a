/** The picture of docs/surfaces/box.md in which water crosses a seam. Run after `npm run build`: node docs/plots/seams.mjs */
import { createSimulation } from 'rivulet';
import { beyondSeams } from '../../dist/render/tracer/beyond-seams.js';
import { unfold } from '../../dist/render/tracer/unfold.js';
import { ChartWater, SAMPLE } from '../../dist/render/water/water-map.js';
import { createSurface } from '../../dist/surface/create-surface.js';
import { crossSeam } from '../../dist/surface/seams.js';
import { EDGE } from '../../dist/surface/surface.js';
import { mosaic, writeJpeg } from './mosaic.mjs';

/**
 * @typedef {import('rivulet').Simulation} Simulation
 * @typedef {readonly [number, number, number]} Vector
 * @typedef {import('rivulet/offline').Picture} Picture
 */

/** Side of the box, and of a cell [mm]. */
const SIDE = 60;
const CELL = 0.25;
/** The box also leans towards the eye, so that trails cross the seam at an angle [rad]. */
const LEAN = 0.35;
const TOP = 4;
const SIZE = { width: 400, height: 225 };
/** Width of what an unfolded picture shows [mm], and height at which its water is white. */
const WIDE = 46;
const HIGHEST = 3;

/** Turned about Z by `angle`, so that its top leans to +X, after it leant. @param {number} angle @returns {[number, number, number, number]} */
function poseOf(angle) {
  const [s, c] = [Math.sin(-angle / 2), Math.cos(-angle / 2)];
  const [t, d] = [Math.sin(LEAN / 2), Math.cos(LEAN / 2)];
  return [c * t, s * t, s * d, c * d];
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
    model: { name: model, residuals: false, meander: 0, affinityTie: 10, viscosity: 1500 },
    surface: { kind: 'box', width: SIDE, height: SIDE, depth: SIDE, cellSize: CELL },
    pose: poseOf((degrees * Math.PI) / 180),
    rain: { kind: 'none' },
    step: 0.005,
  });
}

/**
 * The edge between top and right face with both laid into one plane, the top on the left: heights in blue to white, lit from the
 * upper left.
 * @param {Simulation} simulation
 * @returns {Picture}
 */
function unfolded(simulation) {
  const surface = createSurface(simulation.scene.surface);
  const frame = unfold(simulation.frame(), surface);
  const waters = surface.charts.map((_, chart) => new ChartWater(frame, chart, beyondSeams(frame, surface, chart)));
  const seam = surface.seams.at(TOP, EDGE.right);
  if (!seam) throw new Error('no seam');
  const { width, height } = SIZE;
  const data = new Uint8ClampedArray(4 * width * height);
  const sample = new Float64Array(SAMPLE.size);
  const place = { chart: TOP, x: 0, y: 0 };
  const slope = [0, 0];
  for (let p = 0; p < width * height; p++) {
    const pixel = WIDE / width;
    Object.assign(place, { chart: TOP, x: SIDE + ((p % width) + 0.5 - 0.55 * width) * pixel });
    place.y = SIDE / 2 + (Math.floor(p / width) + 0.5 - height / 2) * pixel;
    const isBeyond = place.x >= SIDE;
    if (isBeyond) crossSeam(seam, place.x, place.y, place);
    waters[place.chart].at(place.x, place.y, pixel, sample);
    const [gx, gy] = [sample[SAMPLE.gx], sample[SAMPLE.gy]];
    const [c, s] = isBeyond ? [[1, 0, -1, 0][seam.quarters], [0, -1, 0, 1][seam.quarters]] : [1, 0];
    slope[0] = c * gx - s * gy;
    slope[1] = s * gx + c * gy;
    const share = Math.min(1, sample[SAMPLE.height] / HIGHEST);
    const light = 1 + (0.35 * (slope[0] + slope[1])) / Math.sqrt(1 + slope[0] ** 2 + slope[1] ** 2);
    const isSeam = p % width === Math.round(0.55 * width);
    const colour = isSeam ? [150, 150, 150] : [30 + 190 * share, 60 + 170 * share, 96 + 150 * share];
    data.set([...colour.map((value) => value * (sample[SAMPLE.cover] > 0 ? light : 0.35)), 255], 4 * p);
  }
  return { width, height, data };
}

/** A drop that has run from the top over the edge. @param {string} model @param {number} degrees */
function trail(model, degrees) {
  const simulation = boxAt(model, degrees);
  simulation.addDrop({ ...placeNear(simulation, TOP, [16, SIDE / 2, -4]), mass: 60 });
  for (let n = 0; n < 2000 && simulation.drops.moving[0] === 1; n++) {
    simulation.step();
    const { chart, x, y } = simulation.drops;
    const { position } = simulation.surface.point({ chart: chart[0], x: x[0], y: y[0] });
    if (position[1] < SIDE / 2 - 11) break;
  }
  return unfolded(simulation);
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
  const before = unfolded(simulation);
  while (simulation.drops.count > 1) simulation.step();
  return [before, unfolded(simulation)];
}

writeJpeg(
  'surface-seams',
  mosaic([
    [trail('rivulet', 35), trail('rivulet', 45)],
    [trail('chen2013', 35), trail('chen2013', 45)],
    merging('rivulet'),
  ]),
);
