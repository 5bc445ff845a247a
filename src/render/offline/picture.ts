/** Pictures, and where on them a chart lies. */
import { checkNumber, RivuletError } from '../../core/errors.js';
import type { ChartFrame } from '../../core/frame.js';
import type { Viewport } from '../picture/camera.js';
import { SURROUND, setPixel } from './colours.js';

/** Four bytes a pixel: red, green, blue, alpha, not premultiplied, row after row. A browser's `ImageData` is one. */
export interface Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** [px]. */
  readonly width: number;
  /** [px]. */
  readonly height: number;
}

/** Longest side of a picture [px]: what canvases and most readers of PNG still take. */
export const MAX_PICTURE_SIDE = 16384;
/** What a side may be. */
export const PICTURE_SIDE = { min: 1, max: MAX_PICTURE_SIDE, unit: 'px', integer: true } as const;

/** What is wanted of a picture's size. */
export interface PictureOptions {
  /** Width [px], 1 to 16384. Default: one pixel a cell, or in proportion to `height`. */
  width?: number;
  /** Height [px], 1 to 16384. Default: one pixel a cell, or in proportion to `width`. */
  height?: number;
  /** A picture to draw into, whose size is then the size; only a few lines are allocated. Default: a new picture. */
  out?: Picture;
}

/** The picture to draw a chart of `columns` × `rows` cells into: `out`, or a new one of the requested size. */
export function pictureFor(columns: number, rows: number, options: PictureOptions): Picture {
  const { out } = options;
  if (out) {
    const bytes = 4 * out.width * out.height;
    if (out.data.length !== bytes) {
      throw new RivuletError(`out.data must hold ${bytes} bytes, 4 a pixel; got ${out.data.length}.`, 'out.data');
    }
    // Pixels are written as whole numbers of four bytes.
    if (out.data.byteOffset % 4 === 0) return out;
    throw new RivuletError(`out.data must begin at a multiple of 4 bytes; got ${out.data.byteOffset}.`, 'out.data');
  }
  const { width, height } = pictureSize(columns, rows, options);
  return { data: new Uint8ClampedArray(4 * width * height), width, height };
}

/**
 * The size of a picture [px]. A side that is not given follows from the other and the chart's aspect; without either
 * it is one pixel a cell, or as many as fit the longest side.
 */
export function pictureSize(
  columns: number,
  rows: number,
  { width, height }: { width?: number; height?: number },
): { width: number; height: number } {
  if (width !== undefined) checkNumber(width, PICTURE_SIDE, 'width');
  if (height !== undefined) checkNumber(height, PICTURE_SIDE, 'height');
  const fit = Math.min(1, MAX_PICTURE_SIDE / Math.max(columns, rows));
  const side = (pixels: number) => Math.min(MAX_PICTURE_SIDE, Math.max(1, Math.round(pixels)));
  return {
    width: width ?? side(columns * (height === undefined ? fit : height / rows)),
    height: height ?? side(rows * (width === undefined ? fit : width / columns)),
  };
}

/**
 * How a chart lies on a picture, its aspect kept. Pixel (px, py) has its centre at cell coordinates
 * (left + (px + ½) · scale, top + (py + ½) · scale), in cells from the chart's corner.
 */
export interface Layout {
  /** Cells a pixel. */
  readonly scale: number;
  /** Cell coordinate of the picture's left edge; negative where the picture is wider than the chart. */
  readonly left: number;
  /** Cell coordinate of the picture's upper edge. */
  readonly top: number;
  /** Columns of pixels from `firstX` to before `endX`, and rows from `firstY` to before `endY`, have their centre on the chart. */
  readonly firstX: number;
  readonly endX: number;
  readonly firstY: number;
  readonly endY: number;
}

/** A picture with a chart laid on it. */
export interface Canvas extends Picture, Layout {}

/** What is beside a chart on each side of a picture [px], less than 0 where it is cut off; and its cells a pixel. */
interface Margins {
  readonly scale: number;
  readonly left: number;
  readonly right: number;
  readonly above: number;
  readonly below: number;
}

/** Lays a chart of `columns` × `rows` cells on a picture: as large as fits, in the middle. */
export function layOut(picture: Picture, columns: number, rows: number): Canvas {
  const scale = Math.max(columns / picture.width, rows / picture.height);
  const besideX = (picture.width - columns / scale) / 2;
  const besideY = (picture.height - rows / scale) / 2;
  return canvasOf(picture, within(picture, { scale, left: besideX, right: besideX, above: besideY, below: besideY }));
}

/** The part of a pane that a picture shows: its corner [mm], its side of a pixel [mm], its size [px]. */
type SeenArea = Pick<Viewport, 'left' | 'top' | 'pixel' | 'width' | 'height'>;

/** Lays a chart on a picture as a camera sees it: pixel by pixel where `renderBeauty` shows the same glass. */
export function layOutSeen(picture: Picture, chart: ChartFrame, view: SeenArea): Canvas {
  return canvasOf(picture, seenLayout(chart, view));
}

/** How a chart lies on the picture of a view. */
export function seenLayout({ cellSize, columns, rows }: ChartFrame, view: SeenArea): Layout {
  const left = -view.left / view.pixel;
  const above = -view.top / view.pixel;
  const right = view.width - left - (columns * cellSize) / view.pixel;
  const below = view.height - above - (rows * cellSize) / view.pixel;
  return within(view, { scale: view.pixel / cellSize, left, right, above, below });
}

/** Pixels whose centre is past a margin lie on the chart. */
function within({ width, height }: { width: number; height: number }, margins: Margins): Layout {
  const { scale, left, right, above, below } = margins;
  return {
    scale,
    left: -left * scale,
    top: -above * scale,
    firstX: Math.max(0, Math.ceil(left - 0.5)),
    endX: Math.min(width, Math.ceil(width - right - 0.5)),
    firstY: Math.max(0, Math.ceil(above - 0.5)),
    endY: Math.min(height, Math.ceil(height - below - 0.5)),
  };
}

/** The picture to draw the chart on; what is beside it gets the colour of the surround. */
function canvasOf({ data, width, height }: Picture, layout: Layout): Canvas {
  if (layout.endX - layout.firstX < width || layout.endY - layout.firstY < height) {
    for (let p = 0; p < data.length; p += 4) setPixel(data, p, SURROUND);
  }
  return { data, width, height, ...layout };
}
