import { readCamera, viewportOf } from '../render/picture/camera.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import type { OpenClient } from '../worker/worker-client.js';

/** Rains that fall alike everywhere. */
const EVEN_RAINS: readonly string[] = ['uniform', 'marshall-palmer', 'none'];

/** Makes simulations with as much glass as a box needs. */
export type FitGlass = (open: OpenClient, box: HTMLElement) => OpenClient;

/**
 * Where a scene's camera says how large drops are on the page, its glass may be too small for a large element. The simulation
 * is then opened again with more glass, and with as much more rain. What the scene places by hand stays where it is, so
 * scenes with wipers, drops or scripts of their own are left alone: drops are larger there than requested.
 */
export const fitGlass: FitGlass = (open, box) => async (scene, overrides, options) => {
  const client = await open(scene, overrides, options);
  try {
    const more = moreGlass(client.scene, box.clientWidth, box.clientHeight);
    if (!more) return client;
    client.dispose();
    return await open(more, {}, options);
  } catch (error) {
    client.dispose();
    throw error;
  }
};

/** The scene on glass that covers `width` × `height` CSS px with drops of the requested size; null if it does already. */
export function moreGlass(scene: Scene, width: number, height: number): SceneInput | null {
  const { surface, rain, wipers, drops } = scene;
  const camera = readCamera(scene.camera);
  const isPlain = EVEN_RAINS.includes(rain.kind) && wipers.length === 0 && drops.length === 0;
  if (camera.dropSize === null || !isPlain || surface.kind !== 'pane') return null;
  // On endless glass nothing holds the camera back.
  const { pixel } = viewportOf(camera, Infinity, Infinity, width, height);
  const larger = { width: Math.max(surface.width, width * pixel), height: Math.max(surface.height, height * pixel) };
  const times = (larger.width * larger.height) / (surface.width * surface.height);
  if (times === 1) return null;
  return {
    ...(scene as SceneInput),
    surface: { ...surface, ...larger },
    // Other rains are given by their depth, which is the same on any glass.
    ...(rain.kind === 'uniform' && {
      rain: { ...rain, rate: rain.rate * times, max: rain.max === null ? null : Math.round(rain.max * times) },
    }),
  };
}
