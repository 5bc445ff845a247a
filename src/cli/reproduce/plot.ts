/** Plots as SVG text, which stands in the book as it is. The build puts d3-scale into this file, so that users install nothing. */
import { scaleLinear } from 'd3-scale';

export interface Plot {
  readonly title: string;
  /** With units. */
  readonly x: string;
  readonly y: string;
  readonly series: readonly {
    readonly name: string;
    readonly points: readonly (readonly [number, number])[];
    readonly dots?: boolean;
  }[];
}

const WIDTH = 640;
const HEIGHT = 360;
/** Room for title, legend and labels [px]. */
const LEFT = 64;
const RIGHT = WIDTH - 16;
const TOP = 64;
const BOTTOM = HEIGHT - 46;
/** Colours that all readers can distinguish (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];

export function drawPlot({ title, x, y, series }: Plot): string {
  const points = series.flatMap((one) => one.points);
  const across = axis(
    points.map(([value]) => value),
    LEFT,
    RIGHT,
  );
  const down = axis(
    points.map(([, value]) => value),
    BOTTOM,
    TOP,
  );
  const lines = [
    ...across.ticks.map(
      (tick) =>
        `<path d="M${px(across.at(tick))} ${TOP}V${BOTTOM}" stroke="#ddd"/><text x="${px(across.at(tick))}" y="${BOTTOM + 17}" text-anchor="middle">${label(tick)}</text>`,
    ),
    ...down.ticks.map(
      (tick) =>
        `<path d="M${LEFT} ${px(down.at(tick))}H${RIGHT}" stroke="#ddd"/><text x="${LEFT - 7}" y="${px(down.at(tick) + 4)}" text-anchor="end">${label(tick)}</text>`,
    ),
  ];
  const curves = series.map((one, n) =>
    drawSeries(one.points, one.dots ?? false, COLOURS[n % COLOURS.length], across, down),
  );
  let at = LEFT;
  const legend = series.map(({ name }, n) => {
    const place = at;
    at += 40 + 7 * name.length;
    return `<path d="M${place} 46h18" stroke="${COLOURS[n % COLOURS.length]}" stroke-width="3"/><text x="${place + 23}" y="50">${escapeText(name)}</text>`;
  });
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(title)}" font-size="12" fill="#222">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/><text x="${LEFT}" y="24" font-size="15" font-weight="600">${escapeText(title)}</text>`,
    ...lines,
    ...curves,
    ...legend,
    `<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeText(x)}</text>`,
    `<text transform="translate(14 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escapeText(y)}</text>`,
    '</svg>',
  ].join('');
}

interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** A scale from the least to the greatest value, both widened to whole ticks. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const beyond = least === most ? Math.abs(least) || 1 : 0;
  const scale = scaleLinear([least, most + beyond], [from, to]).nice(6);
  return { ticks: scale.ticks(6), at: scale };
}

function drawSeries(
  points: readonly (readonly [number, number])[],
  dots: boolean,
  colour: string,
  across: Axis,
  down: Axis,
): string {
  const places = points.map(([x, y]) => [px(across.at(x)), px(down.at(y))]);
  if (dots) return places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`).join('');
  return `<path d="M${places.map((place) => place.join(' ')).join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
}

function px(value: number): number {
  return Math.round(10 * value) / 10;
}

function label(value: number): string {
  return Number(value.toPrecision(6)).toString().replace('-', '−');
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
