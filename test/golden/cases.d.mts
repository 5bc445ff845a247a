import type { DebugView, Picture } from 'rivulet/offline';

export interface PictureCase {
  readonly scene: string;
  readonly view: DebugView;
  /** [s] */
  readonly at: number;
  /** [px] */
  readonly width: number;
}
export const HASH_AT: number;
export const SAVE_AT: number;
export const PICTURES: readonly PictureCase[];
export function hashOf(scene: string, kernels?: 'auto' | 'simd' | 'reference'): string;
export function allHashes(): Record<string, string>;
export function fileOf(picture: PictureCase): string;
export function paint(picture: PictureCase): Picture;
