/** The canvas as a picture. */
import type { Gl } from './resources.js';

/** Four bytes a pixel, not premultiplied, row after row. A browser's `ImageData` is one. */
export interface Screenshot {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** [px]. */
  readonly width: number;
  readonly height: number;
}

/** Reads what was drawn: first row first, and colours no longer multiplied by alpha. */
export function readPicture(gl: Gl): Screenshot {
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const bytes = new Uint8Array(4 * width * height);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  const data = new Uint8ClampedArray(bytes.length);
  const line = 4 * width;
  for (let row = 0; row < height; row++)
    data.set(bytes.subarray(row * line, (row + 1) * line), (height - 1 - row) * line);
  for (let p = 0; p < data.length; p += 4) {
    const alpha = data[p + 3];
    if (alpha === 0 || alpha === 255) continue;
    for (let c = 0; c < 3; c++) data[p + c] = (data[p + c] * 255) / alpha;
  }
  return { data, width, height };
}
