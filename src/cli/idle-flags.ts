/** Options that have no effect on the view that is asked for: refused, since a hand that gave them waits for one. */
import type { SceneInput } from '../index.js';
import { BEAUTY_VIEWS } from '../render/offline/index.js';
import type { Arguments } from './command.js';
import { UsageError } from './errors.js';
import type { AnyView } from './painter.js';

/** Views that an option has an effect on; options that stand for all are left out. */
const VIEWS_OF_FLAG: Readonly<Record<string, readonly AnyView[]>> = {
  backdrop: ['beauty', 'refraction'],
  quality: ['beauty', 'mask'],
  threads: BEAUTY_VIEWS,
};

/** The same for parts of the scene, which `--set` changes. */
const VIEWS_OF_PART: Readonly<Record<string, readonly AnyView[]>> = {
  backdrop: VIEWS_OF_FLAG.backdrop,
  camera: BEAUTY_VIEWS,
};

/** Throws if an option or a change to the scene would be asked for in vain. */
export function checkIdleFlags(given: Arguments, changes: SceneInput, view: AnyView): void {
  for (const [name, views] of Object.entries(VIEWS_OF_FLAG)) {
    if (given.has(name)) checkView(`--${name}`, views, view);
  }
  for (const [part, views] of Object.entries(VIEWS_OF_PART)) {
    if (Object.hasOwn(changes, part)) checkView(`--set ${part}`, views, view);
  }
}

function checkView(option: string, views: readonly AnyView[], view: AnyView): void {
  if (views.includes(view)) return;
  const list = `${views.slice(0, -1).join(', ')} and ${views.at(-1)}`;
  throw new UsageError(
    `${option} is for the views ${list}; got it with ${view}. Leave it out, or take another --view.`,
  );
}
