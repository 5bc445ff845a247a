/** The same as backdrop-shift-at-odd-sizes.test.ts of the WebGL2 renderer, before pictures and canvases. */
import { describe, expect, test } from 'vitest';
import { webglLab } from '../browser/webgl-lab.ts';

const lab = webglLab();

const SIZES = [
  [1920, 1080],
  [1820, 1024],
  [3411, 1919],
] as const;

/**
 * How far from where its refraction map says drops show a UV ramp, on the mean of all their pixels, across and down; in parts of
 * the backdrop's width and height. A canvas has levels of sRGB bytes, which drivers round up: so a ramp that rises and one that
 * falls are drawn, and what makes both brighter is no shift.
 */
function shiftOf(width: number, height: number, live: boolean): Promise<unknown> {
  return lab.run(`
    const [{ renderMaps }, { encodeSrgb, decodeSrgb }] = await Promise.all([
      import('/render/offline/render-maps.js'),
      import('/render/picture/shade.js'),
    ]);
    const [width, height] = [${width}, ${height}];
    const ramp = (falls) => {
      const byte = (x) => Math.round(255 * encodeSrgb(falls ? 1 - x : x));
      const data = new Uint8ClampedArray(4 * width * height);
      for (let row = 0, p = 0; row < height; row++) {
        const green = byte((row + 0.5) / height);
        for (let col = 0; col < width; col++, p += 4) {
          data[p] = row ? data[4 * col] : byte((col + 0.5) / width);
          data[p + 1] = green;
          data[p + 2] = data[p + 3] = 255;
        }
      }
      return { data, width, height };
    };
    const simulation = lib.createSimulation('window-beads', { fine: null });
    simulation.advance(4);
    const frame = simulation.frame();
    const size = { width: 640, height: 360 };
    const camera = { blur: 0, glow: 0, tone: 'none', zoom: 2 };
    let maps;
    const draw = (image) => {
      const backdrop = lib.createBackdrop({ kind: 'image', image });
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d').putImageData(new ImageData(image.data, width, height), 0, 0);
      const renderer = lib.make({ camera });
      renderer.resize(size.width, size.height);
      renderer.setBackdrop(${live} ? canvas : backdrop);
      renderer.draw(frame);
      const { data } = renderer.readPixels();
      renderer.dispose();
      maps = renderMaps(frame, ['refraction', 'mask'], { backdrop, camera, ...size });
      return data;
    };
    const [rising, falling] = [draw(ramp(false)), draw(ramp(true))];
    const { refraction, mask } = maps;
    const shift = [0, 0];
    const seen = [0, 0];
    for (let p = 0; p < mask.length; p++) {
      const share = refraction[3 * p + 2];
      if (mask[p] < 1 || share < 0.5) continue;
      // The room's light has the ramp's mean, (½, ½, 1), and cancels.
      const light = (shown, c) => decodeSrgb(shown[4 * p + c] / 255);
      const above = (shown, c) => (light(shown, c) - 0.5 * light(shown, 2)) / share;
      for (const c of [0, 1]) {
        const uv = refraction[3 * p + c];
        if (Math.abs(uv - 0.5) > 0.3) continue;
        shift[c] += 0.5 + (above(rising, c) - above(falling, c)) / 2 - uv;
        seen[c]++;
      }
    }
    return { seen: Math.min(...seen), across: shift[0] / seen[0], down: shift[1] / seen[1] };`);
}

describe.each(SIZES)('before %d × %d px', (width, height) => {
  test.each(['a picture', 'a canvas'])('of %s drops show what their refraction map says', async (what) => {
    const { seen, across, down } = (await shiftOf(width, height, what === 'a canvas')) as Record<string, number>;
    expect(seen).toBeGreaterThan(2000);
    expect(Math.abs(across)).toBeLessThan(0.001);
    expect(Math.abs(down)).toBeLessThan(0.001);
  });
});
