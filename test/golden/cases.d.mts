import type { Simulation } from 'rivulet';
import type { BeautyView, CameraOptions, DebugView, Picture } from 'rivulet/offline';

export interface PictureCase {
  readonly scene: string;
  readonly view: DebugView | BeautyView;
  /** Of the file; the view's if there is none. */
  readonly name?: string;
  /** Kind of the painted backdrop, for views with light. */
  readonly backdrop?: 'street' | 'night' | 'garden';
  readonly camera?: CameraOptions;
  readonly quality?: 'fast' | 'high';
  /** [px], for views with light. */
  readonly height?: number;
  /** [s] */
  readonly at: number;
  /** [px] */
  readonly width: number;
}
export const HASH_AT: number;
export const SAVE_AT: number;
export const PICTURES: readonly PictureCase[];
export const HASHED: readonly string[];
export function simulationOf(name: string, kernels?: 'auto' | 'simd' | 'reference'): Simulation;
export function hashOf(name: string, kernels?: 'auto' | 'simd' | 'reference'): string;
export function allHashes(): Record<string, string>;
export function fileOf(picture: PictureCase): string;
export function paint(picture: PictureCase): Picture;
