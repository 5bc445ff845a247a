/**
 * What `npm run bench` measures, in groups: `scenes` and `cases` always, `drops` (how many at 60 steps a second), `long`
 * (the heap over 100,000 steps) and `plots` on request. And what is wanted of each: the targets.
 */
import { loadScene, sceneNames } from 'rivulet';
import { plotCases } from './plot-cases.mjs';
import {
  beadsInGusts,
  flock,
  resized,
  resting,
  runningBeads,
  sixWindows,
  texture,
  textureBox,
  windowBox,
  windshield,
  withEverything,
  withNothing,
} from './water.mjs';

/**
 * @typedef {'scenes' | 'cases' | 'drops' | 'long' | 'plots'} Group
 * @typedef {'blurs' | 'bareBlurs' | 'mean' | 'stepsPerSecond' | 'change' | 'ratio' | 'cpuRatio' | 'wasmBytes' | 'heapGrowth'} Figure
 * @typedef {{ figure: Figure, most?: number, least?: number }} Target a figure of a result (figures.mjs) and its limit
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {Group} group
 * @property {'steps' | 'doubling' | 'heap'} kind how it is measured
 * @property {string} about
 * @property {() => import('rivulet').SceneInput} scene
 * @property {() => import('rivulet').SceneInput} [other] what `doubling` compares it with: the same water on a larger pane, or more on the same
 * @property {number} warm time before the measuring, for the water to settle [s]
 * @property {number} steps measured
 * @property {Target[]} targets
 * @property {string} [series] those of one series grow until they fall below 60 steps a second
 * @property {{ plot: 'cells' | 'wet' | 'drops', series: string }} [point] where it goes in a plot
 */

/** Until the populations of decision 004 have settled [s]. */
export const SETTLED = 15;
/** A 3840 × 2160 pane at 0.5 mm [mm]. */
const WIDE = 1920;
const HIGH = 1080;
/** How high chen-pane-500 is [mm]. */
const LOW = 250;
/** The steps over which the heap must be flat. */
const LONG = 100_000;

/** Limits of the whole step's median [blurs]. @type {Record<string, number>} */
const BLURS = { 'chen-pane-1000': 1.5, 'chen-pane-500': 3, 'chin-table-3': 3 };
/** @type {Target} */
const MEMORY = { figure: 'wasmBytes', most: 28 };

/** All cases, in the order in which they run. @returns {Case[]} */
export function allCases() {
  return [...sceneCases(), ...specialCases(), ...dropCases(), ...longCases(), ...plotCases()];
}

/** @returns {Case[]} */
function sceneCases() {
  return sceneNames.map((name) => ({
    name,
    group: 'scenes',
    kind: 'steps',
    about: `the scene ${name}`,
    scene: () => loadScene(name),
    warm: SETTLED,
    steps: 1000,
    targets: name in BLURS ? [...blurs(BLURS[name]), MEMORY] : [MEMORY],
  }));
}

/** In both units. @param {number} most @returns {Target[]} */
function blurs(most) {
  return [
    { figure: 'blurs', most },
    { figure: 'bareBlurs', most },
  ];
}

/** @returns {Case[]} */
function specialCases() {
  return [
    {
      ...special('dry-4000', 'a dry pane of 4000 × 4000 cells', () => resting(2000, 2000, 0)),
      targets: [...blurs(0.01), MEMORY],
    },
    {
      ...special('doubling', '300 running drops, the pane around them twice as wide and high', () =>
        flock(384, 240, 300),
      ),
      kind: 'doubling',
      other: () => flock(768, 240, 300),
      warm: 0.3,
      steps: 240,
      targets: [{ figure: 'change', most: 10 }],
    },
    {
      ...special('rain-4k', 'rain as dense as on chen-pane-500 on 3840 × 2160 cells', () => fourK(1)),
      targets: [{ figure: 'stepsPerSecond', least: 120 }, MEMORY],
    },
    {
      ...special('rain-4k-low', 'as many cells, as high as chen-pane-500: as many drops on each mm²', () =>
        resized('chen-pane-500', (WIDE * HIGH) / LOW, LOW),
      ),
      targets: [{ figure: 'stepsPerSecond', least: 120 }, MEMORY],
    },
    window2000('window-2000', 'window on a pane four times as wide', wideWindow),
    window2000('window-2000-bare', 'the same rain on bare glass, as hemispheres', () => withNothing(wideWindow())),
    {
      ...special('everything', 'window bare, and beside it with bodies, all layers, gusts and a wiper', () =>
        withNothing(),
      ),
      kind: 'doubling',
      other: withEverything,
      // Ten whole rounds of the wiper, 6.6 s each with its rest of 5 s: they differ by a tenth. One step in eleven is not counted.
      warm: 20,
      steps: 12_000,
      targets: [{ figure: 'ratio', most: 2 }],
    },
    ...boxCases(),
    {
      ...special('beads-90000', 'nakata2012, 90,000 still drops in gusts and noise', () => beadsInGusts(90_000)),
      warm: 1,
      // A quarter of the 7.6 ms that a test of every drop takes.
      targets: [{ figure: 'mean', most: 1.9 }],
    },
    ...[
      { count: 1000, least: 4000 },
      { count: 20_000, least: 120 },
    ].map(({ count, least }) => ({
      ...special(`beads-${count}-run`, `nakata2012, ${count} running drops`, () => runningBeads(count)),
      warm: 0.2,
      steps: 200,
      targets: [{ figure: /** @type {Figure} */ ('stepsPerSecond'), least }],
    })),
    droplets('droplets-32500', 1, 0.5),
    droplets('droplets-ten-feeds', 10, 3),
    wetTexture(512, 1200),
    wetTexture(1024, 300),
    {
      ...special('texture-box', 'stuppacher2007, six textures of 1024² with water everywhere', () => textureBox(1024)),
      warm: 0.1,
      steps: 60,
      targets: [{ figure: 'stepsPerSecond', least: 60 }],
    },
    {
      ...special('texture-tenth', 'a tenth of a water texture of 1024² wet, and beside it all of it', () =>
        texture(1024, 0.1),
      ),
      kind: 'doubling',
      other: () => texture(1024, 1),
      warm: 0.1,
      steps: 200,
      targets: [{ figure: 'ratio', least: 5 }],
    },
  ];
}

