/** `rivulet render`: a picture of a scene, or the pictures of a film. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, extname, join } from 'node:path';
import { createSimulation, type Simulation } from '../../index.js';
import { MAX_PICTURE_SIDE, type Picture } from '../../render/offline/index.js';
import { misused } from '../arguments.js';
import { BACKDROP_FLAG, withBackdrop } from '../backdrop-argument.js';
import type { Arguments, Command, CommandContext } from '../command.js';
import { InterruptedError, UsageError } from '../errors.js';
import { checkIdleFlags } from '../idle-flags.js';
import { OVERRIDE_FLAGS, readOverrides } from '../overrides.js';
import { makePainter, type Painter, type PainterOptions, VIEWS } from '../painter.js';
import { encodePng } from '../png.js';
import { Progress } from '../progress.js';
import { lagAfter, runSteps, stepsUntil } from '../run-steps.js';
import { readScene } from '../scene-argument.js';
import { readSceneFiles } from '../scene-files.js';
import { brief } from '../table.js';
import { choiceFlag, numberFlag, secondsFlag, sizeFlag } from '../values.js';
import { checkWritable, makeFolder, removeFolders, writeFileWhole } from '../write-file.js';

const DEFAULT_SECONDS = 5;
const DEFAULT_FPS = 30;

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
    seconds: {
      value: 'S',
      doc: `Length of the film [s], 0 to 1000000. Default ${DEFAULT_SECONDS}. Only for a folder.`,
    },
    fps: { value: 'F', doc: `Frames a second, up to 1000. Default ${DEFAULT_FPS}. Only for a folder.` },
    size: {
      value: 'WxH',
      doc: 'Size of the pictures [px], covered by the glass; maps fit in whole. Default: one pixel a cell.',
    },
    view: { value: 'VIEW', doc: `${VIEWS.join(', ')}. Default ${VIEWS[0]}.` },
    backdrop: BACKDROP_FLAG,
    quality: {
      value: 'Q',
      doc: 'fast or high: one sample a pixel or four. Default high. For the views beauty and mask.',
    },
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
    'rivulet render chin-fig-7e -o film --seconds 3 --fps 30 --view id --size 720x720',
  ],
  run: render,
};

/** All that is asked for, checked before anything is simulated. */
interface RenderJob extends PainterOptions {
  readonly output: string;
  /** When each picture is taken [s], rising. */
  readonly times: { readonly count: number; at(k: number): number };
  /** The file of each picture. */
  file(k: number): string;
  readonly film: boolean;
  /** Frames a second of a film. */
  readonly rate?: number;
}

async function render(context: CommandContext): Promise<void> {
  const { arguments: given } = context;
  const job = readJob(given);
  const changes = readOverrides(given);
  checkIdleFlags(given, changes, job.view);
  const scene = withBackdrop(await readScene(given.operands[0], context), given);
  const overrides = await readSceneFiles(changes, '.', context, scene);
  // The scene first: one that is refused must leave no folder behind.
  const simulation = createSimulation(scene, overrides);
  const painter = await makePainter(simulation.scene, job, context.interrupt);
  const made = job.film ? makeFolder(job.output) : [];
  try {
    checkWritable(job.file(0));
    if (job.rate !== undefined) noteRepeats(context, job.rate, simulation.scene.step);
    await drawAll(context, job, simulation, painter);
    if (job.film) noteOthers(context, job);
  } catch (error) {
    removeFolders(made);
    throw error;
  } finally {
    painter.dispose();
  }
}

/** Runs the simulation from picture to picture and writes each as soon as it is there. */
async function drawAll(
  context: CommandContext,
  job: RenderJob,
  simulation: Simulation,
  painter: Painter,
): Promise<void> {
  const dt = simulation.scene.step;
  const { count } = job.times;
  const of = stepsUntil(job.times.at(count - 1), dt);
  const progress = new Progress(context.console.stderr, context.arguments.operands[0]);
  let picture: Picture | undefined;
  let written = 0;
  try {
    for (; written < count; written++) {
      const time = job.times.at(written);
      const to = stepsUntil(time, dt);
      await runSteps(context, progress, { from: simulation.steps, to, of, dt }, () => simulation.step());
      // Frames seldom fall on steps: what is left is the lag, or runs would judder.
      picture = await painter.paint({ ...simulation.frame(), lag: lagAfter(time, to, dt) }, picture);
      await context.interrupt.rest();
      writeFileWhole(job.file(written), encodePng(picture));
    }
  } catch (error) {
    if (!(error instanceof InterruptedError) || written === 0) throw error;
    throw new InterruptedError(`interrupted; ${written} of ${count} frames are written`);
  } finally {
    progress.clear();
  }
}

