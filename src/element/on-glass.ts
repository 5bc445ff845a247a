import { frameView, readCamera } from '../render/picture/camera.js';
import type { Scene } from '../scene/scene.js';
import type { SurfaceInfo } from '../simulation/simulation.js';
import type { Size } from './presence.js';

/** The place on the glass [mm] behind a place in the box [CSS px]. */
export function onGlass(
  x: number,
  y: number,
  { width, height }: Size,
  surface: SurfaceInfo,
  camera: Scene['camera'],
): { x: number; y: number } {
  const { left, top, pixel } = frameView(readCamera(camera), surface.width, surface.height, width, height);
  return { x: left + x * pixel, y: top + y * pixel };
}
