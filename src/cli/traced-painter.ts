/** Traced pictures of scenes: of every surface but a pane, and of panes with `--tracer`. */
import type { Frame, Scene } from '../index.js';
import { type GlassOptions, type Picture, pictureSize } from '../render/offline/index.js';
import { readCamera, viewportOf } from '../render/picture/camera.js';
import type { Vector, WorldCameraOptions } from '../render/tracer/eye.js';
import { makeStage, type TraceOptions } from '../render/tracer/stage.js';
import { paneSurroundings } from '../render/tracer/surroundings.js';
import { createSurface } from '../surface/create-surface.js';
import { createSurfacePoint, type Surface } from '../surface/surface.js';
import { createTracePool } from '../worker/node.js';
import { isDriven, readBackdrop, readSurroundings } from './backdrop.js';
import type { CommandContext } from './command.js';
import { readInside } from './inside.js';
import { isFilm, type Painter, type PainterOptions } from './painter.js';

/** Size of a picture in space, if nothing else is said [px]. */
const USUAL_SIZE = { width: 1280, height: 720 } as const;

/** The painter of a scene by rays. Throws on a wrong backdrop, camera or glass, before anything is simulated. */
export async function makeTracedPainter(
  scene: Scene,
  first: Frame,
  options: Pick<PainterOptions, 'size' | 'quality' | 'threads' | 'water'>,
  context: CommandContext,
): Promise<Painter> {
  const { quality, threads, water } = options;
  const surface = createSurface(scene.surface);
  const wish = { ...(await readWish(scene, surface, options, context)), quality, ...(water && { water }) };
  const { camera, set } = makeStage(first, { ...wish, surface });
  const pool = createTracePool({ ...wish, surface: scene.surface }, threads);
  const hang = async ({ time }: Frame) => {
    if (isDriven(scene)) pool.surround((await readWish(scene, surface, options, context, time)).surroundings);
  };
  const draw = async (frame: Frame, out?: Picture) => hang(frame).then(() => pool.render(frame, out));
  const drawLight = async (frame: Frame) => hang(frame).then(() => pool.renderLinear(frame));
  return {
    paint: (frame, out) => context.interrupt.orEnd(draw(frame, out)),
    light: (frame) => context.interrupt.orEnd(drawLight(frame)),
    finish: { glow: camera.glow, film: isFilm(camera.tone, set.surroundings.hdr) },
    dispose: () => pool.dispose(),
  };
}

/**
 * What is traced of a scene that has run for so long [s]: a pane as its own renderer shows it, unless its camera has a position; all
 * else in the room of its backdrop.
 */
export async function readWish(
  scene: Scene,
  surface: Surface,
  { size }: Pick<PainterOptions, 'size'>,
  context: CommandContext,
  elapsed = 0,
): Promise<Omit<TraceOptions, 'surface' | 'out'> & { width: number; height: number }> {
  const glass = (scene.glass ?? {}) as GlassOptions;
  const sun = (scene.sun ?? {}) as NonNullable<TraceOptions['sun']>;
  const models = await readInside(scene, context);
  const inSpace = surface.kind !== 'pane' || 'position' in scene.camera;
  if (inSpace) {
    const camera = { ...eyeBefore(surface), ...withoutFocus(scene.camera) } as WorldCameraOptions;
    return {
      camera,
      glass,
      sun,
      models,
      surroundings: await readSurroundings(scene, context, elapsed),
      ...USUAL_SIZE,
      ...size,
    };
  }
  const [{ columns, rows, width, height }] = surface.charts;
  const camera = readCamera(scene.camera, 'scene.camera');
  const backdrop = await readBackdrop(scene, context, elapsed);
  const shape = pictureSize(columns, rows, size);
  const view = viewportOf(camera, width, height, shape.width, shape.height, backdrop.away);
  return { camera, glass, sun, models, surroundings: paneSurroundings(view, backdrop), ...shape };
}

/** A scene without a camera has the pane's default focus, a word. Cameras in space take a distance, so it is left out. */
function withoutFocus(camera: Scene['camera']): Scene['camera'] {
  const { focus, ...rest } = camera;
  return focus === 'glass' || focus === 'street' ? rest : camera;
}

/** An eye that sees all of a surface, from its right and above. */
function eyeBefore(surface: Surface): { position: Vector } {
  const point = createSurfacePoint();
  let farthest = 0;
  surface.charts.forEach(({ width, height }, chart) => {
    for (let n = 0; n < 9; n++) {
      surface.point({ chart, x: ((n % 3) / 2) * width, y: (Math.floor(n / 3) / 2) * height }, point);
      const [x, y, z] = point.position;
      farthest = Math.max(farthest, Math.sqrt(x * x + y * y + z * z));
    }
  });
  const away = 2.7 * farthest;
  return { position: [0.45 * away, 0.3 * away, 0.84 * away] };
}
