/** From a scene's backdrop and camera, and what was asked for, to the files of its frames' maps. */
import type { Frame, Scene } from '../../index.js';
import { checkMap, pictureSize, readCamera, renderMaps } from '../../render/offline/index.js';
import { frameView, type View } from '../../render/picture/camera.js';
import { createPicturePool } from '../../worker/node.js';
import type { Interrupt } from '../interrupt.js';
import { readBackdrop } from '../read-backdrop.js';
import { beautyReading, encodeBeauty, type Filing, type Format, filingOf } from './map-files.js';
import { type ExportMap, MEANINGS } from './map-formats.js';

/** What is asked for of the maps. */
export interface SurveyOptions {
  readonly maps: readonly ExportMap[];
  readonly format: Format;
  readonly quality: 'fast' | 'high';
  readonly size: { width?: number; height?: number };
  /** Threads that draw the picture. */
  readonly threads: number;
}

/** Draws the maps of a scene's frames, one frame after another. */
export interface Surveyor {
  /** Where the pictures lie on the pane. */
  readonly view: View;
  /** What each map holds and how its files are read, for the index. */
  readonly legend: Readonly<Record<string, object>>;
  /** The files of some maps of a frame. */
  survey(frame: Frame, maps: readonly ExportMap[]): Promise<Map<ExportMap, Uint8Array>>;
  /** Ends the threads. */
  dispose(): void;
}

/** Pixels that are drawn between two looks whether somebody pressed Ctrl-C. */
const BAND = 2 ** 18;

/** The surveyor of a scene, of which `first` is any frame; what is wrong with its backdrop or camera is said at once. */
export async function makeSurveyor(
  scene: Scene,
  first: Frame,
  { maps, format, quality, size: wish, threads }: SurveyOptions,
  interrupt: Interrupt,
): Promise<Surveyor> {
  for (const map of maps) checkMap(map, first.charts[0], '--maps');
  const camera = readCamera(scene.camera, 'scene.camera');
  const [chart] = first.charts;
  const { cellSize, columns, rows } = chart;
  const size = pictureSize(columns, rows, wish);
  const lit = maps.includes('beauty') || maps.includes('refraction');
  const backdrop = lit ? await readBackdrop(scene, interrupt) : undefined;
  const pool = backdrop && createPicturePool(backdrop, threads);
  const filings = new Map<ExportMap, Filing>();
  for (const map of maps) if (map !== 'beauty') filings.set(map, filingOf(map, format, chart));

  async function survey(frame: Frame, wanted: readonly ExportMap[]): Promise<Map<ExportMap, Uint8Array>> {
    const files = new Map<ExportMap, Uint8Array>();
    if (pool && wanted.includes('beauty')) {
      const picture = await interrupt.orEnd(pool.render(frame, { quality, camera, ...size }));
      files.set('beauty', encodeBeauty(picture, format));
    }
    const names = wanted.filter((map) => map !== 'beauty');
    const sheets = names.map((map) => ({ map, file: (filings.get(map) as Filing).open(size.width, size.height) }));
    const rows = Math.max(1, Math.floor(BAND / size.width));
    for (let from = 0; names.length > 0 && from < size.height; from += rows) {
      const band = [from, Math.min(size.height, from + rows)] as const;
      const numbers = renderMaps(frame, names, { camera, quality, backdrop, ...size, rows: band });
      for (const { map, file } of sheets) file.put(numbers[map], from * size.width);
      await interrupt.rest();
    }
    for (const { map, file } of sheets) {
      files.set(map, file.encode());
      await interrupt.rest();
    }
    return files;
  }

  const readingOf = (map: ExportMap) => filings.get(map)?.reading ?? beautyReading(format);
  return {
    view: frameView(camera, columns * cellSize, rows * cellSize, size.width, size.height),
    legend: Object.fromEntries(maps.map((map) => [map, { ...MEANINGS[map], ...readingOf(map) }])),
    survey,
    dispose: () => pool?.dispose(),
  };
}
