/** What is read from a result: each figure by its name, with its unit, and whether it keeps its target. */

/**
 * @typedef {{ median: number, p95: number, mean: number }} Times [ms]
 * @typedef {{ step: Times, fields: Times, drops: Times, cpu: number }} StepTimes `cpu`: mean time of the processor [ms]
 * @typedef {{ columns: number, rows: number, drops: number, moving: number, wetShare: number }} Water
 *
 * @typedef {object} Measured what one.mjs prints
 * @property {string} name
 * @property {'steps' | 'doubling' | 'heap'} kind
 * @property {number} steps measured
 * @property {number} [core] share of a core that the process got while it was measured
 * @property {StepTimes} [times]
 * @property {number} [trailShare] share of the cells with running water or trails
 * @property {{ smooth: number, bare: number, own: number }} [blur] one blur of the whole map, see blur.mjs [ms]
 * @property {number} [wasmBytes] a cell
 * @property {{ heap: number, arrayBuffers: number }} [growth] over the measured steps [bytes]
 * @property {{ heap: number, arrayBuffers: number }[]} [memory] after each tenth of a long run [bytes]
 * @property {Water & { times: StepTimes }} [larger] the same water on the larger pane
 * @property {{ times: StepTimes, larger?: { times: StepTimes }, sameWater?: boolean } | null} old
 *
 * @typedef {Measured & Water} Result
 * @typedef {import('./cases.mjs').Target} Target
 */

/** @type {Record<import('./cases.mjs').Figure, { title: string, unit: string, of: (result: Result) => number }>} */
const FIGURES = {
  blurs: { title: 'step, median', unit: 'blurs', of: ({ times, blur }) => part(times?.step.median, blur?.smooth) },
  bareBlurs: {
    title: 'step, median',
    unit: 'bare blurs',
    of: ({ times, blur }) => part(times?.step.median, blur?.bare),
  },
  mean: { title: 'step, mean', unit: 'ms', of: ({ times }) => times?.step.mean ?? Number.NaN },
  stepsPerSecond: { title: 'steps', unit: 'a second', of: stepsPerSecond },
  change: {
    title: 'step, change of the median',
    unit: '%',
    of: ({ times, larger }) => 100 * (part(larger?.times.step.median, times?.step.median) - 1),
  },
  ratio: {
    title: 'step, median over that without',
    unit: 'times',
    of: ({ times, larger }) => part(larger?.times.step.median, times?.step.median),
  },
  cpuRatio: {
    title: 'step, processor time over that without',
    unit: 'times',
    of: ({ times, larger }) => part(larger?.times.cpu, times?.cpu),
  },
  wasmBytes: { title: 'wasm memory', unit: 'bytes a cell', of: ({ wasmBytes }) => wasmBytes ?? Number.NaN },
  heapGrowth: { title: 'growth of the heap', unit: 'kB', of: ({ growth }) => (growth?.heap ?? Number.NaN) / 1000 },
};

/**
 * A target, what was measured, and whether it is kept.
 * @param {Target} target
 * @param {Result} result
 */
export function judge({ figure, most, least }, result) {
  const { title, unit, of } = FIGURES[figure];
  const value = Number(of(result).toPrecision(3));
  const ok = most === undefined ? value >= (least ?? Number.NaN) : value <= most;
  const limit = most === undefined ? `≥ ${least}` : `≤ ${most}`;
  return { figure, title, unit, value, limit, ok };
}

/** Steps a second, from the mean: a spike now and then takes its time as well. @param {Result} result */
export function stepsPerSecond({ times }) {
  return part(1000, times?.step.mean);
}

/**
 * New over old of the median times, or null without an older build.
 * @param {Result} result
 */
export function ratios({ times, old }) {
  if (!times || !old) return null;
  const of = (/** @type {'step' | 'fields' | 'drops'} */ which) => part(times[which].median, old.times[which].median);
  return { step: of('step'), fields: of('fields'), drops: of('drops') };
}

/**
 * The drops of a series at exactly `rate` steps a second, between the two results around it; null if all are faster.
 * @param {Result[]} series from few drops to many
 * @param {number} rate
 */
export function dropsAt(series, rate) {
  const slow = series.findIndex((result) => stepsPerSecond(result) < rate);
  if (slow < 0) return null;
  const [a, b] = slow === 0 ? [series[0], series[0]] : [series[slow - 1], series[slow]];
  // Steps and drops are powers of each other, nearly. A single result is taken to be in proportion.
  const power = a === b ? -1 : Math.log(b.drops / a.drops) / Math.log(stepsPerSecond(b) / stepsPerSecond(a));
  return Math.round(a.drops * (rate / stepsPerSecond(a)) ** power);
}

/** @param {number | undefined} a @param {number | undefined} b */
function part(a, b) {
  return a === undefined || b === undefined ? Number.NaN : a / b;
}
