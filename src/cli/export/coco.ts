/** Drops as COCO annotations: a box and a mask for each, from the ids of the pixels. */

/** One drop of one picture. */
export interface CocoAnnotation {
  readonly id: number;
  readonly image_id: number;
  readonly category_id: 1;
  /** Left, top, width, height [px]. */
  readonly bbox: readonly [number, number, number, number];
  /** Pixels. */
  readonly area: number;
  readonly iscrowd: 0;
  /** Run lengths, column after column, that of dry pixels first. */
  readonly segmentation: {
    readonly size: readonly [height: number, width: number];
    readonly counts: readonly number[];
  };
  /** The drop's id in the simulation, as in the map `id` and the table of drops. */
  readonly drop: number;
}

/** Annotations of the drops in a picture, in the order of their ids, numbered from `first` on. */
export function annotate(
  ids: Uint32Array,
  width: number,
  height: number,
  image: number,
  first: number,
): CocoAnnotation[] {
  const drops = new Map<number, Mask>();
  for (let col = 0; col < width; col++) {
    for (let row = 0; row < height; row++) {
      const drop = ids[row * width + col];
      if (drop === 0) continue;
      let mask = drops.get(drop);
      if (!mask) drops.set(drop, (mask = new Mask()));
      mask.add(col, row, height);
    }
  }
  const sorted = [...drops].sort(([a], [b]) => a - b);
  return sorted.map(([drop, mask], n) => ({
    id: first + n,
    image_id: image,
    category_id: 1,
    bbox: mask.box,
    area: mask.area,
    iscrowd: 0,
    segmentation: { size: [height, width], counts: mask.counts(width * height) },
    drop,
  }));
}

/** Pixels of one drop, which come in the order of their columns. */
class Mask {
  area = 0;
  readonly #runs: number[] = [];
  /** The pixel after the last one, counted down the columns. */
  #end = 0;
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = 0;
  #bottom = 0;

  add(col: number, row: number, height: number): void {
    const place = col * height + row;
    if (place === this.#end && this.#runs.length > 0) this.#runs[this.#runs.length - 1] += 1;
    else this.#runs.push(place - this.#end, 1);
    this.#end = place + 1;
    this.area += 1;
    this.#left = Math.min(this.#left, col);
    this.#right = Math.max(this.#right, col);
    this.#top = Math.min(this.#top, row);
    this.#bottom = Math.max(this.#bottom, row);
  }

  get box(): [number, number, number, number] {
    return [this.#left, this.#top, this.#right - this.#left + 1, this.#bottom - this.#top + 1];
  }

  counts(pixels: number): number[] {
    return this.#end < pixels ? [...this.#runs, pixels - this.#end] : this.#runs;
  }
}

/** The whole file. */
export function cocoFile(images: readonly object[], annotations: readonly CocoAnnotation[]): string {
  const categories = [{ id: 1, name: 'drop', supercategory: 'water' }];
  const info = { description: 'Drops and their trails on glass, by rivulet export' };
  return `${JSON.stringify({ info, images, annotations, categories })}\n`;
}
