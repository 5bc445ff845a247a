/** Rain from files: `{"kind": "script", "file": "rain.csv"}` in a scene becomes the list of its drops. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { parseRainScript, type SceneInput } from '../index.js';
import type { CommandContext } from './command.js';
import { FailureError, fileProblem } from './errors.js';
import { readText } from './read-stream.js';

type Part = Record<string, unknown>;

/** The scene with the drops of its rain files, which lie where `folder` says if their path is not whole. */
export async function readRainFiles(scene: SceneInput, folder: string, context: CommandContext): Promise<SceneInput> {
  const rain = asPart(asPart(scene)?.rain);
  if (!rain) return scene;
  const read = await readRain(rain, folder, context);
  if (!Array.isArray(read.rains)) return { ...scene, rain: read } as SceneInput;
  const rains: unknown[] = [];
  for (const one of read.rains) {
    const part = asPart(one);
    rains.push(part ? await readRain(part, folder, context) : one);
  }
  return { ...scene, rain: { ...read, rains } } as SceneInput;
}

/** Files are for scripts alone; whether such rain may have one is the scene's own check. */
async function readRain(rain: Part, folder: string, context: CommandContext): Promise<Part> {
  const { file, ...rest } = rain;
  const scripted = rest.kind === undefined || rest.kind === 'script';
  if (typeof file !== 'string' || !scripted) return rain;
  if (rest.drops !== undefined) throw new FailureError('scene.rain must have drops or a file; got both.');
  const { signal } = context.interrupt;
  try {
    const text = await readText(createReadStream(resolve(folder, file)), file, 'rain', signal);
    return { ...rest, drops: parseRainScript(text, file) };
  } catch (error) {
    context.interrupt.check();
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new FailureError(`cannot read the rain ${file}: ${fileProblem(error)}.`);
  }
}

function asPart(value: unknown): Part | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : undefined;
}
