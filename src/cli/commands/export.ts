/** `rivulet export`: ground truth of a scene: pictures, the numbers under their pixels, and the drops. */
import { availableParallelism } from 'node:os';
import { createSimulation, type Frame, type Simulation } from '../../index.js';
import { MAX_PICTURE_SIDE } from '../../render/offline/index.js';
import { didYouMean } from '../../scene/messages.js';
import { sentences } from '../arguments.js';
import { BACKDROP_FLAG, flatBackdrop } from '../backdrop.js';
import type { Arguments, Command, CommandContext } from '../command.js';
import { UsageError } from '../errors.js';
import { openBackdrops } from '../export/backdrops.js';
import { annotate, type CocoAnnotation, cocoFile } from '../export/coco.js';
import { dropsTable } from '../export/drops-table.js';
import { ExportFolder } from '../export/export-folder.js';
import { type FileNames, makeEntry, makeIndex, type PictureEntry } from '../export/index-file.js';
import { EXPORT_MAPS, type ExportMap, FLAT_MAPS, TRACED_MAPS } from '../export/map-files.js';
import { RECIPES, RECIPES_TITLE } from '../export/recipes.js';
import { makeSurveyor, type SurveyOptions, type Surveyor } from '../export/surveyor.js';
import { makeTracedSurveyor } from '../export/traced-surveyor.js';
import {
  DEFAULT_FPS,
  DEFAULT_SECONDS,
  filmTimes,
  frameName,
  noteOthers,
  noteRepeats,
  noteWritten,
  type PictureTimes,
  singleTime,
  takePictures,
  timeFlags,
} from '../film.js';
import { checkIdleFlags, choiceFlag, type Effects, numberFlag, readOutput, sizeFlag } from '../flags.js';
import { OVERRIDE_FLAGS, readOverrides } from '../overrides.js';
import { checkFlat } from '../painter.js';
import { openScene } from '../scene-argument.js';

/** What belongs to every picture: beauty, mask, height, normal, id. */
const DEFAULT_MAPS = EXPORT_MAPS.slice(0, 5);
/** The same by rays: all but the picture without water. */
const DEFAULT_TRACED = TRACED_MAPS.slice(0, -1);

/** Maps that are the same for every picture, and are written once. */
function onceOf({ behind }: Pick<ExportJob, 'behind'>): readonly ExportMap[] {
  return behind === undefined ? ['affinity', 'clean'] : ['affinity'];
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'Writes pictures and the numbers under their pixels to a folder.',
  operands: 'SCENE -o DIR [options]',
  count: [1, 1],
  flags: {
    output: {
      short: 'o',
      value: 'DIR',
      doc: 'A folder for index.json and the files it names. Older ones are replaced.',
    },
    at: {
      value: 'T',
      doc: `Time of the picture, or when the first is taken [s], 0 to 1000000. Default ${DEFAULT_SECONDS}, of several 0.`,
    },
    seconds: {
      value: 'S',
      doc: `Takes several, for so long [s], 0 to 1000000. Default ${DEFAULT_SECONDS} with --fps.`,
    },
    fps: { value: 'F', doc: `Takes several, so many a second, up to 1000. Default ${DEFAULT_FPS} with --seconds.` },
    maps: { value: 'LIST', doc: `${DEFAULT_MAPS.join()} (default),\n${EXPORT_MAPS.slice(5).join()}; or all.` },
    format: {
      value: 'KIND',
      doc: 'png (16 bits, scales in the index), npy or exr (float32, as they are). Default png.',
    },
    size: {
      value: 'WxH',
      doc: "Size [px], covered by the glass. Default: a pixel a cell, in a backdrop file's shape.",
    },
    backdrop: BACKDROP_FLAG,
    backdrops: {
      value: 'PATH',
      doc: 'A backdrop for each picture: a folder of pictures in the order of their names, or a film.',
    },
    quality: {
      value: 'Q',
      doc: 'fast or high: one sample a pixel or four. Default high. For beauty, clean, mask, alpha and fine.',
    },
    tracer: {
      doc: `What the scene's camera sees of any surface, by rays.\nMaps: ${DEFAULT_TRACED.join()} (default),clean, or all.`,
    },
    coco: {
      doc: 'Also writes coco.json: a box and a mask of each drop. Only of one chart, or with --tracer.',
    },
    threads: { value: 'N', doc: 'Threads that draw pictures and maps, 1 to 256. Default: as many as the machine has.' },
    ...OVERRIDE_FLAGS,
  },
  examples: [
    'rivulet export window -o truth --at 20 --size 1280x720',
    'rivulet export window-storm -o storm --at 10 --seconds 2 --fps 10 --maps mask,id --seed 7',
    'rivulet export window-fog -o fog --at 20 --maps all --format npy',
    'rivulet export windshield-drive -o drive --at 8 --tracer --size 1280x720',
  ],
  run: exportScene,
};

