/** Draws a plot with even scales as SVG. Scales and ticks are d3's; the rest is text, so that no browser is needed. */
import { scaleLinear } from 'd3-scale';

/**
 * @typedef {{ name: string, points: [x: number, y: number][], kind?: 'line' | 'dots' | 'bars' }} Series
 * @typedef {{ title: string, x: string, y: string, xMax: number, yMax: number, series: Series[] }} Plot
 * @typedef {import('d3-scale').ScaleLinear<number, number>} Scale
 */

const WIDTH = 720;
const HEIGHT = 440;
/** Room for title, legend and labels [px]. */
const MARGIN = { top: 84, right: 24, bottom: 52, left: 72 };
/** Told apart by all eyes, in grey too (Okabe and Ito 2008), and by their dashes. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];
const DASHES = ['none', '7 4', '2 3', '9 3 2 3'];

/** @param {Plot} plot */
export function linePlot({ title, x, y, xMax, yMax, series }) {
  const across = scaleLinear([0, xMax], [MARGIN.left, WIDTH - MARGIN.right]);
  const down = scaleLinear([0, yMax], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const middle = (MARGIN.top + HEIGHT - MARGIN.bottom) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">`,
    `<title>${asText(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="28" font-size="17" font-weight="600">${asText(title)}</text>`,
    ...axes(across, down),
    `<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${asText(x)}</text>`,
    `<text transform="translate(18 ${middle}) rotate(-90)" text-anchor="middle">${asText(y)}</text>`,
    ...series.flatMap((one, n) => drawSeries(one, n, across, down)),
    ...legend(series),
    '</svg>\n',
  ].join('\n');
}

/** @param {Scale} across @param {Scale} down */
function axes(across, down) {
  const bottom = HEIGHT - MARGIN.bottom;
  return [
    ...across
      .ticks(9)
      .flatMap((tick) => [
        `<path d="M${round(across(tick))} ${MARGIN.top}V${bottom}" stroke="#ddd"/>`,
        `<text x="${round(across(tick))}" y="${bottom + 18}" text-anchor="middle">${tick}</text>`,
      ]),
    ...down
      .ticks(6)
      .flatMap((tick) => [
        `<path d="M${MARGIN.left} ${round(down(tick))}H${WIDTH - MARGIN.right}" stroke="#ddd"/>`,
        `<text x="${MARGIN.left - 8}" y="${round(down(tick) + 4)}" text-anchor="end">${tick}</text>`,
      ]),
  ];
}

/** Bars begin at their x and end at the next one's. @param {Series} series @param {number} n @param {Scale} across @param {Scale} down */
function drawSeries({ points, kind = 'line' }, n, across, down) {
  const places = points.map(([x, y]) => [round(across(x)), round(down(y))]);
  if (kind === 'dots') return places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4" fill="${COLOURS[n]}"/>`);
  if (kind === 'line') return [`<path d="M${places.map((place) => place.join(' ')).join('L')}" ${stroke(n)}/>`];
  const steps = places.slice(1).map(([x], k) => `V${places[k][1]}H${x}`);
  const outline = `M${places[0][0]} ${round(down(0))}${steps.join('')}V${round(down(0))}Z`;
  return [`<path d="${outline}" fill="${COLOURS[n]}" fill-opacity="0.25" stroke="${COLOURS[n]}" stroke-width="0.5"/>`];
}

/** @param {Series[]} series */
function legend(series) {
  let x = MARGIN.left;
  return series.flatMap(({ name, kind = 'line' }, n) => {
    const at = x;
    x += 58 + 7 * name.length;
    const mark = {
      line: `<path d="M${at} 52h28" ${stroke(n)}/>`,
      dots: `<circle cx="${at + 14}" cy="52" r="4" fill="${COLOURS[n]}"/>`,
      bars: `<rect x="${at}" y="46" width="28" height="12" fill="${COLOURS[n]}" fill-opacity="0.25"/>`,
    }[kind];
    return [mark, `<text x="${at + 34}" y="56.5">${asText(name)}</text>`];
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
