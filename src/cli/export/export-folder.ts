/** The folder of an export: a folder a map, one for the drops, and an index that is there only when all it names is. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FailureError } from '../errors.js';
import { lockFolder } from '../folder-lock.js';
import { checkWritable, makeFolder, removeFolders, writeFileWhole } from '../write-file.js';
import { EXPORT_MAPS, TRACED_MAPS } from './map-files.js';

/** What the index begins with: the format of the rest. */
export const INDEX_FORMAT = 'rivulet-export';

const INDEX = 'index.json';

/** Folders that an export may have. */
const ROOMS = [...new Set([...EXPORT_MAPS, ...TRACED_MAPS]), 'drops'];

export class ExportFolder {
  readonly #path: string;
  readonly #made: readonly string[];
  readonly #unlock: () => void;
  readonly #written = new Set<string>();

  /**
   * Makes the folder with these rooms and locks it until `dispose`; throws if it cannot be written, holds an index that is not
   * ours, or another process writes to it.
   */
  constructor(path: string, rooms: readonly string[]) {
    this.#path = path;
    checkIndex(join(path, INDEX));
    let made = makeFolder(path);
    let unlock = () => {};
    try {
      unlock = lockFolder(path);
      // Those made last are removed first.
      for (const room of rooms) made = [...makeFolder(join(path, room)), ...made];
      for (const room of rooms) checkWritable(join(path, room, 'frame'));
      checkWritable(join(path, INDEX));
    } catch (error) {
      unlock();
      removeFolders(made);
      throw error;
    }
    this.#unlock = unlock;
    this.#made = made;
  }

  /** Writes the files of one picture, by their names in the folder: all of them, or none that was not there before. */
  write(files: ReadonlyMap<string, Uint8Array>): void {
    // From here on an older index would list files that no longer exist.
    if (this.#written.size === 0) rmSync(join(this.#path, INDEX), { force: true });
    const done: string[] = [];
    try {
      for (const [name, bytes] of files) {
        writeFileWhole(join(this.#path, name), bytes);
        done.push(name);
      }
    } catch (error) {
      for (const name of done) rmSync(join(this.#path, name), { force: true });
      throw error;
    }
    for (const name of done) this.#written.add(name);
  }

  /** Writes the index, when everything it names is there. */
  writeIndex(index: object): void {
    writeFileWhole(join(this.#path, INDEX), Buffer.from(`${JSON.stringify(index, null, 2)}\n`));
  }

  /** Writes a text beside the index. One of that name that does not begin with `title` is not ours, and stays. */
  writeText(name: string, text: string, title = ''): void {
    const path = join(this.#path, name);
    if (title && existsSync(path) && !readFileSync(path, 'utf8').startsWith(title)) return;
    writeFileWhole(path, Buffer.from(text));
  }

  /** Frames of other exports that are in this folder. */
  countOthers(): number {
    const frames = ROOMS.filter((room) => existsSync(join(this.#path, room))).flatMap((room) =>
      readdirSync(join(this.#path, room)).map((name) => `${room}/${name}`),
    );
    return frames.filter((name) => /\/frame-.*\.(png|npy|exr|csv)$/.test(name) && !this.#written.has(name)).length;
  }

  /** Unlocks the folder, and takes away what the constructor made as far as nothing is in it. */
  dispose(): void {
    this.#unlock();
    removeFolders(this.#made);
  }
}

/** An index that another program wrote is not replaced. */
function checkIndex(path: string): void {
  if (!existsSync(path)) return;
  try {
    const index = JSON.parse(readFileSync(path, 'utf8')) as { format?: unknown } | null;
    if (index?.format === INDEX_FORMAT) return;
  } catch {
    // No JSON, or nothing that may be read: not ours either.
  }
  throw new FailureError(
    `${path} must be of an older export to be replaced; it is something else. Name another folder.`,
  );
}