const EFFECTS: Effects = {
  noun: 'maps',
  flag: 'maps',
  flags: {
    backdrop: ['beauty', 'refraction', 'clean'],
    backdrops: ['beauty', 'refraction', 'clean'],
    quality: ['beauty', 'mask', 'alpha', 'fine', 'clean'],
  },
  parts: { backdrop: ['beauty', 'refraction', 'clean'] },
};

/** By rays a map has one sample a pixel, and light is known without the picture of the backdrop. */
const TRACED_EFFECTS: Effects = {
  noun: 'maps',
  flag: 'maps',
  flags: { backdrop: ['beauty', 'clean'], quality: ['beauty', 'clean'] },
  parts: { backdrop: ['beauty', 'clean'] },
};

/** All options, checked before anything is simulated. */
interface ExportJob extends SurveyOptions {
  /** Is the surface seen by rays, from the scene's camera? */
  readonly tracer: boolean;
  readonly output: string;
  readonly times: PictureTimes;
  /** Are boxes and masks of the drops written? */
  readonly coco: boolean;
  /** A folder or film of backdrops. */
  readonly behind: string | undefined;
}

async function exportScene(context: CommandContext): Promise<void> {
  const { arguments: given } = context;
  const wish = readJob(given);
  const changes = readOverrides(given);
  checkIdleFlags(given, changes, wish.maps, wish.tracer ? TRACED_EFFECTS : EFFECTS);
  const [scene, overrides] = await openScene(context, changes);
  const simulation = createSimulation(scene, overrides);
  const { behind, times } = wish;
  const backdrops =
    behind === undefined ? undefined : await openBackdrops(behind, times.count, times.rate ?? 1, context);
  let surveyor: Surveyor | undefined;
  try {
    const job = { ...wish, maps: mapsOf(given, wish, simulation), backdrops };
    if (job.coco && !job.tracer) checkFlat(simulation.scene, simulation.frame(), '--coco');
    const makeIts = job.tracer ? makeTracedSurveyor : makeSurveyor;
    surveyor = await makeIts(simulation.scene, simulation.frame(), job, context);
    await takeAll(context, job, simulation, surveyor);
  } finally {
    surveyor?.dispose();
    backdrops?.dispose();
  }
}

/** Writes picture after picture, and the index of those that are there, however it ends. */
async function takeAll(
  context: CommandContext,
  job: ExportJob,
  simulation: Simulation,
  surveyor: Surveyor,
): Promise<void> {
  const { times } = job;
  const once = onceOf(job);
  const rooms = [...job.maps.filter((map) => !once.includes(map)), 'drops'];
  const folder = new ExportFolder(job.output, rooms);
  const pictures: PictureEntry[] = [];
  const images: object[] = [];
  const annotations: CocoAnnotation[] = [];
  const conclude = () => {
    if (job.coco) folder.writeText('coco.json', cocoFile(images, annotations));
    folder.writeText('README.md', RECIPES, RECIPES_TITLE);
    folder.writeIndex(makeIndex(context, simulation, surveyor, job, pictures));
  };
  try {
    noteRepeats(context, times, simulation.scene.step);
    let took = 0;
    try {
      took = await takePictures(context, simulation, times, async (frame, k) => {
        const names = namesOf(job, surveyor.charts, k);
        const behind = await surveyor.turnTo(k);
        folder.write(await filesOf(job, surveyor, frame, k, names));
        const pose = job.tracer && { pose: [...frame.pose.rotation] };
        pictures.push({ ...makeEntry(simulation, frame, times.at(k), names, behind), ...pose });
        if (!job.coco) return;
        const { ids, width, height } = await surveyor.ids(frame);
        images.push({ id: k + 1, file_name: names.beauty ?? names[job.maps[0]], width, height });
        annotations.push(...annotate(ids, width, height, k + 1, annotations.length + 1));
      });
    } finally {
      if (pictures.length > 0) conclude();
    }
    noteOthers(context, job.output, folder.countOthers(), 'export');
    noteWritten(context, times, job.output, took);
  } finally {
    folder.dispose();
  }
}

