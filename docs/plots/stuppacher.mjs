/**
 * The pictures of docs/models/stuppacher2007.md, after the figures of the paper, and with --tables the numbers of its tables. Run
 * after `npm run build`: node docs/plots/stuppacher.mjs [--tables | NAME …]
 */
import { createSimulation } from 'rivulet';
import { createBackdrop, cuboidOfBackdrop, renderBeauty, renderTraced, renderView, torusKnot } from 'rivulet/offline';
import { mosaic, writeJpeg } from './mosaic.mjs';

/**
 * @typedef {import('rivulet').Simulation} Simulation
 * @typedef {import('rivulet/offline').WorldCameraOptions} Eye
 */

const MIRROR = 'stuppacher-box-mirror';
const GLASS = 'stuppacher-box-glass';
/** A pane with the same water, to look at straight on. */
const PANE = {
  model: { name: 'stuppacher2007' },
  surface: { width: 160, height: 120, cellSize: 0.5 },
  coating: { advancing: '70deg', receding: '40deg' },
  rain: { kind: 'uniform', rate: 12, small: [2, 15], large: [30, 90], largeShare: 0.4 },
  step: 1 / 60,
};

/** @param {any} scene @param {object} overrides @param {number} seconds */
function after(scene, overrides, seconds) {
  const simulation = createSimulation(scene, overrides);
  simulation.advance(seconds);
  return simulation;
}

/**
 * @param {Simulation} simulation @param {number} width @param {number} height @param {Partial<Eye>} [camera]
 * @param {import('rivulet/offline').TraceOptions['sun']} [sun]
 */
function trace(simulation, width, height, camera = {}, sun = {}) {
  const scene = /** @type {any} */ (simulation.scene);
  const { inside } = scene;
  const mesh = inside && torusKnot({ radius: inside.size / 2, triangles: inside.triangles });
  return renderTraced(simulation.frame(), {
    surface: scene.surface,
    surroundings: cuboidOfBackdrop(createBackdrop(scene.backdrop)),
    camera: { ...scene.camera, ...camera },
    sun,
    glass: scene.glass ?? {},
    models: inside ? [{ mesh, position: inside.position, colour: inside.colour }] : [],
    width,
    height,
  });
}

/** Figs. 14 and 15: normals before and after the blur, four times as large as they are. */
function thresholds() {
  const frame = after(PANE, {}, 6).frame();
  const camera = { zoom: 4, centre: /** @type {[number, number]} */ ([60, 70]) };
  const views = /** @type {const} */ (['normal', 'blurred-normal']);
  return mosaic([views.map((view) => renderView(frame, view, { camera, width: 480, height: 360 }))]);
}

/** Fig. 17: height, blurred height, normals, final. */
function modes() {
  const frame = after(PANE, {}, 6).frame();
  const size = { width: 480, height: 360 };
  const backdrop = createBackdrop({ kind: 'street' });
  return mosaic([
    [renderView(frame, 'height', size), renderView(frame, 'blurred', size)],
    [renderView(frame, 'blurred-normal', size), renderBeauty(frame, { backdrop, ...size })],
  ]);
}

/** Fig. 18: glass and mirror. */
function boxes() {
  return mosaic([[GLASS, MIRROR].map((name) => trace(after(name, {}, 8), 520, 420))]);
}

/** Half the angle of a turn about an axis, as a rotation. @param {readonly number[]} axis @param {number} degrees */
function turn(axis, degrees) {
  const half = (degrees * Math.PI) / 360;
  return /** @type {any} */ ([...axis.map((value) => value * Math.sin(half)), Math.cos(half)]);
}

