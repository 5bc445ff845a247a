/** Where the backdrop stands, and which of its pixels a ray meets (look.ts, 4 and 5). */
import type { View } from './camera.js';
import { log2 } from './linear.js';
import { LOOK } from './look.js';

/** What of a backdrop matters for its place. */
export interface Placed {
  /** Pixels across and down. */
  readonly width: number;
  readonly height: number;
  /** From the pane to the backdrop [mm]. */
  readonly away: number;
  /** How much more than the eye sees directly it spans, each way. */
  readonly span: number;
}

/** The affine map from the pane and the slopes of a ray to the backdrop: u = u0 + (x·perMm + slope·perSlope)·uScale. */
export interface Placement {
  /** uv of a ray that leaves at (x, y) [mm] with slopes (sx, sy): u = (x − eyeX + sx·away)·perU + ½. */
  readonly eyeX: number;
  readonly eyeY: number;
  readonly away: number;
  /** 1 over the backdrop's size [1/mm]. */
  readonly perU: number;
  readonly perV: number;
  /** Texels a mm of the backdrop; its texels are square. */
  readonly texels: number;
  readonly height: number;
}

/** Lays a backdrop behind a pane: it covers what the eye sees of its plane, `span` times over. */
export function placeBackdrop(view: View, { width, height, away, span }: Placed): Placement {
  const reach = (1 + away / view.distance) * span;
  const across = Math.max(view.wholeWidth, (view.wholeHeight * width) / height) * reach;
  const down = (across * height) / width;
  return {
    eyeX: view.eyeX,
    eyeY: view.eyeY,
    away,
    perU: 1 / across,
    perV: 1 / down,
    texels: width / across,
    height,
  };
}

/** u of a ray that leaves the pane at x [mm] with slope sx. */
export function uOf(place: Placement, x: number, sx: number): number {
  return (x - place.eyeX + sx * place.away) * place.perU + 0.5;
}

/** v of a ray that leaves the pane at y [mm] with slope sy. */
export function vOf(place: Placement, y: number, sy: number): number {
  return (y - place.eyeY + sy * place.away) * place.perV + 0.5;
}

/**
 * Level of a lookup through water. `stepX` and `stepY` are the lengths of the steps on the backdrop [texels] to the next
 * pixel along x and y; Infinity where there is no water beside.
 */
export function levelOf(stepX: number, stepY: number, height: number): number {
  const lonely = LOOK.lonely * height;
  const x = stepX < lonely ? stepX : lonely;
  const y = stepY < lonely ? stepY : lonely;
  const larger = Math.max(x, y);
  return log2(Math.max(1, larger / LOOK.anisotropy, Math.min(x, y)));
}
