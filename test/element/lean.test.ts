/** The lean builds: the same water as the whole one, and the same words for the same mistakes. */
import { pathToFileURL } from 'node:url';
import { createSimulation, type SceneInput } from 'rivulet';
import { afterAll, describe, expect, test } from 'vitest';
import { nakata2012Maker } from '../../src/models/nakata2012/nakata2012-maker.js';
import { rivulet } from '../../src/models/rivulet/rivulet.js';
import { WINDOW, WINDOW_BEADS } from '../../src/scene/finished.generated.js';
import { simulationsFrom } from '../../src/simulation/create-simulation.js';
import { leanParts, MAP_PARTS } from '../../src/simulation/lean-parts.js';
import type { FramePacket } from '../../src/worker/frame-packet.js';
import type { ReplyMessage, Request, RequestMessage } from '../../src/worker/protocol.js';

/** Both: the file, its scene, and what makes simulations of it. */
const LEAN = [
  {
    file: 'lean.js',
    name: 'window',
    wipes: true,
    finished: WINDOW,
    create: simulationsFrom(leanParts(rivulet, { window: WINDOW }, MAP_PARTS)),
  },
  {
    file: 'beads.js',
    name: 'window-beads',
    wipes: false,
    finished: WINDOW_BEADS,
    create: simulationsFrom(leanParts(nakata2012Maker, { 'window-beads': WINDOW_BEADS })),
  },
] as const;

/** What a worker of the page has, of what the files look at. */
const scope = globalThis as {
  WorkerGlobalScope?: unknown;
  name?: string;
  postMessage?: (reply: ReplyMessage) => void;
  onmessage?: ((event: { data: RequestMessage }) => void) | null;
};

afterAll(() => {
  for (const key of ['WorkerGlobalScope', 'name', 'postMessage', 'onmessage'] as const) delete scope[key];
});

let started = 0;

/** Starts a file of dist/browser as its own worker, in this thread, and returns what asks it. */
async function startFile(file: string): Promise<(request: Request) => unknown> {
  let reply: ReplyMessage | undefined;
  scope.WorkerGlobalScope = Object;
  scope.name = 'rivulet simulation';
  scope.postMessage = (message) => {
    reply = message;
  };
  const url = pathToFileURL(`${import.meta.dirname}/../../dist/browser/${file}`);
  // By another address each time, or it would not start again.
  await import(/* @vite-ignore */ `${url.href}?as-worker-${started++}`);
  const { onmessage } = scope;
  return (request) => {
    onmessage?.({ data: { id: 1, request } });
    if (!reply || reply.failure) throw new Error(reply?.failure?.message ?? 'no reply');
    return reply.answer;
  };
}

/** A window that lives through all that a lean build has: rain, wind, tilt, and wiping where it has that. */
async function live(file: string, scene: string | undefined, wipes: boolean): Promise<FramePacket> {
  const ask = await startFile(file);
  // The maps that both files draw. Only programs that read frames need heights, and a file without maps has none.
  const maps = ['trail', 'film', 'fine'] as const;
  ask({ ask: 'create', scene, overrides: { seed: 7, rain: { rate: '300/s' } }, options: {}, maps });
  ask({ ask: 'advance', seconds: 3 });
  if (wipes) ask({ ask: 'wipe', stroke: { from: { x: 20, y: 40 }, to: { x: 250, y: 120 }, width: 20 } });
  ask({ ask: 'set', patch: { wind: { speed: '8m/s' }, surface: { tilt: '60deg' }, rain: { rate: '40mm/h' } } });
  ask({ ask: 'advance', seconds: 2 });
  return ask({ ask: 'frame', room: new ArrayBuffer(0) }) as FramePacket;
}

test.each(LEAN)('$file has the same water as the whole one, bit for bit', async ({ file, name, wipes }) => {
  const whole = await live('element.js', name, wipes);
  // Its own scene need not be named.
  const lean = await live(file, undefined, wipes);
  expect(lean.drops).toBeGreaterThan(100);
  expect(lean.buffer.byteLength).toBeGreaterThan(100_000);
  expect(Buffer.from(lean.buffer).equals(Buffer.from(whole.buffer))).toBe(true);
});

test('beads.js says that it does not wipe', async () => {
  const ask = await startFile('beads.js');
  ask({ ask: 'create', scene: undefined, overrides: {}, options: {}, maps: [] });
  const stroke = { from: { x: 20, y: 40 }, to: { x: 250, y: 120 }, width: 20 };
  expect(() => ask({ ask: 'wipe', stroke })).toThrow('this build has no wiping. rivulet/element has.');
});

/** The message of the error that a call ends with. */
function complaint(call: () => void): string {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

describe.each(LEAN)('the parser of $file', ({ name, finished, create }) => {
  const mistakes: readonly SceneInput[] = [
    { seed: Number.NaN },
    { seed: -1 },
    { rain: { rate: 'heavy' } },
    { rain: { rate: -3 } },
    { rain: { rate: '1e9mm/h' } },
    { wind: { speed: 'fast' } },
    { wind: { speed: '400km/h' } },
    { surface: { tilt: 80 } },
    { surface: { tilt: '120deg' } },
  ];

  test.each(mistakes)('says of %j what the whole one says', (patch) => {
    const message = complaint(() => create(name, patch));
    expect(message).toBe(complaint(() => createSimulation(name, patch)));
    expect(message).toMatch(/^scene\./);
  });

  test('takes what the whole one takes, to the same scene', () => {
    const patch: SceneInput = { seed: 9, rain: { rate: '17mm/h' }, wind: { speed: '30km/h', direction: '15deg' } };
    const { title, about: _, ...scene } = createSimulation(name, patch).scene;
    expect(create(name, patch).scene).toEqual({ ...scene, title, about: '' });
  });

  test('refuses what would need more than it has, and names where that is', () => {
    const { model } = finished;
    expect(complaint(() => create(name, { model: { name: 'chin' } }))).toBe(
      `scene.model.name must stay "${model.name}" in the lean build; got "chin". rivulet/element can change it.`,
    );
    expect(complaint(() => create(name, { fog: {} }))).toMatch(/^scene\.fog must stay null .*rivulet\/element/);
    expect(complaint(() => create(name, { rain: { kind: 'drips' } }))).toMatch(/^scene\.rain\.kind must be/);
    expect(complaint(() => create({ seed: 1 }))).toContain(`scene must be "${name}"; got {"seed":1}`);
    expect(complaint(() => create(name).save())).toMatch(/neither saves nor hashes/);
  });

  test('changes a running scene, keeps its seed, and lets rain that was switched off come back as it was', () => {
    const simulation = create(name);
    simulation.set({ rain: { kind: 'none' } });
    expect(simulation.scene.rain).toEqual({ kind: 'none' });
    expect(complaint(() => simulation.set({ seed: 2 }))).toMatch(`scene.seed must stay ${finished.seed} `);
    simulation.set({ rain: { kind: 'uniform' } });
    expect(simulation.scene).toEqual(finished);
  });
});
