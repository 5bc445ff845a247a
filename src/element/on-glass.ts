import { readCamera } from '../render/picture/camera.js';
import type { Scene } from '../scene/scene.js';
import type { SurfaceInfo } from '../simulation/simulation.js';
import type { Size } from './presence.js';

/** The place on the glass [mm] behind a place in the box [CSS px]: the pane covers the box, its middle in the middle. */
export function onGlass(
  x: number,
  y: number,
  { width, height }: Size,
  surface: SurfaceInfo,
  camera: Scene['camera'],
): { x: number; y: number } {
  const { zoom, centre } = readCamera(camera);
  const pixel = Math.min(surface.width / width, surface.height / height) / zoom;
  const [middleX, middleY] = centre ?? [surface.width / 2, surface.height / 2];
  return { x: middleX + (x - width / 2) * pixel, y: middleY + (y - height / 2) * pixel };
}
