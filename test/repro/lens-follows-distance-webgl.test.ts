/** The same as lens-follows-distance.test.ts of the WebGL2 renderer: it melts as the CPU does, before pictures and canvases. */
import { expect, test } from 'vitest';
import { webglLab } from '../browser/webgl-lab.ts';

const lab = webglLab();

/** Draws a window before a garden at two distances on GPU and CPU, and returns how far the pictures are from each other. */
function compare(focus: string, live: boolean): Promise<unknown> {
  return lab.run(`
    const image = { width: 512, height: 288, data: new Uint8ClampedArray(4 * 512 * 288).fill(255) };
    for (let p = 0; p < 512 * 288; p++) {
      const isDark = (Math.floor((p % 512) / 16) + Math.floor(p / 512 / 16)) % 2;
      if (isDark) image.data.fill(20, 4 * p, 4 * p + 3);
    }
    const canvas = Object.assign(document.createElement('canvas'), { width: 512, height: 288 });
    canvas.getContext('2d').putImageData(new ImageData(image.data, 512, 288), 0, 0);
    const frame = lib.simulation.frame();
    const [width, height] = [320, 180];
    const camera = { focus: '${focus}', aperture: 12, glow: 0 };
    const pictures = [300, 1e6].map((away) => {
      const backdrop = lib.createBackdrop({ kind: 'image', image, away });
      const renderer = lib.make({ camera });
      renderer.resize(width, height);
      if (${live}) renderer.setBackdrop(canvas, { away });
      else renderer.setBackdrop(backdrop);
      renderer.draw(frame);
      const gpu = renderer.readPixels();
      renderer.dispose();
      return [gpu, lib.renderBeauty(frame, { backdrop, camera, width, height })];
    });
    const [[nearGpu, nearCpu], [farGpu, farCpu]] = pictures;
    return {
      near: lib.differ(nearGpu, nearCpu).mean,
      far: lib.differ(farGpu, farCpu).mean,
      apart: lib.differ(nearGpu, farGpu).mean,
    };`);
}

test.each([
  ['glass', 'a picture'],
  ['street', 'a picture'],
  ['glass', 'a canvas'],
])('focused on the %s, before %s', async (focus, what) => {
  const { near, far, apart } = (await compare(focus, what === 'a canvas')) as Record<string, number>;
  // A canvas is melted on coarser pixels.
  const tolerance = what === 'a canvas' ? 6 : 1.5;
  expect(near).toBeLessThan(tolerance);
  expect(far).toBeLessThan(tolerance);
  expect(apart).toBeGreaterThan(2 * tolerance);
});
