/** Panes for drops with bodies: the model `rivulet`. */
import type { SceneInput } from 'rivulet';
import { openLab, STRAIGHT } from './chen-lab.ts';

export const DEGREE = Math.PI / 180;

/** Chen's bare pane with bodies; every feature is off by default. */
export function withCaps(changes: SceneInput = {}, model: Record<string, unknown> = {}) {
  const bare = { residuals: false, merging: false, smoothing: false, erosion: false };
  return openLab({ ...changes, model: { name: 'rivulet', ...bare, ...STRAIGHT, ...model } });
}
