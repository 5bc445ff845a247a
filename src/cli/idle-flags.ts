/** Options that have no effect on what is asked for: refused, since a hand that gave them waits for one. */
import type { SceneInput } from '../index.js';
import type { Arguments } from './command.js';
import { UsageError } from './errors.js';

/** What a command's options have an effect on; options that stand for everything are left out. */
export interface Effects {
  /** How the command calls what it draws, and the flag that chooses it: `views`, `view`. */
  readonly noun: string;
  readonly flag: string;
  /** Views that a flag has an effect on. */
  readonly flags: Readonly<Record<string, readonly string[]>>;
  /** The same for parts of the scene, which `--set` changes. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

/** Throws if an option or a change to the scene would be asked for in vain with the views that were `chosen`. */
export function checkIdleFlags(
  given: Arguments,
  changes: SceneInput,
  chosen: readonly string[],
  { noun, flag, flags, parts }: Effects,
): void {
  const check = (option: string, views: readonly string[]) => {
    if (chosen.some((view) => views.includes(view))) return;
    const remedy = `Leave it out, or take another --${flag}.`;
    throw new UsageError(`${option} is for ${listOf(noun, views)}; got it with ${chosen.join(', ')}. ${remedy}`);
  };
  for (const [name, views] of Object.entries(flags)) if (given.has(name)) check(`--${name}`, views);
  for (const [part, views] of Object.entries(parts)) if (Object.hasOwn(changes, part)) check(`--set ${part}`, views);
}

function listOf(noun: string, views: readonly string[]): string {
  if (views.length === 1) return `the ${noun.replace(/s$/, '')} ${views[0]}`;
  return `the ${noun} ${views.slice(0, -1).join(', ')} and ${views.at(-1)}`;
}
