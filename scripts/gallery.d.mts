export interface GalleryScene {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
}
export interface GalleryGroup {
  readonly heading: string;
  readonly scenes: readonly GalleryScene[];
}
export const MOST_BYTES: number;
export function galleryGroups(): Promise<GalleryGroup[]>;
export function galleryPage(groups: readonly GalleryGroup[]): string;