/** Figs. 19 and 20: turned about the axis of sight, where water changes its direction; and from below. */
function turned() {
  const box = after(MIRROR, {}, 5);
  const before = trace(box, 420, 420);
  box.set({ pose: turn([0, 0, 1], 40), rain: { kind: 'none' } });
  box.advance(0.7);
  const after40 = trace(box, 420, 420);
  const under = after(GLASS, { pose: turn([1, 0, 0], -50) }, 5);
  return mosaic([[before, after40, trace(under, 420, 420, { position: [200, -150, 540] })]]);
}

/** Fig. 21: the same drops on 128, 512 and 1024 texels a side. */
function resolutions() {
  const camera = { position: /** @type {any} */ ([120, 60, 330]) };
  return mosaic([
    [2, 0.5, 0.25].map((cellSize) =>
      trace(after(MIRROR, { surface: { kind: 'box', cellSize }, rain: { rate: 60 } }, 3), 420, 420, camera),
    ),
  ]);
}

/** STUP-L13: the same street behind the pane of this model and behind the scene `window`. */
function beside() {
  const size = { width: 480, height: 360 };
  const views = [after(PANE, {}, 6), after('window', {}, 6)].map((simulation) =>
    renderBeauty(simulation.frame(), {
      backdrop: createBackdrop({ kind: 'street' }),
      camera: { zoom: simulation.surface.width / 160 },
      ...size,
    }),
  );
  return mosaic([views]);
}

/** STUP-L9: the knot in the sun, which shines through the box's left side: dry, and with drops on that side alone. */
function shadows() {
  const box = createSimulation(GLASS, { rain: { kind: 'none' } });
  const { charts } = box.surface;
  const chart = charts.findIndex((_, n) => box.surface.point({ chart: n, x: 1, y: 1 }).normal[0] < -0.9);
  const sun = { direction: /** @type {[number, number, number]} */ ([-0.85, 0.3, 0.42]), strength: 2.5 };
  const camera = { position: /** @type {any} */ ([60, 60, 330]), field: /** @type {any} */ ('17deg') };
  const picture = () => trace(box, 420, 420, camera, { ...sun, shadows: 'drops' });
  const dry = picture();
  for (let n = 0; n < 150; n++)
    box.addDrop({ chart, x: (n * 97) % 251, y: (n * 61) % 241, mass: 90 + ((n * 37) % 150) });
  box.advance(0.15);
  return mosaic([[dry, picture()]]);
}

/** Milliseconds of a second's steps over their number, and of one traced picture. */
function tables() {
  /** @type {readonly [string, string, object][]} */
  const rows = [
    ['mirror 512²', MIRROR, {}],
    ['glass, 100,000 triangles', GLASS, {}],
    ['glass, 69,666', GLASS, { inside: { triangles: 69_666 } }],
    ['glass, 50,801', GLASS, { inside: { triangles: 50_801 } }],
    ['mirror 128²', MIRROR, { surface: { kind: 'box', cellSize: 2 } }],
    ['mirror 1024²', MIRROR, { surface: { kind: 'box', cellSize: 0.25 } }],
  ];
  for (const [label, name, overrides] of rows) {
    const simulation = after(name, overrides, 5);
    const start = performance.now();
    simulation.advance(1);
    const step = (performance.now() - start) / 60;
    const before = performance.now();
    trace(simulation, 640, 480);
    console.log(
      `${label}: ${step.toFixed(2)} ms a step, ${((performance.now() - before) / 1000).toFixed(1)} s a picture`,
    );
  }
}

/** @type {Readonly<Record<string, () => import('rivulet/offline').Picture>>} */
const PICTURES = {
  'stuppacher-thresholds': thresholds,
  'stuppacher-modes': modes,
  'stuppacher-boxes': boxes,
  'stuppacher-turned': turned,
  'stuppacher-resolutions': resolutions,
  'stuppacher-beside': beside,
  'stuppacher-shadows': shadows,
};
const wanted = process.argv.slice(2);
if (wanted.includes('--tables')) tables();
else for (const name of wanted.length > 0 ? wanted : Object.keys(PICTURES)) writeJpeg(name, PICTURES[name]());
