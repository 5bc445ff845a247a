import { ALL_SCENES, RECORDS } from '../core/build-flags.js';
import { RivuletError } from '../core/errors.js';
import type { Backdrop } from '../render/backdrop/backdrop.js';
import type { BackdropOptions } from '../render/backdrop/create-backdrop.js';
import type { CreateSimulation } from '../simulation/create-simulation.js';
import type { Simulation } from '../simulation/simulation.js';
import { FramePacker } from './frame-packet.js';
import type { Answers, Ask, Failure, Port, ReplyMessage, Request, RequestMessage } from './protocol.js';

/** Paints backdrops. */
export interface CreateBackdrop {
  (options: BackdropOptions): Backdrop;
  /** Throws what is wrong with a backdrop without painting it. */
  check?(options: BackdropOptions): void;
}

/**
 * Answers the requests of one client; `port` leads back to it. Returns what takes a request in. Without `paint` no
 * backdrops are painted.
 */
export function serveSimulation(
  create: CreateSimulation,
  port: Port,
  paint: CreateBackdrop | null = null,
): (message: RequestMessage) => void {
  const server = new SimulationServer(create, paint);
  return ({ id, request }) => {
    let reply: ReplyMessage;
    try {
      reply = { id, answer: server.answer(request) };
    } catch (error) {
      reply = { id, failure: failureOf(error) };
    }
    port.postMessage(reply, transferOf(request.ask, reply));
  };
}

class SimulationServer {
  readonly #create: CreateSimulation;
  readonly #paint: CreateBackdrop | null;
  #simulation: Simulation | null = null;
  #packer = new FramePacker([]);

  constructor(create: CreateSimulation, paint: CreateBackdrop | null) {
    this.#create = create;
    this.#paint = paint;
  }

  answer(request: Request): Answers[Ask] {
    if (request.ask === 'create') return this.#begin(request);
    if (request.ask === 'paint') return this.#painted(request.backdrop);
    const simulation = this.#simulation;
    if (!simulation) throw new RivuletError('the worker has no simulation yet; ask it to create one first.');
    switch (request.ask) {
      case 'advance':
        simulation.advance(request.seconds);
        return null;
      case 'frame':
        return this.#packer.pack(simulation.frame(), request.room);
      case 'set':
        simulation.set(request.patch);
        return simulation.scene;
      case 'addDrop':
        return simulation.addDrop(request.drop);
      case 'wipe':
        simulation.wipe(request.stroke);
        return null;
      case 'hash':
        return simulation.hash();
      case 'save':
        return simulation.save();
    }
  }

  #painted(options: BackdropOptions): Backdrop {
    if (!ALL_SCENES || !this.#paint)
      throw new RivuletError('backdrop cannot be painted here: this worker has no paint. Give a src.');
    return this.#paint(options);
  }

  #begin({ scene, overrides, options, maps }: Request & { ask: 'create' }): Answers['create'] {
    this.#simulation = this.#create(scene, overrides, options);
    this.#packer = new FramePacker(maps);
    // A function does not cross threads.
    const { point: _, ...surface } = this.#simulation.surface;
    return { scene: this.#simulation.scene, surface };
  }
}

/** Buffers that move instead of being copied. */
function transferOf(ask: Ask, { answer }: ReplyMessage): ArrayBuffer[] {
  if (ask === 'frame' && answer) return [(answer as Answers['frame']).buffer];
  if (ALL_SCENES && ask === 'paint' && answer)
    return (answer as Backdrop).pyramid.map(({ data }) => data.buffer as ArrayBuffer);
  if (RECORDS && ask === 'save' && answer) return [(answer as Answers['save']).buffer as ArrayBuffer];
  return [];
}

/** An error as it crosses threads. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RivuletError) return { message: error.message, path: error.path };
  return { message: error instanceof Error ? error.message : String(error), path: null };
}

/** What a dedicated worker has, of what is used here. */
interface WorkerScope extends Port {
  onmessage: ((event: { data: RequestMessage }) => void) | null;
}

/** Serves the page that started this worker. One's own worker calls it to bring only the models it needs. */
export function serveInWorker(createSimulation: CreateSimulation, paint: CreateBackdrop | null = null): void {
  const scope = globalThis as unknown as WorkerScope;
  const answer = serveSimulation(createSimulation, scope, paint);
  scope.onmessage = ({ data }) => answer(data);
}

/** Is this thread a page's worker? */
export function isWorkerScope(): boolean {
  return 'WorkerGlobalScope' in globalThis;
}
