/** The door: whatever comes in leaves as a valid, frozen scene, or as one error with one line. */
import * as v from 'valibot';
import { RivuletError } from '../core/errors.js';
import type { ModelDefinition } from '../models/model.js';
import { finishScene } from './checks.js';
import { formatPath } from './messages.js';
import type { Scene } from './scene.js';
import { sceneSchema } from './schema.js';

/**
 * Checks a scene, fills in the defaults of every option, turns strings with units into mm, mg, s and rad, and freezes the
 * result. Throws a RivuletError about the first problem. `input` itself is left as it is.
 */
export function parseScene(input: unknown, models: readonly ModelDefinition[]): Scene {
  const result = v.safeParse(sceneSchema(models), input, { abortEarly: true, abortPipeEarly: true });
  if (!result.success) throw sceneError(result.issues[0]);
  return deepFreeze(finishScene(result.output));
}

/** The issue as one line, led by its place in the scene. */
function sceneError(issue: v.BaseIssue<unknown>): RivuletError {
  const keys = (issue.path ?? []).map(({ key }) => key as PropertyKey);
  // A key too much is told of the part that has it.
  const unknownKey = issue.type === 'strict_object' && issue.expected === 'never';
  const subject = formatPath(unknownKey ? keys.slice(0, -1) : keys);
  return new RivuletError(`${subject} ${issue.message}`, formatPath(keys));
}

function deepFreeze<Part>(value: Part): Part {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}
