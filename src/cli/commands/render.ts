/** `rivulet render`: a picture of a scene, or the pictures of a film. */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createSimulation } from '../../index.js';
import { BEAUTY_VIEWS, DEBUG_VIEWS, MAX_PICTURE_SIDE, type Picture } from '../../render/offline/index.js';
import { BACKDROP_FLAG, flatBackdrop } from '../backdrop.js';
import type { Arguments, Command, CommandContext } from '../command.js';
import { UsageError } from '../errors.js';
import {
  DEFAULT_FPS,
  DEFAULT_SECONDS,
  filmTimes,
  frameName,
  isFrameName,
  noteOthers,
  noteRepeats,
  noteWritten,
  type PictureTimes,
  singleTime,
  takePictures,
  timeFlags,
} from '../film.js';
import { checkIdleFlags, choiceFlag, type Effects, numberFlag, readOutput, sizeFlag } from '../flags.js';
import { lockFolder } from '../folder-lock.js';
import { OVERRIDE_FLAGS, readOverrides } from '../overrides.js';
import { drySimulation, makePainter, type PainterOptions, VIEWS } from '../painter.js';
import { encodePng } from '../png.js';
import { openScene } from '../scene-argument.js';
import { checkWritable, makeFolder, removeFolders, writeFileWhole } from '../write-file.js';

export const renderCommand: Command = {
  name: 'render',
  summary: 'Draws a scene to a PNG file, or a film to a folder.',
  operands: 'SCENE -o FILE.png|FOLDER [options]',
  count: [1, 1],
  flags: {
    output: {
      short: 'o',
      value: 'PATH',
      doc: 'A .png file, or a folder for frame-00000.png and so on. Files of the same name are replaced.',
    },
    at: {
      value: 'T',
      doc: `Time of the picture, or when the film begins [s], 0 to 1000000. Default ${DEFAULT_SECONDS}, of a film 0.`,
    },
    dry: { doc: 'Draws the same picture without water. At 0 s many scenes are wet already. Only for beauty.' },
    seconds: {
      value: 'S',
      doc: `Length of the film [s], 0 to 1000000. Default ${DEFAULT_SECONDS}. Only for a folder.`,
    },
    fps: { value: 'F', doc: `Frames a second, up to 1000. Default ${DEFAULT_FPS}. Only for a folder.` },
    size: {
      value: 'WxH',
      doc: "Size [px], covered by the glass; maps fit in. Default: a pixel a cell, in a backdrop file's shape.",
    },
    view: { value: 'VIEW', doc: `${VIEWS[0]} (default), ${VIEWS.slice(1).join(', ')}.` },
    framing: {
      value: 'WHAT',
      doc: 'pane or camera: maps show the whole pane, or what beauty shows, pixel by pixel. Default pane.',
    },
    backdrop: BACKDROP_FLAG,
    quality: {
      value: 'Q',
      doc: 'fast or high: one sample a pixel or four. Default high. For the views beauty and mask.',
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
    'rivulet render box.json -o box.png --at 10 --size 1280x720',
    'rivulet render chin-fig-7e -o film --seconds 3 --fps 30 --view id --size 720x720',
  ],
  run: render,
};

const PNG = /\.png$/i;

const EFFECTS: Effects = {
  noun: 'views',
  flag: 'view',
  flags: {
    framing: DEBUG_VIEWS,
    dry: ['beauty'],
    tracer: ['beauty'],
    backdrop: ['beauty', 'refraction'],
    quality: ['beauty', 'mask'],
    threads: BEAUTY_VIEWS,
  },
  parts: { backdrop: ['beauty', 'refraction'], camera: BEAUTY_VIEWS },
};
const FRAMED_EFFECTS: Effects = { ...EFFECTS, parts: { ...EFFECTS.parts, camera: VIEWS } };

/** All options, checked before anything is simulated. */
interface RenderJob extends PainterOptions {
  readonly output: string;
  readonly times: PictureTimes;
  /** The file of each picture. */
  file(k: number): string;
  readonly film: boolean;
  /** Without water. */
  readonly dry: boolean;
}

async function render(context: CommandContext): Promise<void> {
  const { arguments: given } = context;
  const job = readJob(given);
  const changes = readOverrides(given);
  checkIdleFlags(given, changes, [job.view], job.framing === 'camera' ? FRAMED_EFFECTS : EFFECTS);
  const [scene, overrides] = await openScene(context, changes);
  // The scene first: one that is refused must leave no folder behind.
  const wet = createSimulation(scene, overrides);
  const simulation = job.dry ? drySimulation(wet.scene) : wet;
  const painter = await makePainter(simulation.scene, simulation.frame(), job, context);
  const made = job.film ? makeFolder(job.output) : [];
  let unlock = () => {};
  let picture: Picture | undefined;
  try {
    if (job.film) unlock = lockFolder(job.output);
    checkWritable(job.file(0));
    noteRepeats(context, job.times, simulation.scene.step);
    const took = await takePictures(context, simulation, job.times, async (frame, k) => {
      picture = await painter.paint(frame, picture);
      await context.interrupt.rest();
      writeFileWhole(job.file(k), encodePng(picture));
    });
    if (job.film) noteOthers(context, job.output, countOthers(job), 'film');
    noteWritten(context, job.times, job.output, took);
  } finally {
    unlock();
    removeFolders(made); // those that are still empty
    painter.dispose();
  }
}

/** Frames in a film's folder that are not its own. */
function countOthers({ output, times }: RenderJob): number {
  const frames = readdirSync(output).filter((name) => /^frame-.*\.png$/.test(name));
  return frames.filter((name) => !isFrameName(name.replace(/\.png$/, ''), times)).length;
}

function readJob(given: Arguments): RenderJob {
  const output = readOutput(given, renderCommand, {
    missing: '-o FILE.png or -o FOLDER',
    must: 'end in .png for one picture, or name a folder for a film',
    files: PNG,
  });
  const film = !PNG.test(output);
  const view = choiceFlag(given, 'view', VIEWS, VIEWS[0]);
  const quality = choiceFlag(given, 'quality', ['fast', 'high'], 'high');
  const size = sizeFlag(given, 'size', MAX_PICTURE_SIDE) ?? {};
  const framing = choiceFlag(given, 'framing', ['pane', 'camera'], 'pane');
  const threads = numberFlag(given, 'threads', { min: 1, max: 256, integer: true }, availableParallelism());
  const when = timeFlags(given);
  if (!film && (when.seconds ?? when.fps) !== undefined) {
    throw new UsageError(`--seconds and --fps are for a film; name a folder instead of "${output}", or use --at.`);
  }
  const dry = given.has('dry');
  if (film && dry) {
    throw new UsageError(
      `--dry is for one picture, since its frames are all alike; got the folder "${output}". Name a .png file.`,
    );
  }
  // Dry glass is the same at any time.
  const times = film ? filmTimes(when) : singleTime(dry ? { at: 0 } : when);
  const file = (k: number) => (film ? join(output, `${frameName(k, times)}.png`) : output);
  const tracer = given.has('tracer');
  return { output, view, quality, size, flat: flatBackdrop(given), framing, threads, tracer, film, dry, file, times };
}
