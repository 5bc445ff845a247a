import type { Scene } from '../src/scene/scene.ts';

/** A bundler plugin that writes what a finished scene fixes into the code. */
export function specialise(
  scene: Pick<Scene, 'model' | 'surface' | 'fine' | 'fog' | 'film' | 'wind' | 'motion' | 'wipers'>,
): {
  name: string;
  transform(code: string, id: string): { code: string; map: null } | null;
};
