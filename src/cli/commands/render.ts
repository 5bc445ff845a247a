/** `rivulet render`: a picture of a scene, or the pictures of a film. */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createSimulation, type Simulation } from '../../index.js';
import { BEAUTY_VIEWS, DEBUG_VIEWS, MAX_PICTURE_SIDE } from '../../render/offline/index.js';
import { WATER_KINDS } from '../../render/tracer/setting.js';
import { BACKDROP_FLAG, flatBackdrop } from '../backdrop.js';
import type { Arguments, Command, CommandContext } from '../command.js';
import { UsageError } from '../errors.js';
import {
  DEFAULT_FPS,
  DEFAULT_SECONDS,
  filmTimes,
  frameName,
  framesFlag,
  isFrameName,
  noteOthers,
  noteRepeats,
  noteWritten,
  type PictureTimes,
  singleTime,
  takePictures,
  timeFlags,
} from '../film.js';
import {
  type Codec,
  checkFilmSize,
  codecOf,
  ENCODERS,
  type EncoderName,
  FILM_FILE,
  findEncoder,
} from '../films/film-encoder.js';
import { type FilmJob, makeFilm } from '../films/make-film.js';
import { checkIdleFlags, choiceFlag, type Effects, isFolder, numberFlag, readOutput, sizeFlag } from '../flags.js';
import { lockFolder } from '../folder-lock.js';
import { OVERRIDE_FLAGS, readOverrides } from '../overrides.js';
import { drySimulation, makePainter, type Painter, type PainterOptions, VIEWS } from '../painter.js';
import { type PictureFormat, pictureFiles } from '../picture-files.js';
import { openScene } from '../scene-argument.js';
import { checkWritable, makeFolder, removeFolders, writeFileWhole } from '../write-file.js';

export const renderCommand: Command = {
  name: 'render',
  summary: 'Draws a scene to a PNG or EXR file, or a film.',
  operands: 'SCENE -o FILE.png|.exr|.mp4|.webm|FOLDER [options]',
  count: [1, 1],
  flags: {
    output: {
      short: 'o',
      value: 'PATH',
      doc: 'A .png or .exr file, a film .mp4 or .webm, or a folder for frames. Older ones are replaced.',
    },
    at: {
      value: 'T',
      doc: `Time of the picture, or when the film begins [s], 0 to 1000000. Default ${DEFAULT_SECONDS}, of a film 0.`,
    },
    dry: { doc: 'Draws the same picture without water. At 0 s many scenes are wet already. Only for beauty.' },
    seconds: {
      value: 'S',
      doc: `Length of the film [s], 0 to 1000000. Default ${DEFAULT_SECONDS}. Only for films.`,
    },
    fps: { value: 'F', doc: `Frames a second, up to 1000. Default ${DEFAULT_FPS}. Only for films.` },
    frames: {
      value: 'A-B',
      doc: 'Only these frames of a film, from 0. States kept beside it serve the next part.',
    },
    codec: { value: 'CODEC', doc: 'h264 (default) or av1 in .mp4; vp9 (default) or av1 in .webm.' },
    encoder: {
      value: 'WHAT',
      doc: 'ffmpeg or webcodecs (mediabunny with node-webcodecs). Default: the first that is there.',
    },
    format: { value: 'KIND', doc: 'png or exr (linear light, half floats), for frames in a folder. Default png.' },
    bits: { value: 'N', doc: '8 or 16 a channel of PNG files. Default 8. 16 only for beauty.' },
    alpha: {
      doc: 'Leaves out the backdrop; alpha is the share of water. Only for beauty of panes.',
    },
    size: {
      value: 'WxH',
      doc: "Size [px], covered by the glass; maps fit in. Default: a pixel a cell, in a backdrop file's shape.",
    },
    view: { value: 'VIEW', doc: `${BEAUTY_VIEWS.join()};\nmaps: ${DEBUG_VIEWS.join()}.` },
    framing: {
      value: 'WHAT',
      doc: 'pane or camera: maps show the whole pane, or what beauty shows, pixel by pixel. Default pane.',
    },
    around: {
      value: 'X,Y,SIZE',
      doc: 'A close-up of maps: SIZE by SIZE mm around a place [mm]; ,CHART may follow. Default: all.',
    },
    backdrop: BACKDROP_FLAG,
    quality: {
      value: 'Q',
      doc: 'fast or high: one sample a pixel or four. Default high. For the views beauty and mask.',
    },
    water: {
      value: 'WHAT',
      doc: 'How rays find water: map, caps or metaballs. Default map, on Bezier surfaces caps.',
    },
    tracer: { doc: 'Draws a pane by rays, as every other surface is. Only for beauty.' },
    threads: {
      value: 'N',
      doc: 'Threads that draw, 1 to 256. Default: as many as the machine has. For beauty, mask and refraction.',
    },
    ...OVERRIDE_FLAGS,
  },
  examples: [
    'rivulet render window -o window.png --at 20 --size 1280x720',
    'rivulet render window -o night.png --at 20 --backdrop night --set camera.zoom=4',
    'rivulet render window -o mine.png --at 20 --size 1280x720 --backdrop photo.jpg',
    'rivulet render window -o roof.png --at 20 --backdrop environment:roof.hdr --set backdrop.turn=1.57',
    'rivulet render window-storm -o storm --at 18 --seconds 4 --size 1280x720',
    'rivulet render window -o rain.mp4 --seconds 5 --size 1280x720',
    'rivulet render window -o part --seconds 60 --frames 900-1199 --size 1280x720',
    'rivulet render box.json -o box.png --at 10 --size 1280x720',
    'rivulet render kaneda-windshield -o drive --seconds 4 --water caps --size 640x480',
    'rivulet render chin-fig-7e -o film --seconds 3 --fps 30 --view id --size 720x720',
  ],
  run: render,
};

