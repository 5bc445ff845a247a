import type { Scene, SceneInput } from '../scene/scene.js';

/** Attributes that name another water: a change of one starts the rain anew. */
export const WATER_ATTRIBUTES = ['scene', 'model', 'seed'] as const;
/** Attributes that change the scene while it runs. */
export const LIVE_ATTRIBUTES = ['rain', 'wind', 'tilt', 'focus'] as const;
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

/** The scene's name, if there is one, and what the attributes change of it from the start. */
export function waterOf(read: Read): { scene: string | undefined; overrides: SceneInput } {
  const seed = read('seed');
  const model = read('model');
  return {
    scene: read('scene') || undefined,
    overrides: {
      // What is no number is refused by the scene, which says what a seed may be.
      ...(seed === null ? {} : { seed: seed.trim() === '' ? Number.NaN : Number(seed) }),
      ...(model ? { model: { name: model } } : {}),
    },
  };
}

/** The patch that makes a running scene what an attribute says, or what it was at the start if the attribute is gone. */
export function livePatch(name: LiveAttribute, value: string | null, start: Scene): SceneInput {
  switch (name) {
    case 'rain':
      return { rain: value === null ? (start.rain as RainInput) : rainOf(value, start) };
    case 'wind':
      return { wind: { speed: value ?? start.wind.speed } };
    case 'tilt':
      return { surface: { tilt: value ?? start.surface.tilt } };
    case 'focus':
      return { camera: { focus: value ?? start.camera.focus } };
  }
}

/** "none", drops a second, or a depth. Rain that has a rate keeps its kind; any other becomes uniform rain. */
function rainOf(value: string, { rain }: Scene): RainInput {
  if (value.trim() === 'none') return { kind: 'none' };
  return { kind: 'rate' in rain ? rain.kind : 'uniform', rate: value };
}
