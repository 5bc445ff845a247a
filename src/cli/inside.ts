/** The model that a scene has inside or behind its glass: the knot, or the triangles of a file. */
import { existsSync } from 'node:fs';
import type { Scene } from '../index.js';
import { type ModelOptions, readGlb, tableTop, torusKnot } from '../render/offline/index.js';
import type { CommandContext } from './command.js';
import { FailureError } from './errors.js';
import { readInput } from './input-files.js';

/** Most megabytes of a model: some millions of triangles. */
const MOST_MEGABYTES = 256;

/** Thickness of a table top over its width. */
const TABLE_SHARE = 0.03;
/** Wood is dull. */
const TABLE_GLOSS = 0.1;

/** The models of a traced picture; files are named from where the command was given. */
export async function readInside({ inside }: Scene, context: CommandContext): Promise<ModelOptions[]> {
  if (!inside) return [];
  const { model, triangles, size, position, colour } = inside;
  const place = { position, colour } as Pick<ModelOptions, 'position' | 'colour'>;
  if (model === 'knot') return [{ mesh: torusKnot({ radius: size / 2, triangles }), ...place }];
  if (model === 'table') {
    return [{ mesh: tableTop({ radius: size / 2, thickness: size * TABLE_SHARE }), ...place, gloss: TABLE_GLOSS }];
  }
  if (!existsSync(model)) {
    throw new FailureError(`scene.inside.model must be "knot", "table" or a .glb file; there is no file "${model}".`);
  }
  const wish = { role: 'inside', file: model, label: model, what: 'model', megabytes: MOST_MEGABYTES } as const;
  return [{ mesh: readGlb(await readInput(context, wish), size, model), ...place }];
}
