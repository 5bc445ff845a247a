/** The results as tables: for a terminal, and as Markdown for docs/speed.md. */
import { cpus } from 'node:os';
import { brief, table } from '../dist/cli/table.js';
import { dropsAt, judge, ratios, stepsPerSecond } from './figures.mjs';

/**
 * @typedef {import('./figures.mjs').Result} Result
 * @typedef {import('./cases.mjs').Case} Case
 * @typedef {{ case: Case, result: Result }} Done
 * @typedef {{ title: string, head: string[], rows: string[][], words: number }} Table `words`: columns flush left
 */

/** A process that got less of its core than this says little about speed. */
const BUSY = 0.9;
/** Steps a second of a smooth picture. */
const SMOOTH = 60;

/** What ran it. */
export function machine() {
  const [cpu] = cpus();
  return { node: process.version, platform: process.platform, arch: process.arch, cpu: cpu?.model.trim() ?? 'unknown' };
}

/** All tables there is something for. @param {Done[]} all */
export function tables(all) {
  const every = [targetTable, stepTable, blurTable, dropTable, ratioTable].map((make) => make(all));
  return every.filter(({ rows }) => rows.length > 0);
}

/** The water and the step with its parts in ms: median, 95th percentile, mean. @param {Done[]} all @returns {Table} */
function stepTable(all) {
  const head = ['case', 'cells', 'drops', 'moving', 'wet %', 'step', 'p95', 'mean', 'cpu', 'fields', 'p95'];
  head.push('drops', 'p95', 'bytes a cell', 'heap kB');
  const rows = shown(all).flatMap(({ case: { name }, result }) => {
    const { times, growth } = result;
    if (!times) return [];
    const { step, fields, drops, cpu } = times;
    const water = [result.drops, result.moving, 100 * result.wetShare];
    const ms = [step.median, step.p95, step.mean, cpu, fields.median, fields.p95, drops.median, drops.p95];
    const memory = [result.wasmBytes ?? Number.NaN, (growth?.heap ?? Number.NaN) / 1000];
    return [[name, `${result.columns}×${result.rows}`, ...[...water, ...ms, ...memory].map(number)]];
  });
  return { title: 'Steps [ms]', head, rows, words: 2 };
}

/** The same in blurs. @param {Done[]} all @returns {Table} */
function blurTable(all) {
  const head = ['case', 'blur ms', 'own ms', 'bare ms', 'step', 'p95', 'fields', 'drops', 'step in bare blurs'];
  const rows = shown(all).flatMap(({ case: { name }, result: { times, blur } }) => {
    if (!times || !blur) return [];
    const { step, fields, drops } = times;
    const blurs = [step.median, step.p95, fields.median, drops.median].map((time) => time / blur.smooth);
    return [[name, ...[blur.smooth, blur.own, blur.bare, ...blurs, step.median / blur.bare].map(number)]];
  });
  return { title: 'Steps [blurs]', head, rows, words: 1 };
}

/** @param {Done[]} all @returns {Table} */
function targetTable(all) {
  const rows = all.flatMap(({ case: { about, targets }, result }) =>
    targets.map((target) => {
      const { title, unit, value, limit, ok } = judge(target, result);
      return [about, `${title} [${unit}]`, number(value), limit, ok ? 'ok' : 'miss'];
    }),
  );
  return { title: 'Targets', head: ['of', 'figure', 'measured', 'target', ''], rows, words: 2 };
}

/** How many drops at 60 steps a second, a series after another. @param {Done[]} all @returns {Table} */
function dropTable(all) {
  const members = all.filter(({ case: { group } }) => group === 'drops');
  const names = [...new Set(members.map(({ case: { series } }) => series ?? ''))];
  const rows = names.flatMap((name) => {
    const results = members.filter(({ case: { series } }) => series === name).map(({ result }) => result);
    const most = dropsAt(results, SMOOTH) ?? `more than ${results.at(-1)?.drops}`;
    return results.map((result, n) => {
      const figures = [result.drops, result.moving, stepsPerSecond(result)].map(number);
      return [n === 0 ? name : '', `${result.columns}×${result.rows}`, ...figures, n === 0 ? `${most}` : ''];
    });
  });
  return { title: 'Drops', head: ['series', 'cells', 'drops', 'moving', 'steps/s', 'drops at 60/s'], rows, words: 2 };
}

/** New over old. @param {Done[]} all @returns {Table} */
function ratioTable(all) {
  const rows = shown(all).flatMap(({ case: { name }, result }) => {
    const ratio = ratios(result);
    if (!ratio || !result.times || !result.old) return [];
    const ms = [result.times.step.median, result.old.times.step.median];
    const { sameWater } = result.old;
    const same = sameWater === undefined ? '' : sameWater ? 'yes' : 'no';
    return [[name, ...[...ms, ratio.step, ratio.fields, ratio.drops].map(number), same]];
  });
  const head = ['case', 'new ms', 'old ms', 'step new/old', 'fields', 'drops', 'same water'];
  return { title: 'Against the older build', head, rows, words: 1 };
}

/** The points of the plots are seen there. @param {Done[]} all */
function shown(all) {
  return all.filter(({ case: { group } }) => group !== 'plots');
}

/** @param {number} value */
function number(value) {
  return Number.isFinite(value) ? brief(value) : '';
}

/** For a terminal. @param {Done[]} all @param {boolean} quick */
export function text(all, quick = false) {
  const parts = tables(all).map(({ title, head, rows, words }) => {
    const right = head.map((_, column) => column).slice(words);
    return `${title}\n${table([head, ...rows], right)}`;
  });
  const hasty = quick ? ['A quick run: the water has not settled, and the figures mean little.\n'] : [];
  return [...parts, ...hasty, ...remarks(all)].join('\n');
}

/** For docs/speed.md. @param {Done[]} all */
export function markdown(all) {
  const { node, cpu } = machine();
  const parts = tables(all).map(({ title, head, rows, words }) => {
    const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
    const rule = head.map((_, column) => (column < words ? '---' : '--:'));
    return [`### ${title}`, '', ...[head, rule, ...rows].map(line), ''].join('\n');
  });
  return [`Node ${node.slice(1)}, one core of an ${cpu}.\n`, ...parts, ...remarks(all)].join('\n');
}

/** @param {Done[]} all */
function remarks(all) {
  const least = Math.min(...all.map(({ result }) => result.core ?? 1));
  if (least >= BUSY) return [];
  return [
    `The machine was busy: at worst the process had ${Math.round(100 * least)} % of a core. Repeat it on a quiet one.\n`,
  ];
}