/** The rain of `window` on a box, beside six panes of it; and on boxes that turn, beside the box at rest. @returns {Case[]} */
function boxCases() {
  const settled = { kind: /** @type {const} */ ('doubling'), warm: 6, steps: 700 };
  /** @param {number} most @returns {Target[]} */
  const times = (most) => [{ figure: 'cpuRatio', most }];
  const dry = () => ({ ...windowBox(), rain: { kind: /** @type {const} */ ('none') }, fine: null, film: null });
  return [
    {
      ...special('box', 'window on six panes of 512², and beside them on the faces of a closed box', sixWindows),
      ...settled,
      other: () => windowBox(),
      targets: times(1.3),
    },
    // A fifth of a blur of one of its six faces: next to nothing.
    { ...special('box-dry', 'the same box, dry', dry), warm: 0.1, targets: blurs(0.2) },
    ...[
      { name: 'box-turning', rate: 0.5 },
      { name: 'box-turning-fast', rate: 1 },
    ].map(({ name, rate }) => ({
      ...special(name, `the same box on its corner, and beside it turning at ${rate} rad/s`, () => windowBox(0, true)),
      ...settled,
      other: () => windowBox(rate),
      targets: times(3),
    })),
  ];
}

/**
 * Kaneda's windshield at the time of the paper's count, over few steps so that it stays so; or with more water.
 * @param {string} name @param {number} times the feed @param {number} most a frame [ms] @returns {Case}
 */
function droplets(name, times, most) {
  const about = times === 1 ? 'kaneda1996, 32,500 droplets on the windshield' : `the same with ${times} times the feed`;
  /** @type {Target[]} */
  const targets = [{ figure: 'mean', most }];
  return { ...special(name, about, () => windshield(times)), warm: 19, steps: 60, targets };
}

/** Few steps, so that most of the water is still there at the end. @param {number} side @param {number} least @returns {Case} */
function wetTexture(side, least) {
  const about = `stuppacher2007, a texture of ${side}² with water everywhere`;
  const targets = [{ figure: /** @type {Figure} */ ('stepsPerSecond'), least }];
  return { ...special(`texture-${side}`, about, () => texture(side, 1)), warm: 0.1, steps: 200, targets };
}

function wideWindow() {
  return resized('window', 1200, 200);
}

/** @param {string} name @param {string} about @param {Case['scene']} scene @returns {Case} */
function window2000(name, about, scene) {
  /** @type {Target[]} */
  const targets = [{ figure: 'mean', most: 0.5 }, MEMORY];
  return { ...special(name, about, scene), warm: 2 * SETTLED, steps: 1000, targets };
}

/**
 * How many drops at 60 steps a second. Long panes hold fewer drops on each mm², since every run takes more of them
 * along; so other rains are tried as well: one without drops heavy enough to run at once, and a drizzle.
 * @returns {Case[]}
 */
function dropCases() {
  /** @type {[series: string, rain: object, warm: number][]} */
  const rains = [
    ['rain as on chen-pane-500', {}, SETTLED],
    ['no heavy drops', { largeShare: 0 }, SETTLED],
    ['drizzle, 0.025 to 0.2 mg and 2 % heavy', { small: [0.025, 0.2], largeShare: 0.02 }, 3 * SETTLED],
  ];
  return rains.flatMap(([series, rain, warm], n) =>
    [1, 2, 4].map((times) => ({
      ...special(`drops-${n + 1}-${times}`, `${series}, ${3840 * times} × 2160 cells`, () => fourK(times, rain)),
      group: /** @type {Group} */ ('drops'),
      series,
      warm,
      steps: 200,
    })),
  );
}

/**
 * chen-pane-500's rain on 3840 × 2160 cells, or on so many of them side by side.
 * @param {number} times
 * @param {object} [rain]
 */
function fourK(times, rain) {
  return resized('chen-pane-500', times * WIDE, HIGH, rain);
}

/** @returns {Case[]} */
function longCases() {
  return ['chen-pane-500', 'window', 'chin-table-3'].map((name) => ({
    ...special(`heap-${name}`, `the heap over ${LONG} steps of ${name}`, () => loadScene(name)),
    group: 'long',
    kind: 'heap',
    steps: LONG,
    targets: [{ figure: 'heapGrowth', most: 100 }],
  }));
}

/**
 * @param {string} name @param {string} about @param {() => import('rivulet').SceneInput} scene
 * @returns {Case}
 */
function special(name, about, scene) {
  return { name, group: 'cases', kind: 'steps', about, scene, warm: SETTLED, steps: 400, targets: [] };
}
