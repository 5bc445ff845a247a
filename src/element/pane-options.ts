import { WIPING } from '../core/build-flags.js';
import { checkNumber, describeValue, RivuletError } from '../core/errors.js';
import type { KernelChoice } from '../kernels/open-kernels.js';
import type { BackdropSource } from '../render/webgl/index.js';
import type { SceneInput } from '../scene/scene.js';
import type { Controls } from './play-control.js';
import type { CreateRenderer, Quality } from './renderer.js';
import type { RunningDrop } from './run-watch.js';

/** A pane of glass in a page. */
export interface PaneOptions {
  /** A preset's name, or a scene. Default 'window', or what the file has instead of it. */
  scene?: string | SceneInput;
  /** Merged into the scene, part by part. Default {}. */
  overrides?: SceneInput;
  /** What stands behind the glass instead of the scene's backdrop: an address, or a picture, video or canvas of the page. Default null. */
  src?: string | BackdropSource | null;
  /** Begin with the water standing still. Default false. */
  paused?: boolean;
  /** Draw the drops alone, so that the page shows through. Default false. */
  transparent?: boolean;
  /** How much care goes into a picture: 'high', 'fast', or 'auto', which adapts its resolution to the machine. Default 'auto'. */
  quality?: Quality;
  /** What the pressed pointer does: 'wipe' clears water along its way, 'none' nothing. Default 'wipe'; in a file without wiping 'none'. */
  pointer?: 'wipe' | 'none';
  /**
   * Where the button stands that pauses the rain: 'bottom-right', 'bottom-left', 'top-right', 'top-left', or 'none' where the
   * page has a control of its own, which sets `paused`. Default 'bottom-right'.
   */
  controls?: Controls;
  /** Most device pixels drawn a CSS pixel, 0.25 to 8. Default 2. */
  maxPixelRatio?: number;
  /** Accessible name of the pane. Default 'Rain on a window'. */
  label?: string;
  /** Run the simulation in a worker. Default true. */
  worker?: boolean;
  /** Which kernels. Default 'auto'. */
  kernels?: KernelChoice;
  /** Makes the renderer. Default WebGL2. */
  createRenderer?: CreateRenderer;
  /** Ends the mounting, or the mounted pane, when it aborts. */
  signal?: AbortSignal;
  /** The first picture is there. */
  onReady?: () => void;
  /** Something failed, and what to do about it; the pane goes on with what it had. Default: one line on the console. */
  onError?: (error: Error) => void;
  /** A drop began to run: the heaviest of them, ten times a simulated second at most. */
  onDrop?: (drop: RunningDrop) => void;
}

/** Accessible name of a pane without `label`. */
export const DEFAULT_LABEL = 'Rain on a window';

/** What the pressed pointer does if nothing else is said: the first of its words. */
export const DEFAULT_POINTER: 'wipe' | 'none' = WIPING ? 'wipe' : 'none';
/** What a file without wiping says where it is asked for. */
export const NO_WIPING = 'this build has no wiping. rivulet/element has.';

const WORDS = {
  quality: ['auto', 'fast', 'high'],
  pointer: WIPING ? ['wipe', 'none'] : ['none'],
  controls: ['bottom-right', 'bottom-left', 'top-right', 'top-left', 'none'],
} as const;
const PIXEL_RATIO = { min: 0.25, max: 8 };
/** The options of `mountPane`, by name. */
export const PANE_OPTION_NAMES: readonly string[] = [
  'scene',
  'overrides',
  'src',
  'paused',
  'transparent',
  'quality',
  'pointer',
  'controls',
  'maxPixelRatio',
  'label',
  'worker',
  'kernels',
  'createRenderer',
  'signal',
  'onReady',
  'onError',
  'onDrop',
] satisfies (keyof PaneOptions)[];

/** What becomes of an error that the page does not handle: one line on the console. */
export function logError(error: unknown): void {
  console.error(`rivulet: ${error instanceof Error ? error.message : error}`);
}

/** Throws unless the options that are not part of a scene are valid. */
export function checkPaneOptions(options: PaneOptions): void {
  for (const name of Object.keys(options)) {
    if (PANE_OPTION_NAMES.includes(name)) continue;
    throw new RivuletError(`options have no "${name}". What a scene has goes into overrides.`, name);
  }
  for (const name of ['quality', 'pointer', 'controls'] as const) checkPaneWord(name, options[name]);
  if (options.maxPixelRatio !== undefined) checkNumber(options.maxPixelRatio, PIXEL_RATIO, 'maxPixelRatio');
}

/** Throws unless the option is absent or one of its words. */
export function checkPaneWord(name: keyof typeof WORDS, value: unknown): void {
  const words: readonly unknown[] = WORDS[name];
  if (value === undefined || words.includes(value)) return;
  const allowed = words.map((word) => `"${word}"`).join(' or ');
  const remedy = WIPING || name !== 'pointer' ? '' : `: ${NO_WIPING}`;
  throw new RivuletError(`${name} must be ${allowed}; got ${describeValue(value)}${remedy || '.'}`, name);
}

/** The element that is meant: itself, or the first that a selector finds. */
export function findTarget(target: HTMLElement | string): HTMLElement {
  if (typeof target !== 'string') {
    if (target instanceof HTMLElement) return target;
    throw new RivuletError(`target must be an element or a selector; got ${describeValue(target)}.`, 'target');
  }
  const found = document.querySelector<HTMLElement>(target);
  if (found) return found;
  throw new RivuletError(
    `target must be on the page; nothing matches "${target}". Mount after the page is there.`,
    'target',
  );
}
