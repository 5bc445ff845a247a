/** All charts of a surface in one debug view: side by side at the same scale, each under its name. */
import { checkNumber } from '../../core/errors.js';
import type { Frame } from '../../core/frame.js';
import { SURROUND, setPixel } from './colours.js';
import { type Layout, type Tile, unfoldNet } from './net.js';
import { PICTURE_SIDE, type Picture, pictureFor } from './picture.js';
import { type DebugView, renderView, type ViewOptions } from './render-view.js';

/** How an atlas is drawn. */
export interface AtlasOptions extends Omit<ViewOptions, 'camera' | 'chart'> {
  /** The charts' names, as `simulation.surface.charts` has them. Default: their numbers. */
  names?: readonly string[];
}

/** Charts in a row of the atlas: of a box, and of a surface of many patches. */
const ACROSS = 3;
const MANY_ACROSS = 8;
const MANY = 6;
/** Space around charts [px], that between charts of a net, and the height of a line of names. */
const GAP = 8;
const FOLD = 2;
const LINE = 18;
/** Colour of names. */
const INK = 0xd8d8d8;

/**
 * Draws every chart of a frame, one pixel a cell or as large as `width` allows. With the `surface` a box is unfolded into its
 * net, so that water goes on from face to face; other charts lie three in a row, eight of a surface of many patches. A frame
 * of one chart is drawn as `renderView` draws it.
 */
export function renderAtlas(frame: Frame, view: DebugView, options: AtlasOptions = {}): Picture {
  const { names, width, height, out, ...rest } = options;
  const { charts } = frame;
  if (charts.length === 1) return renderView(frame, view, options);
  const titles = charts.map((_chart, k) => names?.[k] ?? String(k));
  const net = options.surface && unfoldNet(options.surface);
  const { tiles, columns, rows, across, shelves } = net ?? layOutCharts(frame, titles);
  const gap = net ? FOLD : GAP;
  const besideX = 2 * GAP + gap * (across - 1);
  const besideY = 2 * GAP + LINE + (gap + LINE) * (shelves - 1);
  if (width !== undefined) checkNumber(width, PICTURE_SIDE, 'width');
  if (height !== undefined) checkNumber(height, PICTURE_SIDE, 'height');
  const [wide, high] = [out?.width ?? width ?? Infinity, out?.height ?? height ?? Infinity];
  const fit = Math.min((wide - besideX) / columns, (high - besideY) / rows);
  const scale = Math.max(1e-3, fit === Infinity ? 1 : fit);
  const whole = { width: Math.round(columns * scale) + besideX, height: Math.round(rows * scale) + besideY };
  const size = { width: width ?? whole.width, height: height ?? whole.height };
  const picture = pictureFor(columns, rows, out ? { out } : size);
  for (let p = 0; p < picture.data.length; p += 4) setPixel(picture.data, p, SURROUND);
  for (const { chart, column, shelf, left, top } of tiles) {
    const x = GAP + gap * column + Math.round(left * scale);
    const y = GAP + LINE + (gap + LINE) * shelf + Math.round(top * scale);
    const side = (cells: number) => Math.max(1, Math.floor(cells * scale));
    const tile = { chart, width: side(charts[chart].columns), height: side(charts[chart].rows) };
    write(picture, fittingTitle(titles[chart], charts[chart].columns * scale), x, y - LINE + 4);
    copy(renderView(frame, view, { ...rest, ...tile }), picture, x, y);
  }
  return picture;
}

/** Of few charts one that is narrower than its name takes the room of the name, at one pixel a cell. */
function layOutCharts({ charts }: Frame, titles: readonly string[]): Layout {
  const across = charts.length > MANY ? MANY_ACROSS : ACROSS;
  const tiles: Tile[] = [];
  let [columns, rows, left, top, tallest] = [0, 0, 0, 0, 0];
  charts.forEach((chart, k) => {
    const column = k % across;
    if (column === 0 && k > 0) [left, top, tallest] = [0, top + tallest, 0];
    tiles.push({ chart: k, column, shelf: Math.floor(k / across), left, top });
    left += Math.max(chart.columns, across === ACROSS ? titles[k].length * ADVANCE : 0);
    tallest = Math.max(tallest, chart.rows);
    columns = Math.max(columns, left);
    rows = Math.max(rows, top + tallest);
  });
  return { tiles, columns, rows, across: Math.min(charts.length, across), shelves: Math.ceil(charts.length / across) };
}

/** A name, or its last word where the whole is too wide: a patch is known by its number. */
function fittingTitle(title: string, width: number): string {
  return title.length * ADVANCE <= width ? title : title.slice(title.lastIndexOf(' ') + 1);
}

function copy(from: Picture, to: Picture, x: number, y: number): void {
  const width = Math.min(from.width, to.width - x);
  const height = Math.min(from.height, to.height - y);
  for (let row = 0; row < height && width > 0; row++) {
    const start = 4 * row * from.width;
    to.data.set(from.data.subarray(start, start + 4 * width), 4 * ((y + row) * to.width + x));
  }
}

/** Letters of 3 × 5 dots: an octal digit a row, the first row first. */
const LETTERS: Readonly<Record<string, string>> = {
  a: '25755',
  b: '65656',
  c: '34443',
  d: '65556',
  e: '74647',
  f: '74644',
  g: '34553',
  h: '55755',
  i: '72227',
  j: '11152',
  k: '55655',
  l: '44447',
  m: '57755',
  n: '65555',
  o: '25552',
  p: '65644',
  q: '25563',
  r: '65655',
  s: '34216',
  t: '72222',
  u: '55557',
  v: '55552',
  w: '55775',
  x: '55255',
  y: '55222',
  z: '71247',
  0: '75557',
  1: '26227',
  2: '61247',
  3: '61216',
  4: '55711',
  5: '74616',
  6: '34757',
  7: '71222',
  8: '75757',
  9: '75716',
};
/** Side of a dot of a letter [px]. */
const DOT = 2;
/** From one letter to the next [px]. */
const ADVANCE = 4 * DOT;

function write(picture: Picture, text: string, x: number, y: number): void {
  [...text.toLowerCase()].forEach((letter, n) => {
    const rows = LETTERS[letter] ?? '00000';
    for (let dot = 0; dot < 15 * DOT * DOT; dot++) {
      const [dx, dy] = [dot % (3 * DOT), Math.floor(dot / (3 * DOT))];
      const isInk = (Number(rows[Math.floor(dy / DOT)]) >> (2 - Math.floor(dx / DOT))) & 1;
      const px = x + n * ADVANCE + dx;
      const py = y + dy;
      if (isInk && px < picture.width && py < picture.height) {
        setPixel(picture.data, 4 * (py * picture.width + px), INK);
      }
    }
  });
}
