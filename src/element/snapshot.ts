/** Pictures of a pane, of any size, as files. */
import { checkNumber, describeValue, RivuletError } from '../core/errors.js';
import { MOST_SIDE } from '../render/webgl/context.js';
import type { Size } from './presence.js';

/** What a snapshot is to be. */
export interface SnapshotOptions {
  /** [px], 1 to 16384 and what the graphics card can draw. Default: from the height and the pane's shape, or the pane's own. */
  width?: number;
  /** [px] */
  height?: number;
  /** Type of the file: 'image/png', or another that the browser writes, such as 'image/jpeg' or 'image/webp'. Default 'image/png'. */
  type?: string;
  /** How close a file with losses comes to the picture, 0 to 1. Default the browser's. */
  quality?: number;
}

const SIDE = { min: 1, max: MOST_SIDE, unit: 'px', integer: true };

/** The size of a snapshot [px] of a pane that has this size itself. */
export function snapshotSize({ width, height }: SnapshotOptions, pane: Size): Size {
  const scale = width !== undefined ? width / pane.width : height !== undefined ? height / pane.height : 1;
  const size = {
    width: width ?? Math.round(scale * pane.width),
    height: height ?? Math.round(scale * pane.height),
  };
  const remedy = 'Give width and height, both if the pane has no size.';
  checkNumber(size.width, SIDE, 'width', remedy);
  checkNumber(size.height, SIDE, 'height', remedy);
  return size;
}

/** Throws unless a canvas has the requested size. */
export function checkDrawn(canvas: HTMLCanvasElement, { width, height }: Size): void {
  const buffer = canvas.getContext('webgl2');
  const wide = Math.min(canvas.width, buffer?.drawingBufferWidth ?? width);
  const high = Math.min(canvas.height, buffer?.drawingBufferHeight ?? height);
  if (wide >= width && high >= height) return;
  throw new RivuletError(
    `snapshot must be at most what the graphics card draws, here about ${wide} x ${high} px; got ${width} x ${height} px. ` +
      'Give a smaller width and height.',
    'width',
  );
}

/** Throws if the browser took the graphics away while it was drawn: it has no room for so much. */
export function checkKept(isLost: boolean, { width, height }: Size): void {
  if (!isLost) return;
  throw new RivuletError(
    `snapshot of ${width} x ${height} px is more than the graphics card has room for. Give a smaller width and height.`,
    'width',
  );
}

/** The file of what was drawn on a canvas in this very task: later the browser may have cleared it. */
export function fileOf(canvas: HTMLCanvasElement, { type = 'image/png', quality }: SnapshotOptions): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob?.type === type) resolve(blob);
        else reject(new RivuletError(`type must be one that this browser writes; got ${describeValue(type)}.`, 'type'));
      },
      type,
      quality,
    );
  });
}
