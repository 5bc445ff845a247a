/** Draws a plot as SVG: text, so that no browser is needed. */
import { evenScale, logScale } from './scales.mjs';

/**
 * @typedef {[x: number, y: number]} Point
 * @typedef {{ name: string, points: Point[], kind?: 'line' | 'marked' | 'dots' | 'bars', size?: number }} Series `size`: radius of its dots [px]
 * @typedef {{ title: string, x: string, y: string, log?: boolean, series: Series[] }} Plot `log`: both scales
 * @typedef {import('./scales.mjs').Scale} Scale
 */

const WIDTH = 720;
const HEIGHT = 440;
/** Room for title, legend and labels [px]. */
const MARGIN = { top: 84, right: 24, bottom: 52, left: 72 };
const RIGHT = WIDTH - MARGIN.right;
const BOTTOM = HEIGHT - MARGIN.bottom;
/** Colours that all readers can distinguish, also in grey (Okabe and Ito 2008); dashes differ too. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#222222'];
const DASHES = ['none', '7 4', '2 3', '9 3 2 3', '14 3', '4 2', 'none'];

/** @param {Plot} plot */
export function drawPlot({ title, x, y, log = false, series }) {
  const points = series.flatMap((one) => one.points);
  const scale = log ? logScale : evenScale;
  const across = scale(values(points, 0), MARGIN.left, RIGHT, 9);
  const down = scale(values(points, 1), BOTTOM, MARGIN.top, 6);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">`,
    `<title>${asText(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="28" font-size="17" font-weight="600">${asText(title)}</text>`,
    ...axes(across, down),
    `<text x="${(MARGIN.left + RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${asText(x)}</text>`,
    `<text transform="translate(18 ${(MARGIN.top + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${asText(y)}</text>`,
    ...series.flatMap((one, n) => drawSeries(one, n, across, down)),
    ...legend(series),
    '</svg>\n',
  ].join('\n');
}

/**
 * Points of a function from `low` to `high`.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @param {(x: number) => number} value
 * @returns {Point[]}
 */
export function curve(low, high, count, value) {
  return Array.from({ length: count + 1 }, (_, n) => low + ((high - low) * n) / count).map((x) => [x, value(x)]);
}

/** @param {Point[]} points @param {0 | 1} axis */
function values(points, axis) {
  return points.map((point) => point[axis]);
}

/** @param {Scale} across @param {Scale} down */
function axes(across, down) {
  const vertical = across.ticks.flatMap((tick) => {
    const at = round(across.at(tick));
    return [
      `<path d="M${at} ${MARGIN.top}V${BOTTOM}" stroke="#ddd"/>`,
      `<text x="${at}" y="${BOTTOM + 18}" text-anchor="middle">${label(tick)}</text>`,
    ];
  });
  const level = down.ticks.flatMap((tick) => {
    const at = round(down.at(tick));
    return [
      `<path d="M${MARGIN.left} ${at}H${RIGHT}" stroke="#ddd"/>`,
      `<text x="${MARGIN.left - 8}" y="${round(at + 4)}" text-anchor="end">${label(tick)}</text>`,
    ];
  });
  return [...vertical, ...level];
}

/**
 * Bars begin at their x and end at the next one's.
 * @param {Series} series
 * @param {number} n
 * @param {Scale} across
 * @param {Scale} down
 */
function drawSeries({ points, kind = 'line', size = DOT }, n, across, down) {
  const places = points.map(([x, y]) => [round(across.at(x)), round(down.at(y))]);
  const dots = places.map(([x, y]) => dot(x, y, n, size));
  const line = `<path d="M${places.map((place) => place.join(' ')).join('L')}" ${stroke(n)}/>`;
  if (kind === 'dots') return dots;
  if (kind === 'line') return [line];
  if (kind === 'marked') return [line, ...dots];
  const steps = places.slice(1).map(([x], k) => `V${places[k][1]}H${x}`);
  const outline = `M${places[0][0]} ${round(down.at(0))}${steps.join('')}V${round(down.at(0))}Z`;
  return [`<path d="${outline}" fill="${COLOURS[n]}" fill-opacity="0.25" stroke="${COLOURS[n]}" stroke-width="0.5"/>`];
}

/** @param {Series[]} series */
function legend(series) {
  let x = MARGIN.left;
  return series.flatMap(({ name, kind = 'line' }, n) => {
    const at = x;
    x += 58 + 7.2 * name.length;
    const line = `<path d="M${round(at)} 52h28" ${stroke(n)}/>`;
    const mark = {
      line,
      marked: line,
      dots: dot(round(at + 14), 52, n),
      bars: `<rect x="${round(at)}" y="46" width="28" height="12" fill="${COLOURS[n]}" fill-opacity="0.25"/>`,
    }[kind];
    return [mark, `<text x="${round(at + 34)}" y="56.5">${asText(name)}</text>`];
  });
}

/** Radius of a dot [px]. */
const DOT = 3.5;

/** @param {number} x @param {number} y @param {number} n @param {number} size */
function dot(x, y, n, size = DOT) {
  return `<circle cx="${x}" cy="${y}" r="${size}" fill="${COLOURS[n]}"/>`;
}

/** @param {number} n */
function stroke(n) {
  return `fill="none" stroke="${COLOURS[n]}" stroke-width="2" stroke-dasharray="${DASHES[n]}"`;
}

/** @param {number} value */
function label(value) {
  return value.toLocaleString('en-GB', { maximumSignificantDigits: 12 }).replace('-', '−');
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} words */
function asText(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
