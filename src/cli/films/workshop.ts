/**
 * What a film needs to go on after its run was ended: states of the water, and groups of frames that are done. They lie in a
 * hidden folder beside the output, named after the scene, and are removed when the film is whole. With `--frames` the states stay,
 * so that the next part does not simulate the beginning again.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulation, type Simulation } from '../../index.js';
import type { CommandContext } from '../command.js';
import { lockFolder } from '../folder-lock.js';
import { version } from '../help.js';
import { makeFolder, writeFileWhole } from '../write-file.js';

/** Seconds of a group. */
export const GROUP_SECONDS = 2;

const STATE = /^state-(\d+)$/;

export class Workshop {
  readonly #path: string;
  /** Of the pictures: another size or codec makes other groups of the same water. */
  readonly #pictures: string;
  #unlock: (() => void) | undefined;

  /** @param beside folder that the output is in; @param pictures all that the pictures depend on besides the scene */
  constructor(beside: string, { inputs }: CommandContext, { scene }: Simulation, pictures: unknown) {
    const water = digest([version(), scene, inputs.map(({ sha256 }) => sha256)]);
    this.#path = join(beside, `.rivulet-${water}`);
    this.#pictures = digest(pictures);
  }

  /** Keeps the water as it is now. */
  saveState(simulation: Simulation): void {
    const path = join(this.#path, `state-${String(simulation.steps).padStart(9, '0')}`);
    if (existsSync(path)) return;
    this.#open();
    writeFileWhole(path, simulation.save());
  }

  /** The water at the last state kept at or before a step, if that is later than `simulation`; else `simulation`. */
  nearest(simulation: Simulation, step: number): Simulation {
    const steps = this.#names().flatMap((name) => (STATE.test(name) ? [Number(STATE.exec(name)?.[1])] : []));
    const best = Math.max(simulation.steps, ...steps.filter((one) => one <= step));
    if (best === simulation.steps) return simulation;
    return createSimulation.load(readFileSync(join(this.#path, `state-${String(best).padStart(9, '0')}`)));
  }

  /** How many groups are done, from the first on. */
  groupsDone(): number {
    let count = 0;
    while (existsSync(this.#group(count))) count += 1;
    return count;
  }

  /** Keeps what was made of a group; nothing, if its frames are files already. */
  saveGroup(n: number, packets: Uint8Array = new Uint8Array(0)): void {
    this.#open();
    writeFileWhole(this.#group(n), packets);
  }

  *readGroups(): Generator<Uint8Array> {
    const count = this.groupsDone();
    for (let n = 0; n < count; n++) yield readFileSync(this.#group(n));
  }

  /** A name in the folder for a file that is being put together. */
  draft(name: string): string {
    this.#open();
    return join(this.#path, `draft-${name}`);
  }

  /** The film is whole: takes away its groups, and the states too unless they are to be kept. */
  finish(keepStates: boolean): void {
    this.dispose();
    if (!keepStates) rmSync(this.#path, { recursive: true, force: true });
    for (const name of this.#names()) if (name.startsWith(this.#pictures)) rmSync(join(this.#path, name));
  }

  dispose(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }

  /** Made when there is something to keep: short films need none. */
  #open(): void {
    if (this.#unlock) return;
    makeFolder(this.#path);
    this.#unlock = lockFolder(this.#path);
  }

  #names(): string[] {
    return existsSync(this.#path) ? readdirSync(this.#path) : [];
  }

  #group(n: number): string {
    return join(this.#path, `${this.#pictures}-${String(n).padStart(6, '0')}`);
  }
}

function digest(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16);
}
