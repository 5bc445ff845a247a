import { readCamera } from '../render/picture/camera.js';
import type { Scene, SceneInput } from '../scene/scene.js';

/** Attributes that need new water: a change of one starts the rain again. */
export const WATER_ATTRIBUTES = ['scene', 'model', 'seed', 'fine'] as const;
/** Attributes that change the scene while it runs. */
export const LIVE_ATTRIBUTES = ['rain', 'wind', 'tilt', 'coating', 'focus', 'blur', 'drop-size', 'refraction'] as const;
/** Attributes that change the picture alone. */
export const PICTURE_ATTRIBUTES = [
  'src',
  'paused',
  'transparent',
  'quality',
  'pointer',
  'controls',
  'aria-label',
] as const;

export const ATTRIBUTES = [...WATER_ATTRIBUTES, ...LIVE_ATTRIBUTES, ...PICTURE_ATTRIBUTES] as const;
export type LiveAttribute = (typeof LIVE_ATTRIBUTES)[number];

type RainInput = NonNullable<SceneInput['rain']>;
type Read = (name: string) => string | null;

/** What the water starts from. */
export interface Water {
  readonly scene: string | undefined;
  readonly overrides: SceneInput;
}

/** The scene's name, if there is one, and what the attributes change of it from the start. */
export function waterOf(read: Read): Water {
  const seed = read('seed');
  const model = read('model');
  const fine = read('fine');
  return {
    scene: read('scene') || undefined,
    overrides: {
      // The parser refuses what is no number, with the range of seeds.
      ...(seed === null ? {} : { seed: seed.trim() === '' ? Number.NaN : Number(seed) }),
      ...(model ? { model: { name: model } } : {}),
      ...(fine === null ? {} : { fine: isNone(fine) ? null : { density: fine } }),
    },
  };
}

/** The same with the size of drops, by which the glass is made. A bad one is left out here, and reported when it is applied. */
export function fromStart(water: Water, read: Read): Water {
  const dropSize = read('drop-size');
  try {
    readCamera({ dropSize });
  } catch {
    return water;
  }
  return dropSize === null ? water : { ...water, overrides: { ...water.overrides, camera: { dropSize } } };
}

/** The patch of a running scene for an attribute; without the attribute the scene's own value is restored. */
export function livePatch(name: LiveAttribute, value: string | null, start: Scene): SceneInput {
  switch (name) {
    case 'rain':
      return { rain: value === null ? (start.rain as RainInput) : rainOf(value, start) };
    case 'wind':
      return { wind: { speed: value ?? start.wind.speed } };
    case 'tilt':
      return { surface: { tilt: value ?? ('tilt' in start.surface ? start.surface.tilt : 0) } };
    case 'coating':
      return { coating: value === null ? start.coating : coatingOf(value) };
    case 'drop-size':
      // The scene at the start has the attribute's; presets have none of their own.
      return { camera: { dropSize: value } };
    default:
      return { camera: { [name]: value === null ? (start.camera[name] ?? null) : numberIn(value) } };
  }
}

/** The number that a text holds. Other texts go to the camera unchanged, which reads words and units and reports errors. */
function numberIn(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** The advancing angle and, behind a space, the receding one. */
function coatingOf(value: string): SceneInput['coating'] {
  const [, advancing, receding] = /^\s*(\S*)\s*(.*)$/.exec(value) ?? [];
  return receding ? { advancing, receding } : { advancing };
}

/** "none", drops a second, or a depth. Rain that has a rate keeps its kind; any other becomes uniform rain. */
function rainOf(value: string, { rain }: Scene): RainInput {
  if (isNone(value)) return { kind: 'none' };
  return { kind: 'rate' in rain ? rain.kind : 'uniform', rate: value };
}

function isNone(value: string): boolean {
  return value.trim() === 'none';
}

/** Are two pieces of plain JSON equal? */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
