/** Where the backdrop stands, and which of its pixels a ray meets (look.ts, 4 and 5). */
import type { Viewport } from './camera.js';
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
  /** Slope of the rays to its left and right edge, if given: then these, and not `span`, decide how large it is. */
  readonly slope?: number;
}

/** The map from the pane, and from how a ray is bent there, to the backdrop. */
export interface Placement {
  readonly eyeX: number;
  readonly eyeY: number;
  /** 1 over what it covers of the pane, as the eye sees it [1/mm]. */
  readonly perU: number;
  readonly perV: number;
  /** How far on the pane the eye would have to look for what a ray brings that is bent by a slope of 1 [mm]. */
  readonly reach: number;
  /** Texels a mm of the pane; they are square. */
  readonly texels: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Lays a backdrop behind a pane: it covers what the eye sees of its plane, `span` times over. What covers a small pane is
 * small itself, and drops would see it many times over, mirrored. So it stands nearer then, until it is as wide as it is
 * far away, which is 53° as in most photos: clear glass shows the same of it, and a drop all of it once.
 */
export function placeBackdrop(view: Viewport, { width, height, away, span, slope }: Placed): Placement {
  const direct = Math.max(view.wholeWidth, (view.wholeHeight * width) / height);
  const reach = away / (1 + away / view.distance);
  const cover = slope ? Math.max(direct, 2 * slope * reach) : direct * span;
  return {
    eyeX: view.eyeX,
    eyeY: view.eyeY,
    perU: 1 / cover,
    perV: width / (cover * height),
    reach: Math.min(reach, cover) * view.refraction,
    texels: width / cover,
    width,
    height,
  };
}

/** u of a ray that leaves the pane at x [mm], bent by a slope. */
export function uOf(place: Placement, x: number, bend: number): number {
  return (x - place.eyeX + bend * place.reach) * place.perU + 0.5;
}

/** v of a ray that leaves the pane at y [mm], bent by a slope. */
export function vOf(place: Placement, y: number, bend: number): number {
  return (y - place.eyeY + bend * place.reach) * place.perV + 0.5;
}

/**
 * How much of the backdrop a pixel of water sees [texels]. `stepX` and `stepY` are the lengths of the steps on it [texels]
 * to the next pixel along x and y; Infinity where there is no water beside.
 */
export function footprintOf(stepX: number, stepY: number, height: number): number {
  const lonely = LOOK.lonely * height;
  const x = stepX < lonely ? stepX : lonely;
  const y = stepY < lonely ? stepY : lonely;
  return Math.max(Math.max(x, y) / LOOK.anisotropy, Math.min(x, y));
}
