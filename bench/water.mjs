/** Scenes made for measuring: presets on other panes, and drops put down by hand. */
import { loadScene } from 'rivulet';
import { chen2013 } from 'rivulet/models';

/** @typedef {import('rivulet').SceneInput} SceneInput */

/** Mass of a drop that runs on chen-pane-500's glass, and of one that rests there [mg]; the limit is 2 mg. */
const RUNNING = 10;
const RESTING = 1;

/**
 * A preset on a pane of another size, with as much rain on each square millimetre.
 * @param {string} name
 * @param {number} width [mm]
 * @param {number} height [mm]
 * @param {object} [rain] what else differs in the rain
 * @returns {SceneInput}
 */
export function resized(name, width, height, rain = {}) {
  const scene = /** @type {any} */ (loadScene(name));
  const share = (width * height) / (scene.surface.width * scene.surface.height);
  return {
    ...scene,
    surface: { ...scene.surface, width, height },
    rain: { ...scene.rain, rate: scene.rain.rate * share, ...rain },
  };
}

/**
 * The scene `window`, or another like it, without what weather and shapes offer: hemispheres on bare glass.
 * @param {SceneInput} [from]
 * @returns {SceneInput}
 */
export function withNothing(from = loadScene('window')) {
  const { film, fine, fog, wind, wipers, ...scene } = /** @type {any} */ (from);
  const options = Object.entries(scene.model).filter(([option]) => option in chen2013.options);
  return { ...scene, model: { ...Object.fromEntries(options), name: 'chen2013' } };
}

/** The pose of a box on its corner: half of a quarter about X, then the diagonal of a side about Z. @type {[number, number, number, number]} */
const ON_CORNER = [0.325122, 0.134671, 0.325122, 0.877756];
/** Sides of the faces of `windowBox` [mm]: 512² cells each. */
const FACE = 256;

/** As many panes of the scene `window` as a box has faces, side by side. @returns {SceneInput} */
export function sixWindows() {
  return resized('window', 6 * FACE, FACE);
}

/**
 * The rain of `window` on a closed box of six faces of 512² cells, at rest or turning about a slanted axis.
 * @param {number} [rate] of the turn [rad/s]
 * @param {boolean} [onCorner] does it stand on its corner, so that water runs on all faces, as it does when it turns?
 * @returns {SceneInput}
 */
export function windowBox(rate = 0, onCorner = false) {
  const { surface, ...scene } = /** @type {any} */ (sixWindows());
  return {
    ...scene,
    surface: { kind: 'box', width: FACE, height: FACE, depth: FACE, cellSize: surface.cellSize },
    ...(onCorner && { pose: ON_CORNER }),
    ...(rate > 0 && { motion: { spin: { axis: [1, 0.3, 0.5], rate } } }),
  };
}

/** The scene `window` with all that weather and shapes offer. @returns {SceneInput} */
export function withEverything() {
  const scene = /** @type {any} */ (loadScene('window'));
  return {
    ...scene,
    wind: { speed: 5000, gusts: {} },
    wipers: [{ x: 150, y: 205, arm: 20, length: 160, from: -2.9, to: -0.24, interval: 5 }],
    fine: {},
    fog: {},
    film: {},
  };
}

/**
 * No rain; `count` drops that run slowly and go on running, spread over a square window in the middle of a square pane.
 * Their turns depend on chance alone and not on the glass below, so that larger panes carry the same water.
 * @param {number} side of the pane [mm]
 * @param {number} window side of the window [mm]
 * @param {number} count
 * @returns {SceneInput}
 */
export function flock(side, window, count) {
  // 1500 mg/(mm s) keeps them at 30 mm/s; affinities that never differ leave the way to chance.
  const model = { viscosity: 1500, residualPeriod: 4, meander: 0.1, affinityTie: 10 };
  return withDrops(side, side, window, window, count, RUNNING, model);
}

/**
 * No rain; `count` drops at rest, none of which touches another.
 * @param {number} width [mm]
 * @param {number} height [mm]
 * @param {number} count
 * @returns {SceneInput}
 */
export function resting(width, height, count) {
  return withDrops(width, height, width, height, count, RESTING, { lobes: 1 });
}

/**
 * chen-pane-500's glass with drops on a lattice, those of every second row shifted by half.
 * @param {number} width @param {number} height @param {number} across @param {number} down of the window [mm]
 * @param {number} count @param {number} mass [mg] @param {object} model
 * @returns {SceneInput}
 */