const STILL = /\.(png|exr)$/i;
const FILES = /\.(png|exr|mp4|webm)$/i;

const EFFECTS: Effects = {
  noun: 'views',
  flag: 'view',
  flags: {
    framing: DEBUG_VIEWS,
    around: DEBUG_VIEWS,
    dry: ['beauty'],
    alpha: ['beauty'],
    tracer: ['beauty'],
    water: ['beauty'],
    backdrop: ['beauty', 'refraction'],
    quality: ['beauty', 'mask'],
    threads: BEAUTY_VIEWS,
  },
  parts: { backdrop: ['beauty', 'refraction'], camera: BEAUTY_VIEWS },
};
const FRAMED_EFFECTS: Effects = { ...EFFECTS, parts: { ...EFFECTS.parts, camera: VIEWS } };

/** All options, checked before anything is simulated. */
interface RenderJob extends PainterOptions, PictureFormat, FilmJob {
  readonly film: boolean;
  /** Without water. */
  readonly dry: boolean;
  /** What shall encode a film's file; without it what is there. */
  readonly encodedBy: EncoderName | undefined;
}

async function render(context: CommandContext): Promise<void> {
  const { arguments: given } = context;
  const asked = readJob(given);
  const changes = readOverrides(given);
  checkIdleFlags(given, changes, [asked.view], asked.framing === 'camera' ? FRAMED_EFFECTS : EFFECTS);
  const [scene, overrides] = await openScene(context, changes);
  const job = asked.codec ? { ...asked, encoder: await findEncoder(asked.encodedBy) } : asked;
  // The scene first: one that is refused must leave no folder behind.
  const wet = createSimulation(scene, overrides);
  const simulation = job.dry ? drySimulation(wet.scene) : wet;
  const painter = await makePainter(simulation.scene, simulation.frame(), job, context);
  try {
    await write(context, job, simulation, painter);
  } finally {
    painter.dispose();
  }
}

async function write(context: CommandContext, job: RenderJob, simulation: Simulation, painter: Painter): Promise<void> {
  const { output, times } = job;
  const encode = pictureFiles(painter, job, () => drySimulation(simulation.scene).frame());
  const folder = job.film && !job.codec;
  const made = folder ? makeFolder(output) : [];
  let unlock = () => {};
  try {
    if (folder) unlock = lockFolder(output);
    checkWritable(job.codec ? output : job.file(0));
    noteRepeats(context, times, simulation.scene.step);
    const took = job.film
      ? await makeFilm(context, job, simulation, painter, encode)
      : await takePictures(context, simulation, times, async (frame) => {
          const bytes = await encode(frame);
          await context.interrupt.rest();
          writeFileWhole(output, bytes);
        });
    if (folder) noteOthers(context, output, countOthers(job), 'film');
    noteWritten(context, times, output, took);
  } finally {
    unlock();
    removeFolders(made); // those that are still empty
  }
}

