/** Rows of a frame's pictures and maps, spread over workers. */
import type { Frame } from '../core/frame.js';
import { FramePacker, type MapName } from './frame-packet.js';
import type { Rows, RowsAnswers, RowsRequest, Setting } from './rows-protocol.js';
import { attemptWorker, WorkerFailure, type WorkerLike, WorkerLine } from './worker-client.js';

/** What is drawn: all rows of a picture. */
interface Sheet {
  /** The frame's maps that it is drawn from. */
  readonly drawnFrom: readonly MapName[];
  /** [px] */
  readonly height: number;
  /** Rows drawn at once; a worker gets no more than its share. */
  readonly most: number;
}

/** Takes the numbers of some rows of maps; more are drawn when it resolves. */
export type TakeRows<M> = (numbers: M, rows: Rows) => void | Promise<void>;

type Line = WorkerLine<RowsRequest, RowsAnswers>;

/** Pixels of maps that are drawn at once: few, so that no worker waits long for another, and Ctrl-C is soon heard. */
const BAND = 2 ** 17;

/** Workers that draw the frames of one simulation. */
export class Crew {
  readonly #start: () => WorkerLike;
  readonly #leastRows: number;
  readonly #packer = new FramePacker([]);
  #setting: Setting;
  #threads: number;
  #lines: Line[] = [];
  #room = new ArrayBuffer(0);

  /** `setting` is what each worker is told first; a worker is not worth its start for fewer than `leastRows`. */
  constructor(startWorker: () => WorkerLike, threads: number, leastRows: number, setting: Setting) {
    this.#start = startWorker;
    this.#threads = threads;
    this.#leastRows = leastRows;
    this.#setting = setting;
  }

  get size(): number {
    return this.#lines.length;
  }

  /** Tells all workers, and those that come, something else. */
  set(setting: Setting): void {
    this.#setting = setting;
    for (const line of this.#lines) this.#tell(line);
  }

  /** Has workers draw all rows; false if there are none, or one fails. */
  async spread(frame: Frame, sheet: Sheet, draw: (line: Line, rows: Rows) => Promise<void>): Promise<boolean> {
    const { height, most, drawnFrom } = sheet;
    if (this.#threads === 0 || (this.#lines.length === 0 && height < 2 * this.#leastRows)) return false;
    try {
      if (this.#lines.length === 0) this.#hire(Math.min(this.#threads, Math.floor(height / this.#leastRows)));
      // All get the same packet, by copy: the buffer stays here for the next one.
      this.#packer.want(drawnFrom);
      const packet = this.#packer.pack(frame, this.#room);
      this.#room = packet.buffer;
      const rest = bands(height, Math.min(most, Math.ceil(height / this.#lines.length)));
      const work = async (line: Line) => {
        await line.ask('take', { ask: 'take', packet });
        // The workers take from the same rest.
        for (const rows of rest) await draw(line, rows);
      };
      await Promise.all(this.#lines.map(work));
      return true;
    } catch (error) {
      // What is wrong with a wish is wrong in this thread as well.
      if (!(error instanceof WorkerFailure)) throw error;
      this.dispose();
      return false;
    }
  }

  /** Has the rows of maps drawn by workers, or by this thread where there are none; `take` gets them in any order. */
  async maps<M>(
    frame: Frame,
    { width, ...size }: Omit<Sheet, 'most'> & { readonly width: number },
    take: TakeRows<M>,
    draw: { there(line: Line, rows: Rows): Promise<M>; here(): (rows: Rows) => M },
  ): Promise<void> {
    const sheet = { ...size, most: Math.max(1, Math.floor(BAND / width)) };
    if (await this.spread(frame, sheet, async (line, rows) => take(await draw.there(line, rows), rows))) return;
    const drawHere = draw.here();
    for (const rows of bands(sheet.height, sheet.most)) await take(drawHere(rows), rows);
  }

  dispose(): void {
    for (const line of this.#lines.splice(0)) line.close();
    this.#threads = 0;
  }

  #hire(count: number): void {
    for (let n = 0; n < count; n++) {
      const line: Line = new WorkerLine(attemptWorker(this.#start));
      this.#lines.push(line);
      this.#tell(line);
    }
  }

  /** If this fails, so does the next request. */
  #tell(line: Line): void {
    line.ask(this.#setting.ask, this.#setting).catch(() => {});
  }
}

/** All rows from the top, at most `most` at once. */
function* bands(height: number, most: number): Generator<Rows, void, undefined> {
  for (let from = 0; from < height; from += most) yield [from, Math.min(height, from + most)];
}
