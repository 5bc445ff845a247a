/** Eye, pane and backdrop as a picture needs them, and the same as uniforms. */
import { pow } from '../../core/math.js';
import { type Camera, type Viewport, viewportOf } from '../picture/camera.js';
import { meltOf, NO_MELT } from '../picture/lens.js';
import { type Placed, type Placement, placeBackdrop } from '../picture/place.js';
import type { Uniforms } from './programs.js';

export interface Scenery {
  readonly camera: Camera;
  readonly view: Viewport;
  /** Null without a backdrop. */
  readonly place: Placement | null;
  /** Is the backdrop seen sharp through clear glass? */
  readonly isSharp: boolean;
  /** Radius of the discs that the water melts into [px]; 0 where it is sharp. */
  readonly waterBlur: number;
  /** Equal for equal sceneries. */
  readonly key: string;
  /** Uniforms that any program may use. */
  readonly uniforms: Uniforms;
}

/** Discs smaller than this [px] are no discs. */
const LEAST_BLUR = 0.75;

export function makeScenery(
  camera: Camera,
  paneWidth: number,
  paneHeight: number,
  width: number,
  height: number,
  placed: Placed | null,
): Scenery {
  const view = viewportOf(camera, paneWidth, paneHeight, width, height, placed?.away);
  const place = placed && placeBackdrop(view, placed);
  const gain = pow(2, camera.exposure);
  const blur = view.blur < LEAST_BLUR ? 0 : view.blur;
  const waterBlur = camera.focus === 'street' ? blur : 0;
  const isSharp = waterBlur === blur;
  return {
    camera,
    view,
    place,
    isSharp,
    waterBlur,
    key: JSON.stringify([camera, view, place]),
    uniforms: {
      view: [view.left, view.top, view.pixel, height],
      size: [width, height],
      eye: [view.eyeX, view.eyeY, view.distance],
      place: place ? [place.perU, place.perV, place.reach, 1] : [0, 0, 0, 0],
      melt: place && !isSharp ? meltOf(view, place) : NO_MELT,
      gain: camera.tint.map((share) => share * gain),
    },
  };
}