/** Frames in a film's folder that are not its own. */
function countOthers({ output, times, kind }: RenderJob): number {
  const frames = readdirSync(output).filter((name) => name.startsWith('frame-') && name.endsWith(`.${kind}`));
  return frames.filter((name) => !isFrameName(name.replace(/\.[a-z]+$/, ''), times)).length;
}

function readJob(given: Arguments): RenderJob {
  const output = readOutput(given, renderCommand, {
    missing: '-o FILE.png, -o FILM.mp4 or -o FOLDER',
    must: 'end in .png or .exr for one picture, in .mp4 or .webm for a film, or name a folder for its frames',
    files: FILES,
  });
  const film = !STILL.test(output);
  const view = choiceFlag(given, 'view', VIEWS, VIEWS[0]);
  const water = given.has('water') ? choiceFlag(given, 'water', WATER_KINDS, 'map') : undefined;
  // Caps are the fast renderer of Kaneda 1996.
  const quality = choiceFlag(given, 'quality', ['fast', 'high'], water === 'caps' ? 'fast' : 'high');
  const asked = sizeFlag(given, 'size', MAX_PICTURE_SIDE);
  const size = asked ?? {};
  const framing = choiceFlag(given, 'framing', ['pane', 'camera'], 'pane');
  const threads = numberFlag(given, 'threads', { min: 1, max: 256, integer: true }, availableParallelism());
  const tracer = given.has('tracer');
  const format = readFormat(given, output, film);
  if (format.codec && asked) checkFilmSize({ codec: format.codec, ...asked });
  const dry = given.has('dry');
  const times = readTimes(given, output, film, dry);
  const file = (k: number) => (film ? join(output, `${frameName(k, times)}.${format.kind}`) : output);
  const flat = flatBackdrop(given);
  const look = { view, quality, size, framing, water, tracer, flat, ...format };
  return {
    output,
    view,
    quality,
    size,
    flat,
    framing,
    around: readAround(given),
    threads,
    water,
    tracer,
    film,
    dry,
    file,
    times,
    look,
    encodedBy: given.has('encoder') ? choiceFlag(given, 'encoder', ENCODERS, ENCODERS[0]) : undefined,
    ...format,
  };
}

/** What the output is written as. */
function readFormat(given: Arguments, output: string, film: boolean): PictureFormat & { codec: Codec | undefined } {
  const file = FILM_FILE.test(output) && !isFolder(output);
  const codec = file ? codecOf(output, given.value('codec')) : undefined;
  if (!file && given.has('encoder')) throw new UsageError(`--encoder is for .mp4 and .webm films; got "${output}".`);
  if (!file && given.has('codec')) throw new UsageError(`--codec is for .mp4 and .webm films; got "${output}".`);
  if ((file || !film) && given.has('format'))
    throw new UsageError(`--format is for frames in a folder; a file's name says it. Got "${output}".`);
  const fromName = /\.exr$/i.test(output) ? 'exr' : 'png';
  const kind = choiceFlag(given, 'format', ['png', 'exr'] as const, fromName);
  const bits = Number(choiceFlag(given, 'bits', ['8', '16'], '8')) as 8 | 16;
  const alpha = given.has('alpha');
  if (given.has('bits') && (file || kind === 'exr')) throw new UsageError('--bits is for PNG files.');
  if (alpha && file)
    throw new UsageError(`--alpha is for PNG and EXR files, since players show films without it; got "${output}".`);
  return { codec, kind, bits, alpha };
}

function readTimes(given: Arguments, output: string, film: boolean, dry: boolean): PictureTimes {
  const when = timeFlags(given);
  if (!film && ((when.seconds ?? when.fps) !== undefined || given.has('frames'))) {
    throw new UsageError(
      `--seconds, --fps and --frames are for a film; name a folder instead of "${output}", or use --at.`,
    );
  }
  if (film && dry) {
    throw new UsageError(
      `--dry is for one picture, since its frames are all alike; got the film "${output}". Name a .png file.`,
    );
  }
  // Dry glass is the same at any time.
  return film ? framesFlag(given, filmTimes(when)) : singleTime(dry ? { at: 0 } : when);
}

function readAround(given: Arguments): PainterOptions['around'] {
  const text = given.value('around');
  if (text === undefined) return undefined;
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if ((numbers.length !== 3 && numbers.length !== 4) || !numbers.every(Number.isFinite)) {
    throw new UsageError(
      `--around must be X,Y,SIZE in mm, or with the number of a chart, such as 300,200,40; got "${text}".`,
    );
  }
  const [x, y, size, chart = 0] = numbers;
  return { x, y, size, chart };
}
