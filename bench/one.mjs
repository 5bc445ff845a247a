/**
 * Measures one case in a process of its own and prints the result as JSON: neither the heap nor what the compiler learnt
 * from other scenes can weigh on it, and `--only` gives what a whole run gives.
 */
import { measureMemory } from '../dist/cli/measure.js';
import { Progress } from '../dist/cli/progress.js';
import { Blur } from './blur.mjs';
import { allCases } from './cases.mjs';
import { loadBuild } from './compare.mjs';
import { BLOCK, Census, digits, StepTimer, takeTurns, trailShare, watchCore, wetShare } from './measure.mjs';
import { trend } from './trend.mjs';

/**
 * @typedef {import('rivulet').Simulation} Simulation
 * @typedef {import('./cases.mjs').Case} Case
 * @typedef {{ name: string, quick: boolean, against: string | null, blur: string }} Job `blur`: from compileBlur
 * @typedef {import('./compare.mjs').Build[]} Builds the present build, then the older one if there is one
 */

/** Steps for the compiler to find the hot loops, on a scene in which everything happens. */
const PRACTICE = 600;
/** Times the short `doubling` is repeated, and measurements over a long run. */
const REPEATS = 6;
const PARTS = 10;

const job = /** @type {Job} */ (JSON.parse(process.argv[2]));
const found = allCases().find(({ name }) => name === job.name);
if (!found) throw new Error(`there is no case ${job.name}`);
const given = job.quick
  ? { ...found, warm: Math.min(found.warm, 0.5), steps: Math.min(found.steps, 2 * BLOCK) }
  : found;
const builds = [await loadBuild(null), ...(await oldBuilds())];
const progress = new Progress(process.stderr, given.name);
for (const { createSimulation } of builds) {
  const simulation = createSimulation('chen-pane-500');
  for (let n = 0; n < (job.quick ? BLOCK : PRACTICE); n++) simulation.step();
}
const measures = { steps: measureSteps, doubling: measureDoubling, heap: measureHeap };
const result = await measures[given.kind](given);
progress.clear();
process.stdout.write(JSON.stringify({ name: given.name, kind: given.kind, steps: given.steps, ...result }));

/** The older build, unless it cannot run this case: scenes and models came after it. */
async function oldBuilds() {
  if (!job.against) return [];
  const old = await loadBuild(job.against);
  try {
    old.createSimulation(given.scene());
  } catch (error) {
    process.stderr.write(`${given.name}: not in the older build: ${/** @type {Error} */ (error).message}\n`);
    return [];
  }
  return [old];
}

/** Step times of each build, in turns with the unit. @param {Case} given */
async function measureSteps({ scene, warm, steps }) {
  const input = scene();
  const simulations = builds.map(({ createSimulation }) => createSimulation(input));
  const [simulation] = simulations;
  const rounds = Math.ceil(steps / BLOCK);
  await settle(simulations, warm);
  const blur = new Blur(simulation, job.blur, rounds);
  const timers = simulations.map((each) => new StepTimer(rounds * BLOCK).use(each));
  const wetBefore = trailShare(simulation);
  const before = measureMemory();
  const core = watchCore();
  const census = new Census();
  await takeTurns([...timers.map(({ turn }) => turn), blur.turn], rounds, (done) => {
    census.take(simulation);
    show('measuring', done, rounds);
  });
  const after = measureMemory();
  return {
    core: core(),
    ...about(simulation, census),
    trailShare: digits((wetBefore + trailShare(simulation)) / 2),
    times: timers[0].times(),
    blur: blur.medians(),
    wasmBytes: digits(blur.bytesPerCell),
    growth: { heap: after.heap - before.heap, arrayBuffers: after.arrayBuffers - before.arrayBuffers },
    old: timers[1] ? { times: timers[1].times(), sameWater: simulations[1].hash() === simulation.hash() } : null,
  };
}

/** What the simulation is now, and how many drops it had. @param {Simulation} simulation @param {Census} census */
function about(simulation, census) {
  const { columns, rows } = simulation.surface;
  return { columns, rows, ...census.means(), wetShare: wetShare(simulation) };
}

/** The same water on two panes, several times from the start: it stays the same for a few seconds only. @param {Case} given */
async function measureDoubling({ scene, other = scene, warm, steps }) {
  const inputs = [scene(), other()];
  const rounds = Math.ceil(steps / BLOCK);
  const timers = builds.map(() => inputs.map(() => new StepTimer(REPEATS * rounds * BLOCK)));
  const censuses = inputs.map(() => new Census());
  /** @type {Simulation[][]} */
  let simulations = [];
  const core = watchCore();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    simulations = builds.map(({ createSimulation }) => inputs.map((input) => createSimulation(input)));
    await settle(simulations.flat(), warm);
    const turns = timers.flatMap((pair, b) => pair.map((timer, k) => timer.use(simulations[b][k]).turn));
    await takeTurns(turns, rounds, (done) => {
      for (const [k, census] of censuses.entries()) census.take(simulations[0][k]);
      show('measuring', repeat * rounds + done, REPEATS * rounds);
    });
  }
  const [[small, large], old] = timers.map((pair) => pair.map((timer) => timer.times()));
  return {
    core: core(),
    ...about(simulations[0][0], censuses[0]),
    times: small,
    /** The same on the larger pane. */
    larger: { ...about(simulations[0][1], censuses[1]), times: large },
    old: old ? { times: old[0], larger: { times: old[1] } } : null,
  };
}

/** The heap after each tenth of a long run, and whether there is a trend in it. @param {Case} given */
async function measureHeap({ scene, steps }) {
  const simulation = builds[0].createSimulation(scene());
  const census = new Census();
  /** @type {import('../dist/cli/measure.js').MemoryUse[]} */
  const memory = [];
  for (let part = 0; part < PARTS; part++) {
    const turn = () => {
      for (let n = 0; n < steps / PARTS / 10; n++) simulation.step();
    };
    await takeTurns([turn], 10, (done) => {
      census.take(simulation);
      show('running', part * 10 + done, PARTS * 10);
    });
    memory.push(measureMemory());
  }
  const grown = (/** @type {'heap' | 'arrayBuffers'} */ kind) => trend(memory.map((use) => use[kind]));
  return {
    ...about(simulation, census),
    memory,
    growth: { heap: grown('heap'), arrayBuffers: grown('arrayBuffers') },
    old: null,
  };
}

/** Lets seconds pass on all of them. @param {Simulation[]} simulations @param {number} seconds */
async function settle(simulations, seconds) {
  const rounds = Math.ceil(seconds / simulations[0].scene.step / BLOCK);
  const turns = simulations.map((simulation) => () => {
    for (let n = 0; n < BLOCK; n++) simulation.step();
  });
  await takeTurns(turns, rounds, (done) => show('settling', done, rounds));
}

/** @param {string} what @param {number} done @param {number} all */
function show(what, done, all) {
  progress.show(`${Math.floor((100 * done) / all)} %, ${what}`);
}
