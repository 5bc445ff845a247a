/** A film from beginning to end, or from where an ended run left off: frames into a folder, or groups that become one file. */
import { renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Simulation } from '../../index.js';
import type { CommandContext } from '../command.js';
import { FailureError, fileProblem } from '../errors.js';
import { type PictureTimes, takePictures } from '../film.js';
import type { Painter } from '../painter.js';
import { stepsUntil } from '../run-steps.js';
import { writeFileWhole } from '../write-file.js';
import { type Codec, checkFilmSize, type FilmEncoder, type FilmFormat, type GroupEncoder } from './film-encoder.js';
import { GROUP_SECONDS, Workshop } from './workshop.js';

/** What a film is made of. */
export interface FilmJob {
  /** A folder, or a film's file. */
  readonly output: string;
  readonly times: PictureTimes;
  /** Of a film's file; undefined for a folder. */
  readonly codec: Codec | undefined;
  /** What encodes a film's file. */
  readonly encoder?: FilmEncoder;
  /** All that pictures depend on besides the scene: what was made with other options is not gone on with. */
  readonly look: unknown;
  /** The file of a frame in a folder. */
  file(k: number): string;
}

/** Draws a frame as a file's bytes. */
type Encode = (frame: ReturnType<Simulation['frame']>) => Promise<Uint8Array>;

/** Makes the film; returns the time it took [ms]. */
export async function makeFilm(
  context: CommandContext,
  job: FilmJob,
  simulation: Simulation,
  painter: Painter,
  encode: Encode,
): Promise<number> {
  const { times, codec, output, encoder } = job;
  const [first, last] = times.part ?? [0, times.count - 1];
  const per = Math.max(1, Math.round(GROUP_SECONDS * (times.rate ?? 1)));
  const beside = codec ? dirname(output) : output;
  const shop = new Workshop(beside, context, simulation, [
    job.look,
    times.rate,
    times.at(0),
    first,
    last,
    encoder?.name,
  ]);
  const take = codec && encoder ? new GroupTaker(shop, encoder, codec, times.rate ?? 1, painter) : null;
  try {
    const groups = Math.min(shop.groupsDone(), Math.floor((last - first) / per));
    const done = groups * per;
    if (done > 0) context.console.stderr.write(`rivulet: goes on at frame ${first + done} of ${output}.\n`);
    const water = shop.nearest(simulation, stepsUntil(times.at(first + done), simulation.scene.step));
    const from = water.steps;
    const took = await takePictures(
      context,
      water,
      times,
      async (frame, k) => {
        const place = k - first;
        if (place % per === 0 && (place > 0 || water.steps > from)) shop.saveState(water);
        const bytes = take ? await take.add(frame) : await encode(frame);
        await context.interrupt.rest();
        if (bytes) writeFileWhole(job.file(k), bytes);
        if (place % per === per - 1 || k === last) await finishGroup(shop, Math.floor(place / per), take, k < last);
      },
      done,
    );
    if (times.part) shop.saveState(water);
    if (take) await take.join(output);
    shop.finish(times.part !== undefined);
    return took;
  } finally {
    take?.dispose();
    shop.dispose();
  }
}

/** A folder's last group needs no mark, since the film is whole with it. */
async function finishGroup(shop: Workshop, n: number, take: GroupTaker | null, more: boolean): Promise<void> {
  if (take) shop.saveGroup(n, await take.end());
  else if (more) shop.saveGroup(n);
}

/** Encodes frames group by group, and joins the groups. */
class GroupTaker {
  readonly #shop: Workshop;
  readonly #encoder: FilmEncoder;
  /** Its size is that of the pictures. */
  #format: FilmFormat;
  readonly #painter: Painter;
  #group: GroupEncoder | null = null;
  #picture: Awaited<ReturnType<Painter['paint']>> | undefined;

  constructor(shop: Workshop, encoder: FilmEncoder, codec: Codec, rate: number, painter: Painter) {
    this.#shop = shop;
    this.#encoder = encoder;
    this.#format = { codec, rate, width: 0, height: 0 };
    this.#painter = painter;
  }

  async add(frame: ReturnType<Simulation['frame']>): Promise<void> {
    this.#picture = await this.#painter.paint(frame, this.#picture);
    const { width, height, data } = this.#picture;
    if (!this.#group) {
      this.#format = { ...this.#format, width, height };
      checkFilmSize(this.#format);
      this.#group = this.#encoder.openGroup(this.#format);
    }
    await this.#group.add(data);
  }

  async end(): Promise<Uint8Array> {
    const packets = await this.#group?.end();
    this.#group = null;
    return packets ?? new Uint8Array(0);
  }

  /** The film gets its name when it is whole. */
  async join(output: string): Promise<void> {
    const draft = this.#shop.draft(basename(output).toLowerCase());
    try {
      await this.#encoder.join(this.#shop.readGroups(), this.#format, draft);
      renameSync(draft, output);
    } catch (error) {
      rmSync(draft, { force: true });
      if (error instanceof FailureError) throw error;
      throw new FailureError(`cannot write ${output}: ${fileProblem(error)}.`);
    }
  }

  dispose(): void {
    this.#group?.abandon();
  }
}
