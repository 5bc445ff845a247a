/** Draws a log-log plot as SVG. Scales and ticks are d3's; the rest is text, so that no browser is needed. */
import { scaleLog } from 'd3-scale';

/**
 * @typedef {{ name: string, points: [x: number, y: number][] }} Series
 * @typedef {{ title: string, x: string, y: string, series: Series[] }} Plot
 * @typedef {import('d3-scale').ScaleLogarithmic<number, number>} Scale
 */

const WIDTH = 720;
const HEIGHT = 440;
/** Room for title, legend and labels [px]. */
const MARGIN = { top: 84, right: 24, bottom: 52, left: 72 };
/** Told apart by all eyes, in grey too (Okabe and Ito 2008), and by their marks. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];
const DASHES = ['none', '7 4', '2 3', '9 3 2 3'];

/** @param {Plot} plot */
export function logLogPlot({ title, x, y, series }) {
  const points = series.flatMap((one) => one.points);
  const across = scale(
    points.map((point) => point[0]),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const down = scale(
    points.map((point) => point[1]),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const middle = (MARGIN.top + HEIGHT - MARGIN.bottom) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">`,
    `<title>${asText(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="28" font-size="17" font-weight="600">${asText(title)}</text>`,
    ...horizontalAxis(across),
    ...verticalAxis(down),
    `<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${asText(x)}</text>`,
    `<text transform="translate(18 ${middle}) rotate(-90)" text-anchor="middle">${asText(y)}</text>`,
    ...series.flatMap((one, n) => drawSeries(one, n, across, down)),
    ...legend(series),
    '</svg>\n',
  ].join('\n');
}

/** A scale a little wider than the values. @param {number[]} values @param {number} from @param {number} to */
function scale(values, from, to) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return scaleLog([low / 1.5, high * 1.5], [from, to]);
}

/** @param {Scale} across */
function horizontalAxis(across) {
  const bottom = HEIGHT - MARGIN.bottom;
  return ticks(across).flatMap(({ at, label }) => [
    `<path d="M${at} ${MARGIN.top}V${bottom}" stroke="#ddd"/>`,
    `<text x="${at}" y="${bottom + 18}" text-anchor="middle">${label}</text>`,
  ]);
}

/** @param {Scale} down */
function verticalAxis(down) {
  return ticks(down).flatMap(({ at, label }) => [
    `<path d="M${MARGIN.left} ${at}H${WIDTH - MARGIN.right}" stroke="#ddd"/>`,
    `<text x="${MARGIN.left - 8}" y="${round(at + 4)}" text-anchor="end">${label}</text>`,
  ]);
}

/** Powers of ten; on a short scale what lies between as well. @param {Scale} scale */
function ticks(scale) {
  const [low, high] = scale.domain();
  const short = Math.log10(high / low) < 2;
  return scale
    .ticks()
    .filter((value) => /^[1]0*$|^0?\.0*1$/.test(`${value}`) || (short && /^[0.]*[25]0*$/.test(`${value}`)))
    .map((value) => ({ at: round(scale(value)), label: value >= 1000 ? value.toLocaleString('en-GB') : `${value}` }));
}

/** @param {Series} series @param {number} n @param {Scale} across @param {Scale} down */
function drawSeries({ points }, n, across, down) {
  const places = points.map(([x, y]) => `${round(across(x))} ${round(down(y))}`);
  const dots = places.map((place) => `<circle cx="${place.replace(' ', '" cy="')}" r="3.5" fill="${COLOURS[n]}"/>`);
  return [`<path d="M${places.join('L')}" ${stroke(n)}/>`, ...dots];
}

/** @param {Series[]} series */
function legend(series) {
  let x = MARGIN.left;
  return series.flatMap(({ name }, n) => {
    const at = x;
    x += 58 + 7.2 * name.length;
    return [`<path d="M${at} 52h28" ${stroke(n)}/>`, `<text x="${at + 34}" y="56.5">${asText(name)}</text>`];
  });
}

/** @param {number} n */
function stroke(n) {
  return `fill="none" stroke="${COLOURS[n]}" stroke-width="2" stroke-dasharray="${DASHES[n]}"`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} words */
function asText(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
