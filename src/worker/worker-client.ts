import { RivuletError } from '../core/errors.js';
import type { Frame } from '../core/frame.js';
import type { Scene, SceneInput } from '../scene/scene.js';
import type { NewDrop, Stroke } from '../simulation/by-hand.js';
import { disposedError, InlineClient, type SimulationClient } from '../simulation/client.js';
import type { CreateSimulation, SimulationOptions } from '../simulation/create-simulation.js';
import type { SurfaceInfo } from '../simulation/simulation.js';
import { FrameMirror } from './frame-mirror.js';
import { MAP_NAMES, type MapName } from './frame-packet.js';
import type { Answers, Failure, ReplyMessage, Request } from './protocol.js';

/** A worker of either kind: a page's or Node's. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  /** `hear` gets every message, `fail` is called when the worker cannot continue. */
  listen(hear: (message: unknown) => void, fail: (why: string) => void): void;
  end(): void;
}

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
  /** That it rejects need not be heard. */
  excuse(): void;
}

/** The worker itself failed, not the request: the work can be done in another thread. */
export class WorkerFailure extends Error {}

/** A worker may be refused at once, by its address or by the page's policy. */
export function attemptWorker(startWorker: () => WorkerLike): WorkerLike {
  try {
    return startWorker();
  } catch (error) {
    throw new WorkerFailure(error instanceof Error ? error.message : String(error));
  }
}

/** Starts a simulation in `worker`. Rejects with a WorkerFailure if the worker does not run at all. */
export async function startWorkerClient(
  worker: WorkerLike,
  scene: string | SceneInput | undefined,
  overrides: SceneInput,
  options: SimulationOptions,
  maps: readonly MapName[],
): Promise<SimulationClient> {
  const line = new WorkerLine(worker);
  try {
    const created = await line.ask('create', { ask: 'create', scene, overrides, options, maps });
    return new WorkerClient(line, created.scene, created.surface);
  } catch (error) {
    line.close();
    throw error;
  }
}

/** Requests and replies over one worker; `R` lists the requests, `A` the reply to each. */
export class WorkerLine<R extends { readonly ask: string } = Request, A = Answers> {
  readonly #worker: WorkerLike;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #closed: Error | null = null;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.listen(
      (message) => this.#hear(message as ReplyMessage),
      (why) => this.#close(new WorkerFailure(why)),
    );
  }

  /** Resolves with what `read` makes of the answer; default the answer itself. */
  ask<K extends R['ask'] & keyof A, T = A[K]>(
    _ask: K,
    request: R & { ask: K },
    transfer: ArrayBuffer[] = [],
    read?: (answer: A[K]) => T,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(this.#closed);
    const promise = new Promise<A[K]>((resolve, reject) => {
      const id = this.#nextId++;
      try {
        this.#worker.postMessage({ id, request }, transfer);
        this.#waiting.set(id, { resolve, reject, excuse: () => promise.catch(() => {}) });
      } catch (error) {
        reject(new WorkerFailure(`${request.ask} takes plain JSON: ${(error as Error).message}`));
      }
    }).then(read) as Promise<T>;
    return promise;
  }

  /** Requests without an answer reject. The caller may no longer await them, and Node must not stop because of that. */
  close(): void {
    for (const { excuse } of this.#waiting.values()) excuse();
    this.#close(disposedError());
  }

  #hear({ id, answer, failure }: ReplyMessage): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (failure) waiting.reject(errorOf(failure));
    else waiting.resolve(answer as never);
  }

  #close(reason: Error): void {
    if (this.#closed) return;
    this.#closed = reason;
    this.#worker.end();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

class WorkerClient implements SimulationClient {
  readonly runs = 'worker';
  readonly surface: SurfaceInfo;
  readonly #line: WorkerLine;
  readonly #mirror = new FrameMirror();
  /** Buffers that no frame is looking at: one travels while the other is looked at. */
  readonly #rooms: ArrayBuffer[] = [];
  #shown: ArrayBuffer | null = null;
  #scene: Scene;

  constructor(line: WorkerLine, scene: Scene, surface: SurfaceInfo) {
    this.#line = line;
    this.#scene = scene;
    this.surface = surface;
  }

  get scene(): Scene {
    return this.#scene;
  }

  advance(seconds: number): Promise<void> {
    return this.#line.ask('advance', { ask: 'advance', seconds });
  }

  frame(): Promise<Frame> {
    const room = this.#rooms.pop() ?? new ArrayBuffer(0);
    return this.#line.ask('frame', { ask: 'frame', room }, [room], (packet) => {
      if (this.#shown) this.#rooms.push(this.#shown);
      this.#shown = packet.buffer;
      return this.#mirror.take(packet);
    });
  }

  set(patch: SceneInput): Promise<void> {
    return this.#line.ask('set', { ask: 'set', patch }, [], (scene) => {
      this.#scene = scene;
    });
  }

  addDrop(drop: NewDrop): Promise<number> {
    return this.#line.ask('addDrop', { ask: 'addDrop', drop });
  }

  wipe(stroke: Stroke): Promise<void> {
    return this.#line.ask('wipe', { ask: 'wipe', stroke });
  }

  hash(): Promise<string> {
    return this.#line.ask('hash', { ask: 'hash' });
  }

  save(): Promise<Uint8Array> {
    return this.#line.ask('save', { ask: 'save' });
  }

  dispose(): void {
    this.#line.close();
  }
}

function errorOf({ message, path }: Failure): Error {
  return path === null ? new Error(message) : new RivuletError(message, path);
}

/** How a client is made; none of it changes the water. */
export interface ClientOptions extends SimulationOptions {
  /** Whether to run behind a worker. Default true; where that fails the simulation runs inline, with one warning. */
  worker?: boolean;
  /** The maps that frames carry; one that is left out is null, or comes without cells. Inline all are there. Default all. */
  maps?: readonly MapName[];
}

/** Makes the client of a scene: a preset's name or an object, or the default one; overrides are merged into it, part by part. */
export type OpenClient = (
  scene: string | SceneInput | undefined,
  overrides?: SceneInput,
  options?: ClientOptions,
) => Promise<SimulationClient>;

/** Where clients come from. */
export interface ClientSources {
  /** Starts a worker that serves simulations. May throw. */
  startWorker(): WorkerLike;
  /** Loads what makes simulations in this thread; called only if there is no worker. */
  loadInline(): Promise<CreateSimulation>;
}

/** An `OpenClient` that tries a worker first and runs inline if that fails. */
export function clientOpener({ startWorker, loadInline }: ClientSources): OpenClient {
  let hasWarned = false;
  return async (scene, overrides = {}, { worker = true, maps = MAP_NAMES, ...options } = {}) => {
    let failure: WorkerFailure | null = null;
    if (worker) {
      try {
        return await startWorkerClient(attemptWorker(startWorker), scene, overrides, options, maps);
      } catch (error) {
        // What is wrong with the scene is wrong inline as well.
        if (!(error instanceof WorkerFailure)) throw error;
        failure = error;
      }
    }
    const create = await loadInline();
    const client = new InlineClient(create(scene, overrides, options));
    if (failure && !hasWarned) console.warn(`rivulet: the simulation runs without a worker: ${failure.message}`);
    if (failure) hasWarned = true;
    return client;
  };
}
