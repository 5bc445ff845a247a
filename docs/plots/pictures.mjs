/** The pictures of README.md, docs/look.md, docs/look-clip.md, docs/models/nakata2012.md and docs/weather/wipers.md. Run after `npm run build`: node docs/plots/pictures.mjs [NAME …] */
import { createSimulation } from 'rivulet';
import { createBackdrop, renderBeauty, renderView } from 'rivulet/offline';
import { crowdedPlace, dropsOf, eventsBetween } from './events.mjs';
import { mosaic, writeJpeg, writePng } from './mosaic.mjs';

/**
 * @typedef {import('rivulet').Simulation} Simulation
 * @typedef {import('rivulet/offline').Picture} Picture
 * @typedef {import('rivulet/offline').CameraOptions} Camera
 */

/** The time of most pictures [s], and of the film's beginning; its pictures are 1/30 s apart. */
const AT = 20;
const FILM_FROM = 18;
const FRAME = 1 / 30;

/**
 * @param {Simulation} simulation @param {number} width @param {number} height @param {Camera} [camera]
 * @param {string} [kind] another backdrop than the scene's
 */
function draw(simulation, width, height, camera = {}, kind) {
  const { scene } = simulation;
  const backdrop = createBackdrop(/** @type {any} */ (kind ? { kind } : scene.backdrop));
  const options = {
    backdrop,
    camera: { ...scene.camera, ...camera },
    width,
    height,
    quality: /** @type {const} */ ('high'),
  };
  return renderBeauty(simulation.frame(), options);
}

/** @param {string} name @param {object} [overrides] @param {number} [seconds] */
function after(name, overrides = {}, seconds = AT) {
  const simulation = createSimulation(name, overrides);
  simulation.advance(seconds);
  return simulation;
}

/** Parts of the four windows, four times as large. */
function crops() {
  /** @type {readonly [string, [number, number]][]} */
  const parts = [
    ['window', [219, 117]],
    ['window-night', [176, 134]],
    ['window-fog', [72, 116]],
    ['window-storm', [216, 134]],
  ];
  const [a, b, c, d] = parts.map(([name, centre]) => draw(after(name), 640, 360, { zoom: 5.4, centre }));
  return mosaic([
    [a, b],
    [c, d],
  ]);
}

/** Chen's pane before three backdrops: as printed, then with bodies; and below how a still drop is made (Fig. 11). */
function chen() {
  const backdrops = ['street', 'garden', 'night'];
  const rows = ['chen2013', 'rivulet'].map((name) => {
    const simulation = after('chen-pane-512', { model: { name } });
    const centre = crowdedPlace(simulation, 16);
    return backdrops.map((kind) => draw(simulation, 360, 360, { zoom: 8, focus: 'glass', centre }, kind));
  });
  return mosaic([...rows, stillDrop()]);
}

/** A still drop of several hemispheres: the chain, the height map, the picture. */
function stillDrop() {
  const simulation = createSimulation('chen-pane-512', { seed: 3, rain: { kind: 'none' } });
  simulation.addDrop({ x: 128, y: 128, mass: 1.9 });
  /** @type {Camera} */
  const camera = { zoom: 36, centre: [128, 128.5], focus: 'glass' };
  const views = /** @type {const} */ (['drops', 'height']).map((view) =>
    renderView(simulation.frame(), view, { width: 360, height: 360, camera, maxHeight: 1 }),
  );
  return [...views, draw(simulation, 360, 360, camera, 'garden')];
}

/** A night's largest run with trails as wide as their drops, and as they are. */
function trails() {
  const wide = { model: { trailHeight: 0.3, trailWidth: 1, trailDrain: 0.3 } };
  return mosaic([
    [wide, {}].map((changed) => draw(after('window-night', changed), 480, 360, { zoom: 4, centre: [170, 130] })),
  ]);
}

/** Seven pictures of each kind of event, two before it and five from it on. */
function events() {
  const simulation = after('window', {}, FILM_FROM);
  /** @type {Map<string, import('./events.mjs').Event>} */
  const found = new Map();
  for (let n = 1; n <= 150; n++) {
    const before = dropsOf(simulation);
    simulation.advance(FRAME);
    for (const event of eventsBetween(before, dropsOf(simulation), n)) {
      const isInside = Math.abs(event.x - 150) < 100 && Math.abs(event.y - 100) < 60;
      if (isInside && n > 2 && !found.has(event.kind)) found.set(event.kind, event);
    }
  }
  return mosaic(
    [...found.values()].map(({ at, x, y }) => {
      const again = after('window', {}, FILM_FROM);
      const row = [];
      for (let n = 1; n < at + 5; n++) {
        again.advance(FRAME);
        if (n >= at - 2) row.push(draw(again, 150, 150, { zoom: 14, centre: [x, y] }));
      }
      return row;
    }),
  );
}

/** A blade in the middle of its stroke, in heavier rain than the scene's own. */
function wiper() {
  const blade = { x: 150, y: 220, arm: 50, length: 140, from: '-170deg', to: '-10deg', stroke: '0.8s', interval: '2s' };
  const rained = { rain: { rate: '60mm/h' }, wipers: [{ ...blade, delay: '4s' }] };
  return draw(after('window', rained, 4.42), 960, 540);
}

/** Pictures of the pages that are in the package. @type {Record<string, () => Picture>} */
const PACKED = {
  window: () => draw(after('window'), 1280, 720),
  'window-night': () => draw(after('window-night'), 640, 360),
  'window-fog': () => draw(after('window-fog'), 640, 360),
  'window-storm': () => draw(after('window-storm'), 640, 360),
  'window-beads': () => draw(after('window-beads'), 640, 360),
  wiper,
};

/** Pictures of docs/look.md and docs/look-clip.md. @type {Record<string, () => Picture>} */
const STUDIES = { 'look-crops': crops, 'look-chen': chen, 'clip-trails': trails, 'clip-events': events };

const names = Object.keys({ ...PACKED, ...STUDIES });
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : names) {
  if (PACKED[name]) writeJpeg(name, PACKED[name]());
  else if (STUDIES[name]) writePng(name, STUDIES[name]());
  else throw new Error(`There is no picture "${name}"; there are ${names.join(', ')}.`);
}
