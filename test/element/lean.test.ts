/** The lean build: the same water as the whole one, and the same words for the same mistakes. */
import { pathToFileURL } from 'node:url';
import { createSimulation, type SceneInput } from 'rivulet';
import { chen2013Maker, leanParts, simulationsFrom, WINDOW } from 'rivulet/element/lean';
import { afterAll, describe, expect, test } from 'vitest';
import type { FramePacket } from '../../src/worker/frame-packet.js';
import type { ReplyMessage, Request, RequestMessage } from '../../src/worker/protocol.js';

const createLean = simulationsFrom(leanParts(chen2013Maker, { window: WINDOW }));

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

/** Starts a file of dist/browser as its own worker, in this thread, and returns what asks it. */
async function startFile(file: string): Promise<(request: Request) => unknown> {
  let reply: ReplyMessage | undefined;
  scope.WorkerGlobalScope = Object;
  scope.name = 'rivulet simulation';
  scope.postMessage = (message) => {
    reply = message;
  };
  const url = pathToFileURL(`${import.meta.dirname}/../../dist/browser/${file}`);
  await import(/* @vite-ignore */ `${url.href}?as-worker`);
  const { onmessage } = scope;
  return (request) => {
    onmessage?.({ data: { id: 1, request } });
    if (!reply || reply.failure) throw new Error(reply?.failure?.message ?? 'no reply');
    return reply.answer;
  };
}

/** A window that lives through all the lean build has: rain, wind, tilt, wiping. */
async function live(file: string): Promise<FramePacket> {
  const ask = await startFile(file);
  const maps = ['height', 'trail', 'film', 'fine'] as const;
  ask({ ask: 'create', scene: 'window', overrides: { seed: 7, rain: { rate: '300/s' } }, options: {}, maps });
  ask({ ask: 'advance', seconds: 3 });
  ask({ ask: 'wipe', stroke: { from: { x: 20, y: 40 }, to: { x: 250, y: 120 }, width: 20 } });
  ask({ ask: 'set', patch: { wind: { speed: '8m/s' }, surface: { tilt: '60deg' }, rain: { rate: '40mm/h' } } });
  ask({ ask: 'advance', seconds: 2 });
  return ask({ ask: 'frame', room: new ArrayBuffer(0) }) as FramePacket;
}

test('the lean file has the same water as the whole one, bit for bit', async () => {
  const whole = await live('element.js');
  const lean = await live('lean.js');
  expect(lean.buffer.byteLength).toBeGreaterThan(100_000);
  expect(Buffer.from(lean.buffer).equals(Buffer.from(whole.buffer))).toBe(true);
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

describe('the lean door', () => {
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
    const message = complaint(() => createLean('window', patch));
    expect(message).toBe(complaint(() => createSimulation('window', patch)));
    expect(message).toMatch(/^scene\./);
  });

  test('takes what the whole one takes, to the same scene', () => {
    const patch: SceneInput = { seed: 9, rain: { rate: '17mm/h' }, wind: { speed: '30km/h', direction: '15deg' } };
    const { title, about: _, ...scene } = createSimulation('window', patch).scene;
    expect(createLean('window', patch).scene).toEqual({ ...scene, title, about: '' });
  });

  test('refuses what would need more than it has, and names where that is', () => {
    expect(complaint(() => createLean('window', { model: { name: 'chin' } }))).toBe(
      'scene.model.name must stay "chen2013" in the lean build; got "chin". rivulet/element can change it.',
    );
    expect(complaint(() => createLean('window', { fog: {} }))).toMatch(/^scene\.fog must stay null .*rivulet\/element/);
    expect(complaint(() => createLean('window', { rain: { kind: 'drips' } }))).toMatch(/^scene\.rain\.kind must be/);
    expect(complaint(() => createLean({ seed: 1 }))).toMatch(/^scene must be "window"; got \{"seed":1\}/);
    expect(complaint(() => createLean('window').save())).toMatch(/neither saves nor hashes/);
  });

  test('changes a running scene, keeps its seed, and lets rain that was switched off come back as it was', () => {
    const simulation = createLean('window');
    simulation.set({ rain: { kind: 'none' } });
    expect(simulation.scene.rain).toEqual({ kind: 'none' });
    expect(complaint(() => simulation.set({ seed: 2 }))).toMatch(/^scene\.seed must stay 1/);
    simulation.set({ rain: { kind: 'uniform' } });
    expect(simulation.scene).toEqual(WINDOW);
  });
});