/** The files of picture `k` by their names in the folder. */
async function filesOf(
  job: ExportJob,
  surveyor: Surveyor,
  frame: Frame,
  k: number,
  names: FileNames,
): Promise<Map<string, Uint8Array>> {
  const once = onceOf(job);
  const wanted = job.maps.filter((map) => k === 0 || !once.includes(map));
  const files = new Map([[names.drops as string, Buffer.from(dropsTable(frame, surveyor.views)) as Uint8Array]]);
  for (const [chart, chartName] of surveyor.charts.entries()) {
    for (const [map, bytes] of await surveyor.survey(frame, wanted, chart)) {
      const name = names[map];
      files.set(typeof name === 'string' ? name : name[chartName], bytes);
    }
  }
  return files;
}

/** Where the files of picture `k` are in the folder, by what they hold. */
function namesOf(job: ExportJob, charts: readonly string[], k: number): FileNames {
  const { maps, format, times } = job;
  const once = onceOf(job);
  const stem = (map: ExportMap) => (once.includes(map) ? map : `${map}/${frameName(k, times)}`);
  const name = (map: ExportMap) =>
    charts.length === 1
      ? `${stem(map)}.${format}`
      : Object.fromEntries(charts.map((chart) => [chart, `${stem(map)}-${chart}.${format}`]));
  return { ...Object.fromEntries(maps.map((map) => [map, name(map)])), drops: `drops/${frameName(k, times)}.csv` };
}

function readJob(given: Arguments): ExportJob {
  const output = readOutput(given, exportCommand, { missing: '-o DIR', must: 'name a folder' });
  const when = timeFlags(given);
  const several = (when.seconds ?? when.fps) !== undefined;
  const behind = given.value('backdrops');
  const other = given.has('tracer') ? '--tracer' : given.has('backdrop') ? '--backdrop' : undefined;
  if (behind !== undefined && other)
    throw new UsageError(`--backdrops and ${other} exclude each other. Leave one out.`);
  return {
    output,
    times: several ? filmTimes(when) : singleTime(when),
    maps: readMaps(given),
    format: choiceFlag(given, 'format', ['png', 'npy', 'exr'], 'png'),
    quality: choiceFlag(given, 'quality', ['fast', 'high'], 'high'),
    size: sizeFlag(given, 'size', MAX_PICTURE_SIDE) ?? {},
    flat: behind ?? flatBackdrop(given),
    coco: given.has('coco'),
    tracer: given.has('tracer'),
    behind,
    threads: numberFlag(given, 'threads', { min: 1, max: 256, integer: true }, availableParallelism()),
  };
}

/** `--maps`, each once, in the order of the list, so that the order of the words changes nothing. */
function readMaps(given: Arguments): readonly ExportMap[] {
  const tracer = given.has('tracer');
  const known = tracer ? TRACED_MAPS : EXPORT_MAPS;
  const text = given.value('maps');
  if (text === undefined) return tracer ? DEFAULT_TRACED : DEFAULT_MAPS;
  if (text === 'all') return known;
  const words = text.split(',').map((word) => word.trim());
  const stranger = words.find((word) => !(known as readonly string[]).includes(word));
  if (stranger === undefined) return known.filter((map) => words.includes(map));
  const of = `${tracer ? 'with --tracer ' : ''}all, or of ${known.join(', ')}, with commas between`;
  const others: readonly string[] = tracer ? EXPORT_MAPS : TRACED_MAPS;
  const remedy = others.includes(stranger) ? `${tracer ? 'Leave out' : 'Add'} --tracer.` : didYouMean(stranger, known);
  throw new UsageError(sentences(`--maps must be ${of}; got "${stranger}".`, remedy));
}

/** The maps that are written: those that were named, or of the usual ones, or of all, those that the scene has. */
function mapsOf(given: Arguments, { maps, tracer }: ExportJob, { scene, surface }: Simulation): readonly ExportMap[] {
  const word = given.value('maps');
  if (tracer || (word !== undefined && word !== 'all')) return maps;
  const missing: readonly string[] = (['fine', 'fog', 'film'] as const).filter((layer) => !scene[layer]);
  const flat = surface.charts.length === 1;
  return maps.filter((map) => !missing.includes(map) && (flat || !FLAT_MAPS.includes(map)));
}
