/** The files of a picture by rays, and of the numbers under its pixels: what the eye of the scene's camera sees of any surface. */
import type { Frame, Scene } from '../../index.js';
import type { TracedMapName } from '../../render/offline/index.js';
import type { Eye } from '../../render/tracer/eye.js';
import { makeStage } from '../../render/tracer/stage.js';
import { createSurface } from '../../surface/create-surface.js';
import { createTracePool, type TracePool } from '../../worker/node.js';
import { isDriven } from '../backdrop.js';
import type { CommandContext } from '../command.js';
import { drySimulation } from '../painter.js';
import { readWish } from '../traced-painter.js';
import { fillSheets, gatherIds } from './fill-sheets.js';
import {
  beautyReading,
  type ExportMap,
  encodeBeauty,
  encodeLight,
  type Filing,
  isNumbers,
  TRACED_MEANINGS,
  tracedFilingOf,
} from './map-files.js';
import type { SurveyOptions, Surveyor } from './surveyor.js';

/** The surveyor of a scene by rays, of which `first` is any frame. Throws on a wrong backdrop, camera or glass. */
export async function makeTracedSurveyor(
  scene: Scene,
  first: Frame,
  { maps, format, quality, size, threads }: SurveyOptions,
  context: CommandContext,
): Promise<Surveyor> {
  const { interrupt } = context;
  const wishAt = async (time: number) => ({
    ...(await readWish(scene, createSurface(scene.surface), { size }, context, time)),
    quality,
  });
  let wish = await wishAt(0);
  let stage = makeStage(first, { ...wish, surface: scene.surface });
  const { eye } = stage;
  const makePool = () => createTracePool({ ...wish, surface: scene.surface }, threads);
  const pool = makePool();
  const filings = new Map<ExportMap, Filing>();
  for (const map of maps) if (isTraced(map)) filings.set(map, tracedFilingOf(map, format));

  /** A picture's file: sRGB, or in EXR its light. */
  async function draw(own: TracePool, frame: Frame): Promise<Uint8Array> {
    if (format === 'exr') return encodeLight(await interrupt.orEnd(own.renderLinear(frame)));
    return encodeBeauty(await interrupt.orEnd(own.render(frame)), format);
  }

  /** A pool draws the frames of one simulation, so dry glass has one of its own. */
  async function drawClean(): Promise<Uint8Array> {
    const ownPool = makePool();
    try {
      return await draw(ownPool, drySimulation(scene).frame());
    } finally {
      ownPool.dispose();
    }
  }

  async function survey(frame: Frame, wanted: readonly ExportMap[]): Promise<Map<ExportMap, Uint8Array>> {
    const files = new Map<ExportMap, Uint8Array>();
    if (isDriven(scene)) {
      wish = await wishAt(frame.time);
      stage = makeStage(frame, { ...wish, surface: scene.surface });
      pool.surround(wish.surroundings);
    }
    if (wanted.includes('beauty')) files.set('beauty', await draw(pool, frame));
    if (wanted.includes('clean')) files.set('clean', await drawClean());
    const names = wanted.filter(isTraced);
    const numbers = await fillSheets(names, filings, eye, interrupt, (take) => pool.maps(frame, names, take));
    return new Map([...files, ...numbers]);
  }

  const { mean, hdr } = wish.surroundings;
  const readingOf = (map: ExportMap) => filings.get(map)?.reading ?? beautyReading(format);
  return {
    views: [],
    charts: ['all'],
    eye: describeEye(eye),
    behind: { mean, hdr },
    legend: Object.fromEntries(
      maps.map((map) => [map, { ...TRACED_MEANINGS[map as keyof typeof TRACED_MEANINGS], ...readingOf(map) }]),
    ),
    // Backdrops of their own for each picture are for flat glass.
    turnTo: async () => undefined,
    survey,
    ids: (frame) => gatherIds(eye, interrupt, (take) => pool.maps(frame, ['id'], take)),
    dispose: () => pool.dispose(),
  };
}

function isTraced(map: ExportMap): map is TracedMapName {
  return isNumbers(map) && map in TRACED_MEANINGS;
}

/** The eye and its picture, in the world [mm]: the surface's middle is the origin, and the pose turns the surface. */
function describeEye({ width, height, position, corner, stepX, stepY }: Eye) {
  const about = 'pixel (i, j), from 0, is seen along corner + (i + 0.5) stepX + (j + 0.5) stepY - position';
  return { picture: { width, height, position, corner, stepX, stepY, about } };
}
