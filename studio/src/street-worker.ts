/** The thread that paints the street around a vehicle on its way: each picture takes a few tenths of a second. */
import type { BackdropOptions } from 'rivulet/offline';
import { pixelsAround } from './around.js';

const scope = globalThis as unknown as {
  onmessage: (event: { data: { backdrop: BackdropOptions; width: number } }) => void;
  postMessage(pixels: Uint16Array, transfer: ArrayBuffer[]): void;
};

scope.onmessage = ({ data: { backdrop, width } }) => {
  const pixels = pixelsAround(backdrop, width);
  scope.postMessage(pixels, [pixels.buffer]);
};
