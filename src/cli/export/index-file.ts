/** The index of an export: all that is needed to read its files, and to make them again. */
import type { Frame, Simulation } from '../../index.js';
import type { Viewport } from '../../render/picture/camera.js';
import type { CommandContext } from '../command.js';
import type { PictureTimes } from '../film.js';
import { version } from '../help.js';
import { flatCamera } from '../painter.js';
import { dropColumns } from './drops-table.js';
import { INDEX_FORMAT } from './export-folder.js';
import type { Surveyor } from './surveyor.js';

/** Names of a picture's files by what they hold; of several charts a map has one for each, by the chart's name. */
export type FileNames = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** One picture's entry; by rays with the quaternion by which the surface stands in the world. */
export type PictureEntry = ReturnType<typeof makeEntry> & { readonly pose?: readonly number[] };

/** The index entry of the picture that was just taken. */
export function makeEntry(
  simulation: Simulation,
  frame: Frame,
  time: number,
  files: FileNames,
  behind?: Surveyor['behind'],
) {
  return {
    time,
    steps: simulation.steps,
    lag: frame.lag,
    hash: simulation.hash(),
    drops: simulation.drops.count,
    ledger: simulation.ledger(),
    ...(behind && { backdrop: behind }),
    files,
  };
}

/** The whole index. */
export function makeIndex(
  { arguments: given, inputs }: CommandContext,
  simulation: Simulation,
  { views, legend, behind, eye }: Pick<Surveyor, 'views' | 'legend' | 'behind' | 'eye'>,
  { quality, times }: { quality: string; times: PictureTimes },
  pictures: readonly PictureEntry[],
) {
  const { scene, surface } = simulation;
  return {
    format: INDEX_FORMAT,
    version: 1,
    rivulet: version(),
    scene: given.operands[0],
    inputs,
    seed: scene.seed,
    units: { length: 'mm', mass: 'mg', time: 's', angle: 'rad' },
    ...describeView(simulation, { views, behind, eye }),
    quality,
    fps: times.rate ?? null,
    maps: legend,
    drops: Object.fromEntries(
      Object.entries(dropColumns(surface.charts.length, !eye)).map(([column, { about }]) => [column, about]),
    ),
    pictures,
    settings: scene,
  };
}

/** What the pictures show of the surface. */
function describeView(simulation: Simulation, { views, behind, eye }: Pick<Surveyor, 'views' | 'behind' | 'eye'>) {
  if (eye) return { ...describeSurface(simulation.surface), ...eye, backdrop: behind };
  return views.length === 1 ? describePane(simulation, views[0], behind) : describeCharts(simulation.surface, views);
}

/** The surface that an eye in space looks at. */
function describeSurface({ kind, charts }: Simulation['surface']) {
  return {
    surface: { kind, charts: charts.map(({ name, width, height, cellSize }) => ({ name, width, height, cellSize })) },
  };
}

/** Where the pixels of a picture are on what it shows. */
function describePicture({ width, height, pixel, left, top }: Viewport, on: string) {
  const centre = '(left + (i + 0.5) pixel, top + (j + 0.5) pixel)';
  const about = `pixel (i, j), from 0, has its centre at ${centre} mm on the ${on}`;
  return { width, height, pixel, left, top, about };
}

/** A pane before its backdrop, as the camera sees it. */
function describePane({ scene, surface }: Simulation, view: Viewport, behind: Surveyor['behind']) {
  return {
    pane: { width: surface.width, height: surface.height, cellSize: scene.surface.cellSize },
    camera: flatCamera(scene),
    backdrop: behind,
    picture: describePicture(view, 'pane'),
  };
}

/** The charts of a surface, in the order of their numbers, each with its picture. */
function describeCharts({ charts }: Simulation['surface'], views: readonly Viewport[]) {
  return {
    charts: charts.map(({ name, width, height, cellSize }, k) => ({
      name,
      width,
      height,
      cellSize,
      picture: describePicture(views[k], 'chart'),
    })),
  };
}
