/** The plots of docs/speed.md: which results go where. */
import { drawPlot } from '../docs/plots/plot.mjs';

/**
 * @typedef {import('./figures.mjs').Result} Result
 * @typedef {import('./report.mjs').Done} Done
 * @typedef {import('../docs/plots/plot.mjs').Series} Series
 * @typedef {[x: number, y: number]} Point
 */

/** The plots by name, as SVG. @param {Done[]} all */
export function plots(all) {
  return {
    cells: logLogPlot(cellsPlot(all)),
    wet: logLogPlot(wetPlot(all)),
    drops: logLogPlot(dropsPlot(all)),
  };
}

/** Both scales logarithmic, every measured point marked. @param {import('../docs/plots/plot.mjs').Plot} plot */
function logLogPlot(plot) {
  return drawPlot({ ...plot, log: true, series: plot.series.map((one) => ({ ...one, kind: 'marked' })) });
}

/** @param {Done[]} all */
function cellsPlot(all) {
  const step = seriesOf(all, 'cells', ({ columns, rows, times }) => [columns * rows, times?.step.median ?? 0]);
  const blur = seriesOf(all, 'cells', ({ columns, rows, blur }) => [columns * rows, blur?.smooth ?? 0]);
  return {
    title: 'The same 300 running drops on larger and larger panes',
    x: 'cells of the pane',
    y: 'ms, median',
    series: [
      { ...step[0], name: 'one step' },
      { ...blur[0], name: 'one blur of the whole map' },
    ],
  };
}

/** @param {Done[]} all */
function wetPlot(all) {
  // Running water is in the trail map; drops at rest are not, and only the whole picture shows them.
  const share = (/** @type {Result} */ result) =>
    100 * (result.moving > 0 ? (result.trailShare ?? 0) : result.wetShare);
  const step = seriesOf(all, 'wet', (result) => [share(result), result.times?.step.median ?? 0]);
  const blur = seriesOf(all, 'wet', (result) => [share(result), result.blur?.smooth ?? 0]);
  const every = blur.flatMap(({ points }) => points).sort(([a], [b]) => a - b);
  return {
    title: 'More and more water on 1024 × 1024 cells',
    x: 'wet cells [%]',
    y: 'ms, median',
    series: [...step, { name: 'one blur of the whole map', points: every }],
  };
}

/** @param {Done[]} all */
function dropsPlot(all) {
  return {
    title: 'More and more drops',
    x: 'drops',
    y: 'ms a step, mean',
    series: seriesOf(all, 'drops', ({ drops, times }) => [drops, times?.step.mean ?? 0]),
  };
}

/**
 * The series of a plot, each point made by `place`.
 * @param {Done[]} all
 * @param {'cells' | 'wet' | 'drops'} plot
 * @param {(result: Result) => Point} place
 * @returns {Series[]}
 */
function seriesOf(all, plot, place) {
  const members = all.filter(({ case: { point } }) => point?.plot === plot);
  const names = [...new Set(members.map(({ case: { point } }) => point?.series ?? ''))];
  return names.map((name) => ({
    name,
    points: members.filter(({ case: { point } }) => point?.series === name).map(({ result }) => place(result)),
  }));
}
