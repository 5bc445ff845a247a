/**
 * `npm run bench`: how long a step takes on every scene and in the special cases, beside what is wanted. See `--help`,
 * and docs/speed.md for what is measured and how.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileBlur } from './blur.mjs';
import { allCases } from './cases.mjs';
import { BenchError, findOldBuild, runNode } from './compare.mjs';
import { writeDocs, writePlots } from './docs.mjs';
import { judge, ratios, stepsPerSecond } from './figures.mjs';
import { machine, text } from './report.mjs';

/** @typedef {import('./report.mjs').Done} Done */

const HELP = `npm run bench -- [options]

  --only NAME,...   Only these cases or groups of them; --list shows the names.
  --list            Shows the groups and names of all cases.
  --quick           Few steps on water that has not settled: does it run at all?
  --against BUILD   Compares with an older build: a folder with one, or a revision, which is built first.
  --drops           Also: how many drops at 60 steps a second.
  --long            Also: the heap over 100,000 steps.
  --plots           Also: how the cost grows, as plots in docs/images.
  --full            All of these three.
  --write-docs      --full, and writes the tables into docs/speed.md.
  --json            Prints JSON.
`;

/** Below this a series of ever more drops ends [steps/s]. */
const SLOW = 60;

const OPTIONS = /** @type {const} */ ({
  only: { type: 'string' },
  list: { type: 'boolean' },
  quick: { type: 'boolean', default: false },
  against: { type: 'string' },
  drops: { type: 'boolean' },
  long: { type: 'boolean' },
  plots: { type: 'boolean' },
  full: { type: 'boolean' },
  'write-docs': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
});

/** Someone called it wrongly. */
class MisuseError extends Error {}

/** The options, or why they cannot be. */
function readOptions() {
  let values;
  try {
    ({ values } = parseArgs({ options: OPTIONS }));
  } catch (error) {
    throw new MisuseError(/** @type {Error} */ (error).message);
  }
  if (values['write-docs'] && (values.quick || values.only)) {
    throw new MisuseError('--write-docs writes down a whole run; leave out --quick and --only.');
  }
  const full = values.full || values['write-docs'];
  return { ...values, drops: values.drops || full, long: values.long || full, plots: values.plots || full };
}

/** The requested cases. @param {ReturnType<typeof readOptions>} options */
function chooseCases(options) {
  const all = allCases();
  if (options.only === undefined) {
    const groups = { scenes: true, cases: true, drops: options.drops, long: options.long, plots: options.plots };
    return all.filter(({ group }) => groups[group]);
  }
  const names = options.only.split(',');
  const unknown = names.find((wanted) => !all.some(({ name, group }) => name === wanted || group === wanted));
  if (unknown !== undefined) throw new MisuseError(`--only: there is no case "${unknown}". --list shows them.`);
  return all.filter(({ name, group }) => names.includes(name) || names.includes(group));
}

/** Runs each case in a process of its own. @param {ReturnType<typeof readOptions>} options @param {string | null} against */
async function runAll(options, against) {
  /** @type {Done[]} */
  const all = [];
  const ended = new Set();
  const blur = await compileBlur();
  for (const each of chooseCases(options)) {
    if (each.series !== undefined && ended.has(each.series)) continue;
    const result = await runOne({ name: each.name, quick: options.quick, against, blur });
    if (each.series !== undefined && stepsPerSecond(result) < SLOW) ended.add(each.series);
    all.push({ case: each, result });
  }
  return all;
}

/** @param {import('./one.mjs').Job} job @returns {Promise<import('./figures.mjs').Result>} */
async function runOne(job) {
  let output = '';
  const words = [join(import.meta.dirname, 'one.mjs'), JSON.stringify(job)];
  const code = await runNode(words, { stdio: ['ignore', 'pipe', 'inherit'] }, (text) => (output += text));
  if (code !== 0) throw new BenchError(`${job.name} failed; see above.`);
  return JSON.parse(output);
}

/** @param {Done[]} all */
function json(all) {
  const cases = all.map(({ case: { about, group, targets }, result }) => ({
    about,
    group,
    ...result,
    ratio: ratios(result),
    targets: targets.map((target) => judge(target, result)),
  }));
  return `${JSON.stringify({ ...machine(), cases }, null, 2)}\n`;
}

function list() {
  return `${allCases()
    .map(({ name, group, about }) => `${group}  ${name}: ${about}`)
    .join('\n')}\n`;
}

async function main() {
  const options = readOptions();
  if (options.help) return HELP;
  if (options.list) return list();
  chooseCases(options); // a wrong name must not show after a build
  // Ctrl-C is an exit like any other: it ends what runs and takes temporary folders away.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(130));
  const old = options.against === undefined ? null : await findOldBuild(options.against);
  const all = await runAll(options, old);
  const plotted = allCases().filter(({ group }) => group === 'plots');
  const isWhole = plotted.every(({ name }) => all.some(({ result }) => result.name === name));
  if (isWhole && !options.quick) writePlots(all);
  if (options['write-docs']) writeDocs(all);
  return options.json ? json(all) : text(all, options.quick);
}

try {
  process.stdout.write(await main());
} catch (error) {
  if (!(error instanceof MisuseError || error instanceof BenchError)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = error instanceof MisuseError ? 2 : 1;
}
