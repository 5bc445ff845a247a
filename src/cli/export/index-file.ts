/** The index of an export: all that is needed to read its files, and to make them again. */
import type { Frame, Simulation } from '../../index.js';
import { readCamera } from '../../render/offline/index.js';
import type { CommandContext } from '../command.js';
import type { PictureTimes } from '../film.js';
import { version } from '../help.js';
import { DROP_COLUMNS } from './drops-table.js';
import { INDEX_FORMAT } from './export-folder.js';
import type { Surveyor } from './surveyor.js';

/** One picture's entry. */
export type PictureEntry = ReturnType<typeof makeEntry>;

/** The index entry of the picture that was just taken. */
export function makeEntry(simulation: Simulation, frame: Frame, time: number, files: Readonly<Record<string, string>>) {
  return {
    time,
    steps: simulation.steps,
    lag: frame.lag,
    hash: simulation.hash(),
    drops: simulation.drops.count,
    ledger: simulation.ledger(),
    files,
  };
}

/** The whole index. */
export function makeIndex(
  { arguments: given, inputs }: CommandContext,
  simulation: Simulation,
  { view, legend, behind }: Pick<Surveyor, 'view' | 'legend' | 'behind'>,
  { quality, times }: { quality: string; times: PictureTimes },
  pictures: readonly PictureEntry[],
) {
  const { scene, surface } = simulation;
  const { width, height, pixel, left, top } = view;
  return {
    format: INDEX_FORMAT,
    version: 1,
    rivulet: version(),
    scene: given.operands[0],
    inputs,
    seed: scene.seed,
    units: { length: 'mm', mass: 'mg', time: 's', angle: 'rad' },
    pane: { width: surface.width, height: surface.height, cellSize: scene.surface.cellSize },
    camera: readCamera(scene.camera),
    backdrop: behind,
    picture: {
      width,
      height,
      pixel,
      left,
      top,
      about: 'pixel (i, j), from 0, has its centre at (left + (i + 0.5) pixel, top + (j + 0.5) pixel) mm on the pane',
    },
    quality,
    fps: times.rate ?? null,
    maps: legend,
    drops: Object.fromEntries(Object.entries(DROP_COLUMNS).map(([column, { about }]) => [column, about])),
    pictures,
    settings: scene,
  };
}