/** The water stands still between two steps: whoever wants it slower by more frames would get the same ones again. */
function noteRepeats({ console }: CommandContext, rate: number, step: number): void {
  if (rate * step <= 1 + 1e-5) return;
  const steps = `the scene has ${brief(1 / step)} steps a second, so of ${brief(rate)} frames a second some are alike`;
  const remedy = `Take fewer with --fps, or smaller steps with --set step=${Number((1 / rate).toPrecision(6))}`;
  console.stderr.write(`rivulet: ${steps}. ${remedy}.\n`);
}

/** Whoever makes a film of the folder would take the frames of an older, longer one for its end. */
function noteOthers({ console }: CommandContext, { output, times, file }: RenderJob): void {
  const isOurs = (name: string) => {
    const k = Number(/\d+/.exec(name)?.[0] ?? Number.NaN);
    return k < times.count && name === basename(file(k));
  };
  const others = readdirSync(output).filter((name) => /^frame-.*\.png$/.test(name) && !isOurs(name)).length;
  if (others === 0) return;
  const frames = others === 1 ? 'one frame' : `${others} frames`;
  console.stderr.write(`rivulet: ${output} also holds ${frames} that this film did not write, left as before.\n`);
}

function readJob(given: Arguments): RenderJob {
  const output = readOutput(given);
  const film = !/\.png$/i.test(output);
  const view = choiceFlag(given, 'view', VIEWS, VIEWS[0]);
  const quality = choiceFlag(given, 'quality', ['fast', 'high'], 'high');
  const size = sizeFlag(given, 'size', MAX_PICTURE_SIDE) ?? {};
  const threads = numberFlag(given, 'threads', { min: 1, max: 256, integer: true }, availableParallelism());
  const at = secondsFlag(given, 'at', undefined);
  const seconds = secondsFlag(given, 'seconds', undefined);
  const fps = numberFlag(given, 'fps', { min: 0, max: 1000, above: true, unit: 'frames a second' }, undefined);
  if (!film && (seconds ?? fps) !== undefined) {
    throw new UsageError(`--seconds and --fps are for a film; name a folder instead of "${output}", or use --at.`);
  }
  if (!film)
    return {
      output,
      view,
      quality,
      size,
      threads,
      film,
      file: () => output,
      times: { count: 1, at: () => at ?? DEFAULT_SECONDS },
    };
  const begin = at ?? 0;
  const rate = fps ?? DEFAULT_FPS;
  // A film has at least the frame it begins with; rounding keeps 0.3 s at 10 fps from losing one.
  const count = Math.max(1, Math.round((seconds ?? DEFAULT_SECONDS) * rate));
  const digits = Math.max(5, String(count - 1).length);
  const file = (k: number) => join(output, `frame-${String(k).padStart(digits, '0')}.png`);
  return { output, view, quality, size, threads, film, rate, file, times: { count, at: (k) => begin + k / rate } };
}

/** How names of pictures, films and data end that are no PNG files. */
const OTHER_FILES =
  /^\.(apng|avi|avif|bmp|csv|exr|gif|hdr|heic|jfif|jpe?g|json|jxl|m4v|mkv|mov|mp4|mpe?g|npy|ogv|pdf|pfm|p[gnp]m|psd|svg|tga|tiff?|webm|webp|wmv)$/i;

/** Where to write. A name like rain.jpg is no folder's: who writes it wants what we cannot make. */
function readOutput(given: Arguments): string {
  const output = given.value('output');
  if (!output) throw misused(renderCommand, 'rivulet render needs an output: -o FILE.png or -o FOLDER.');
  const other = OTHER_FILES.test(extname(output));
  if ((other && !isFolder(output)) || output === '-') {
    throw new UsageError(`-o must end in .png for one picture, or name a folder for a film; got "${output}".`);
  }
  return output;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
