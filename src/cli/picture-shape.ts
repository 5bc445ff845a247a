/** The size of pictures, which before a flat picture from `--backdrop` have its shape. */
import type { ChartFrame } from '../core/frame.js';
import { type Backdrop, pictureSize } from '../render/offline/index.js';
import type { CommandContext } from './command.js';

/** What was asked for. */
export interface ShapeOptions {
  /** `--size`; without it a side is undefined. */
  readonly size: { width?: number; height?: number };
  /** The file of a flat picture that `--backdrop` names, if it does. */
  readonly flat: string | undefined;
}

/** Less than this of a picture that is cut off is rounding. */
const ROUNDING = 0.01;

/**
 * Size of the pictures of a chart [px]. Without `--size` it is one pixel a cell, cut to the shape of a flat picture, so that
 * all of it is seen; with it, a note says how much of the picture is cut off.
 */
export function pictureShape(
  { columns, rows }: ChartFrame,
  { size, flat }: ShapeOptions,
  backdrop: Backdrop | undefined,
  { console }: CommandContext,
): { width: number; height: number } {
  const asked = pictureSize(columns, rows, size);
  if (flat === undefined || !backdrop) return asked;
  const shape = backdrop.width / backdrop.height;
  const across = Math.min(asked.width, asked.height * shape);
  const whole = { width: Math.max(1, Math.round(across)), height: Math.max(1, Math.round(across / shape)) };
  if (size.width === undefined) return whole;
  // The wider of the two shapes is cut at its sides, the narrower at the top and bottom.
  const seen = Math.min(asked.width / asked.height / shape, (shape * asked.height) / asked.width);
  if (seen < 1 - ROUNDING) {
    const all = `--size ${whole.width}x${whole.height} shows all of it`;
    const percent = Math.floor(100 * seen);
    console.stderr.write(`rivulet: ${percent} % of ${flat} is in the picture, which has another shape; ${all}.\n`);
  }
  return asked;
}