function withDrops(width, height, across, down, count, mass, model) {
  const scene = /** @type {any} */ (loadScene('chen-pane-500'));
  const columns = Math.ceil(Math.sqrt((count * across) / down));
  const rows = Math.ceil(count / columns);
  const drops = Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / columns);
    const col = (n % columns) + (row % 2 === 0 ? 0.25 : 0.75);
    return {
      x: (width - across) / 2 + onLattice((col * across) / columns),
      y: (height - down) / 2 + onLattice(((row + 0.5) * down) / rows),
      mass,
    };
  });
  const surface = { ...scene.surface, width, height };
  return { ...scene, model: { ...scene.model, ...model }, surface, rain: { kind: 'none' }, drops };
}

/** Places are multiples of 1/64 mm: moved by whole cells they are still exact. @param {number} length [mm] */
function onLattice(length) {
  return Math.round(length * 64) / 64;
}

/** Distance of the drops of `texture` [mm], and their mass [mg]: caps of 5.8 mm, which leave no texel dry. */
const APART = 8;
const WET = 100;

/**
 * A square water texture of texels of 0.5 mm, wet from its upper edge down to a share of its height.
 * @param {number} side in texels @param {number} share
 * @returns {SceneInput}
 */
export function texture(side, share) {
  const size = side / 2;
  const across = size / APART;
  const drops = Array.from({ length: across * Math.round(across * share) }, (_, n) => ({
    x: ((n % across) + 0.5) * APART,
    y: (Math.floor(n / across) + 0.5) * APART,
    mass: WET,
  }));
  const surface = { width: size, height: size, cellSize: 0.5 };
  return { model: { name: 'stuppacher2007' }, surface, rain: { kind: 'none' }, step: 1 / 60, drops };
}

/**
 * Six such textures, on a box that stands on its corner, so that water runs on every side and over every seam.
 * @param {number} side in texels
 * @returns {SceneInput}
 */
export function textureBox(side) {
  const { drops = [], surface, ...scene } = /** @type {any} */ (texture(side, 1));
  const size = surface.width;
  return {
    ...scene,
    surface: { kind: 'box', width: size, height: size, depth: size, cellSize: surface.cellSize },
    pose: ON_CORNER,
    drops: [0, 1, 2, 3, 4, 5].flatMap((chart) => drops.map((/** @type {object} */ drop) => ({ ...drop, chart }))),
  };
}

/** What the scenes of `nakata2012` share: no rain, and the model's own step [s]. */
const BARE = { step: 1 / 240, rain: { kind: /** @type {const} */ ('none') } };

/**
 * Drops of 0.3 to 2.7 mg that stay, on a windshield at speed with gusts and noise.
 * @param {number} count
 * @returns {SceneInput}
 */
export function beadsInGusts(count) {
  const surface = { width: 1800, height: 1200, tilt: '45deg' };
  const model = { name: /** @type {const} */ ('nakata2012'), omega: 0.5, noise: 500 };
  const wind = { vehicle: '8m/s', speed: '2m/s', gusts: {} };
  return { ...BARE, model, surface, wind, drops: lattice(count, 1800, 1200, (n) => 0.3 + 0.4 * (n % 7)) };
}

/**
 * Drops of 8 to 12 mg, 12 mm apart, that run slowly down upright glass, and go on running.
 * @param {number} count
 * @returns {SceneInput}
 */
export function runningBeads(count) {
  const side = 12 * Math.ceil(Math.sqrt(count));
  const surface = { width: side, height: 2 * side, tilt: '90deg' };
  const model = { name: /** @type {const} */ ('nakata2012'), omega: 0.05, viscosity: 50_000 };
  return { ...BARE, model, surface, drops: lattice(count, side, side, (n) => 8 + (n % 5)) };
}

/** @param {number} count @param {number} across @param {number} down [mm] @param {(n: number) => number} massOf [mg] */
function lattice(count, across, down, massOf) {
  const columns = Math.ceil(Math.sqrt((count * across) / down));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, n) => ({
    x: (((n % columns) + 0.5) * across) / columns,
    y: ((Math.floor(n / columns) + 0.5) * down) / rows,
    mass: massOf(n),
  }));
}

/** Kaneda's windshield with so many times its feed. @param {number} times @returns {SceneInput} */
export function windshield(times) {
  const scene = loadScene('kaneda-windshield');
  const rain = /** @type {{ rate: number }} */ (scene.rain);
  return { ...scene, rain: /** @type {SceneInput['rain']} */ ({ ...rain, rate: times * rain.rate }) };
}
