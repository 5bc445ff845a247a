/** From a scene's backdrop and camera, and the command's options, to the files of its frames' maps. */

import { type Frame, RivuletError, type Scene } from '../../index.js';
import { type Backdrop, checkMap, createBackdrop, type MapName } from '../../render/offline/index.js';
import { type Viewport, viewportOf } from '../../render/picture/camera.js';
import { createSurface } from '../../surface/create-surface.js';
import { createPicturePool, type PicturePool } from '../../worker/node.js';
import { isDriven, readBackdrop, spanInView } from '../backdrop.js';
import type { CommandContext } from '../command.js';
import { drySimulation, flatCamera, pictureShape, type ShapeOptions } from '../painter.js';
import type { Backdrops } from './backdrops.js';
import { fillSheets, gatherIds } from './fill-sheets.js';
import {
  beautyReading,
  type ExportMap,
  encodeBeauty,
  encodeLight,
  type Filing,
  FLAT_MAPS,
  type Format,
  filingOf,
  isNumbers as holdsNumbers,
  MEANINGS,
} from './map-files.js';

/** Which maps, and how they are drawn. */
export interface SurveyOptions extends ShapeOptions {
  readonly maps: readonly ExportMap[];
  readonly format: Format;
  readonly quality: 'fast' | 'high';
  /** Threads that draw. */
  readonly threads: number;
  /** What stands behind each picture, if it is not the scene's backdrop. */
  readonly backdrops?: Backdrops | undefined;
}

/** Draws the maps of a scene's frames, one frame after another. */
export interface Surveyor {
  /** Where the pictures lie on their charts; of a pane there is one, of what is seen by rays none. */
  readonly views: readonly Viewport[];
  /** Names of the charts that have files of their own; one for all else. */
  readonly charts: readonly string[];
  /** Where the eye of a picture by rays stands, for the index. */
  readonly eye?: object;
  /** What stands behind the glass, for the index; null where no map needs it. */
  readonly behind: { width?: number; height?: number; mean: readonly number[]; hdr: boolean } | null;
  /** What each map holds and how its files are read, for the index. */
  readonly legend: Readonly<Record<string, object>>;
  /** What stands behind picture `k`, if each has its own backdrop, for the index. */
  turnTo(k: number): Promise<Surveyor['behind'] | undefined>;
  /** The files of some maps of one chart of a frame. */
  survey(frame: Frame, maps: readonly ExportMap[], chart: number): Promise<Map<ExportMap, Uint8Array>>;
  /** The drop of each pixel of the first chart, 0 is none. */
  ids(frame: Frame): Promise<{ ids: Uint32Array; width: number; height: number }>;
  /** Ends the threads. */
  dispose(): void;
}

/** The next of several backdrops, a flat picture of which all is seen. */
async function nextOf(backdrops: Backdrops, { camera }: Scene): Promise<Backdrop> {
  return createBackdrop({ kind: 'image', image: await backdrops.next(), span: spanInView(camera, undefined) });
}

function describeBackdrop({ width, height, mean, hdr }: Backdrop) {
  return { width, height, mean, hdr };
}

/** Does a map hold numbers of a flat picture? */
function isNumbers(map: ExportMap): map is MapName {
  return holdsNumbers(map) && map !== 'depth';
}

/** Throws if options of one flat picture are given for a surface of several charts. */
function checkCharts({ surface }: Scene, { maps, size }: SurveyOptions): void {
  const flat = maps.find((map) => FLAT_MAPS.includes(map));
  const why = `needs a surface of one chart; a ${surface.kind} has several.`;
  if (flat) throw new RivuletError(`--maps ${flat} ${why} Leave it out.`);
  if (size.width !== undefined) throw new RivuletError(`--size ${why} Leave it out: a pixel is a cell.`);
}

/** The surveyor of a scene, of which `first` is any frame. Throws on a wrong backdrop or camera. */
export async function makeSurveyor(
  scene: Scene,
  first: Frame,
  options: SurveyOptions,
  context: CommandContext,
): Promise<Surveyor> {
  const { maps, format, quality, threads, backdrops } = options;
  const { interrupt } = context;
  if (first.charts.length > 1) checkCharts(scene, options);
  for (const map of maps) for (const chart of first.charts) checkMap(map, chart, '--maps');
  const camera = flatCamera(scene);
  const surface = createSurface(scene.surface);
  const lit = maps.some((map) => !isNumbers(map) || map === 'refraction');
  let backdrop = !lit ? undefined : backdrops ? await nextOf(backdrops, scene) : await readBackdrop(scene, context);
  const sizes = first.charts.map((chart) => pictureShape(chart, options, backdrop, context));
  const pool = createPicturePool(backdrop, threads);
  const look = { quality, camera, ...sizes[0] };
  /** How the maps of a chart are drawn. */
  const lookAt = (chart: number) => ({ quality, camera, ...sizes[chart], chart, surface: scene.surface });
  const filings = new Map<ExportMap, Filing>();
  for (const map of maps) if (isNumbers(map)) filings.set(map, filingOf(map, format, first.charts));

  /** A picture's file: sRGB, or in EXR its light. */
  async function draw(own: PicturePool, frame: Frame): Promise<Uint8Array> {
    if (format === 'exr') return encodeLight(await interrupt.orEnd(own.renderLinear(frame, look)));
    return encodeBeauty(await interrupt.orEnd(own.render(frame, look)), format);
  }

  /** A pool draws the frames of one simulation, so dry glass has one of its own. */
  async function drawClean(behind: Backdrop): Promise<Uint8Array> {
    const ownPool = createPicturePool(behind, threads);
    try {
      return await draw(ownPool, drySimulation(scene).frame());
    } finally {
      ownPool.dispose();
    }
  }

  async function survey(
    frame: Frame,
    wanted: readonly ExportMap[],
    chart: number,
  ): Promise<Map<ExportMap, Uint8Array>> {
    if (pool && !backdrops && isDriven(scene)) {
      backdrop = await readBackdrop(scene, context, frame.time);
      pool.hang(backdrop);
    }
    const files = new Map<ExportMap, Uint8Array>();
    if (wanted.includes('beauty')) files.set('beauty', await draw(pool, frame));
    if (backdrop && wanted.includes('clean')) files.set('clean', await drawClean(backdrop));
    const names = wanted.filter(isNumbers);
    const numbers = await fillSheets(names, filings, sizes[chart], interrupt, (take) =>
      pool.maps(frame, names, lookAt(chart), take),
    );
    return new Map([...files, ...numbers]);
  }

  const readingOf = (map: ExportMap) => filings.get(map)?.reading ?? beautyReading(format);
  return {
    views: surface.charts.map((chart, k) =>
      viewportOf(camera, chart.width, chart.height, sizes[k].width, sizes[k].height),
    ),
    charts: surface.charts.map(({ name }) => name),
    behind: backdrop ? describeBackdrop(backdrop) : null,
    legend: Object.fromEntries(
      maps.map((map) => [map, { ...MEANINGS[map as keyof typeof MEANINGS], ...readingOf(map) }]),
    ),
    async turnTo(k) {
      if (!backdrops || !backdrop) return undefined;
      if (k > 0) {
        backdrop = await nextOf(backdrops, scene);
        pool.hang(backdrop);
      }
      return describeBackdrop(backdrop);
    },
    survey,
    ids: (frame) => gatherIds(sizes[0], interrupt, (take) => pool.maps(frame, ['id'], lookAt(0), take)),
    dispose: () => pool.dispose(),
  };
}
