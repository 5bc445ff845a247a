/**
 * What the goldens hold: the hashes of scenes, and a few small pictures. `record.mjs` writes them down, the tests
 * beside it hold the library to them.
 */
import { createSimulation, sceneNames } from 'rivulet';
import { createBackdrop, renderBeauty, renderView } from 'rivulet/offline';

/** When a scene is hashed, and when it is saved and loaded on the way there [s]. */
export const HASH_AT = 5;
export const SAVE_AT = 2.5;

/** Presets with a pane that moves, and with the wind of a car that brakes. No preset has a `motion` of its own. */
const MOVING = {
  'turning-pane': {
    scene: 'chen-pane-500',
    overrides: {
      motion: {
        keys: [
          { t: 0, tilt: '90deg', turn: 0 },
          { t: 2, tilt: '40deg', turn: '75deg' },
          { t: 3, tilt: '60deg', ax: '1m/s2' },
          { t: 4, tilt: '100deg', turn: '-120deg', ax: 0 },
        ],
        repeat: 4.5,
      },
    },
  },
  'braking-car': {
    scene: 'window',
    overrides: {
      surface: { tilt: '30deg' },
      wind: { vehicle: '50km/h', gusts: {} },
      motion: {
        keys: [
          { t: 0.5, forward: 0 },
          { t: 1, forward: '-8m/s2' },
          { t: 2.7, forward: '-8m/s2' },
          { t: 3, forward: '6m/s2', ay: '-0.5m/s2' },
        ],
      },
    },
  },
};

/** Boxes that tumble in heavy rain, with each model that has maps: drops cross seams, come off undersides and land. */
const TUMBLING = {
  surface: { kind: 'box', width: 60, height: 40, depth: 50 },
  motion: { spin: { axis: [1, 0.3, 0.5], rate: 2 } },
  rain: { kind: 'uniform', rate: 200, small: [1, 8], large: [100, 600], largeShare: 0.2 },
};
for (const [name, scene] of Object.entries({ rivulet: 'window', chen2013: 'chen-pane-500', chin: 'chin-fig-7e' })) {
  MOVING[`tumbling-box-${name}`] = { scene, overrides: TUMBLING };
}

/** Names of all scenes with a golden hash: the presets, and those that move. */
export const HASHED = [...sceneNames, ...Object.keys(MOVING)];

/** One of them at its start. */
export function simulationOf(name, kernels = 'auto') {
  const { scene, overrides } = MOVING[name] ?? { scene: name };
  return createSimulation(scene, overrides, { kernels });
}

/** Its hash after 5 s. */
export function hashOf(name, kernels = 'auto') {
  const simulation = simulationOf(name, kernels);
  simulation.advance(HASH_AT);
  return simulation.hash();
}

/** All hashes, by name. */
export function allHashes() {
  return Object.fromEntries(HASHED.map((name) => [name, hashOf(name)]));
}

/** Pictures with light: the view and what else is told of them; small, and before a small backdrop. */
const LIT = [
  { name: 'street', view: 'beauty', backdrop: 'street' },
  { name: 'night', view: 'beauty', backdrop: 'night', quality: 'high' },
  { name: 'garden', view: 'beauty', backdrop: 'garden', camera: { focus: 'street' } },
  { name: 'zoom', view: 'beauty', backdrop: 'night', camera: { zoom: 4, centre: [150, 60] } },
  { name: 'mask', view: 'mask', backdrop: 'street' },
  { name: 'refraction', view: 'refraction', backdrop: 'street' },
].map((picture) => ({ scene: 'window', at: 3, width: 320, height: 180, ...picture }));

/** The golden pictures: which view of which scene, when [s], how wide [px]. Small: half a pixel a cell, or one. */
export const PICTURES = [
  ...['a', 'b', 'c', 'd', 'e'].map((letter) => ({ scene: `chin-fig-7${letter}`, view: 'height', at: 5, width: 180 })),
  { scene: 'window', view: 'drops', at: 3, width: 600 },
  { scene: 'window-beads', view: 'drops', at: 3, width: 600 },
  { scene: 'window-beads', name: 'street', view: 'beauty', backdrop: 'street', at: 3, width: 320, height: 180 },
  { scene: 'chen-pane-500', name: 'street', view: 'beauty', backdrop: 'street', at: 3, width: 240, height: 240 },
  { scene: 'chin-fig-7e', name: 'garden', view: 'beauty', backdrop: 'garden', at: 3, width: 180, height: 240 },
  ...LIT,
];

/** The file of a golden picture, from this folder. */
export function fileOf({ scene, view, name = view }) {
  return `pictures/${scene}-${name}.png`;
}

/** What several pictures have in common is made once. */
const made = new Map();
function once(key, make) {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}

function frameOf(scene, at) {
  const simulation = createSimulation(scene);
  simulation.advance(at);
  return simulation.frame();
}

export function paint({ scene, view, at, width, height, backdrop, camera, quality }) {
  if (!backdrop) return renderView(frameOf(scene, at), view, { width });
  const frame = once(`${scene} at ${at}`, () => frameOf(scene, at));
  const behind = once(backdrop, () => createBackdrop({ kind: backdrop, resolution: 512 }));
  return renderBeauty(frame, { view, width, height, camera, quality, backdrop: behind });
}
