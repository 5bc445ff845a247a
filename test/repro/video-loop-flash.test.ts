/** A looping video flashed flat grey where it began again. */
import { expect, test } from 'vitest';
import { recordVideo } from '../browser/video.ts';
import { webglLab } from '../browser/webgl-lab.ts';

const { run } = webglLab();

// A loop is a seek to the beginning: until its picture is decoded the browser has none to give (readyState 1).
test('a video that seeks keeps its last picture until the next one is there', async () => {
  const result = await run(`
    const video = document.createElement('video');
    Object.assign(video, { muted: true, src: URL.createObjectURL(await ${recordVideo(['#f00', '#00f'])}) });
    await new Promise((done) => { video.onloadeddata = done; });
    video.currentTime = 0.3;
    await new Promise((done) => { video.onseeked = done; });
    const renderer = lib.make();
    renderer.resize(160, 90);
    renderer.setBackdrop(video);
    const look = () => {
      renderer.draw(lib.simulation.frame());
      return renderer.readPixels();
    };
    const before = look();
    video.currentTime = 0;
    const { readyState } = video;
    const { mean } = lib.differ(before, look());
    const colours = [before.data[0], before.data[4 * 159 + 2]];
    renderer.dispose();
    return { readyState, colours, mean };`);
  expect(result).toEqual({ readyState: 1, colours: [expect.closeTo(254, -1), expect.closeTo(254, -1)], mean: 0 });
});
