/** Canvases and videos behind the glass. */
import { expect, test } from 'vitest';
import { webglLab } from './webgl-lab.ts';

const lab = webglLab();
const { run } = lab;

test('a canvas behind the glass is read again when it changes; blur and fog at zero show it as it is', async () => {
  const result = await run(`
    const source = document.createElement('canvas');
    source.width = 64; source.height = 36;
    const paint = source.getContext('2d');
    const fill = (colour) => { paint.fillStyle = colour; paint.fillRect(0, 0, 64, 36); };
    const dry = lib.createSimulation('window', { rain: { kind: 'none' }, fine: null });
    const middles = [];
    for (const blur of [0, 0.05]) {
      const renderer = lib.make({ camera: { blur } });
      renderer.resize(160, 90);
      renderer.setBackdrop(source);
      for (const colour of ['rgb(200,40,90)', 'rgb(10,120,60)']) {
        fill(colour);
        renderer.draw(dry.frame());
        middles.push([...renderer.readPixels().data.subarray(4 * (45 * 160 + 80)).subarray(0, 3)]);
      }
      renderer.dispose();
    }
    return middles;`);
  const close = (colour: number[]) => colour.map((value) => expect.closeTo(value, -0.5));
  expect(result).toEqual(
    [
      [200, 40, 90],
      [10, 120, 60],
      [200, 40, 90],
      [10, 120, 60],
    ].map(close),
  );
});

test('a live canvas in fog costs no new textures from one picture to the next, and new ones of another size', async () => {
  const result = await run(`
    const fogged = lib.createSimulation('window-fog');
    fogged.advance(0.1);
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const paint = canvas.getContext('2d');
    const renderer = lib.make();
    renderer.resize(160, 90);
    renderer.setBackdrop(canvas);
    let made = 0;
    const { createTexture } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.createTexture = function () { made++; return createTexture.call(this); };
    const picture = (colour) => {
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 64, 36);
      fogged.advance(1 / 30);
      renderer.draw(fogged.frame());
      const before = made;
      made = 0;
      return before;
    };
    ['red', 'green', 'blue', 'red'].forEach(picture);
    const kept = ['green', 'blue', 'red', 'green'].map(picture);
    renderer.resize(200, 90);
    const resized = picture('blue');
    WebGL2RenderingContext.prototype.createTexture = createTexture;
    renderer.dispose();
    return { kept, resized: resized > 0 };`);
  expect(result).toEqual({ kept: [0, 0, 0, 0], resized: true });
});

test('fog before a canvas is as bright as before the same picture', async () => {
  const result = await run(`
    const fogged = lib.createSimulation('window-fog', { rain: { kind: 'none' }, fine: null });
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const paint = canvas.getContext('2d');
    paint.fillStyle = 'rgb(40,60,30)';
    paint.fillRect(0, 0, 64, 36);
    const { data, width, height } = paint.getImageData(0, 0, 64, 36);
    return [canvas, lib.createBackdrop({ kind: 'image', image: { data, width, height } })].map((source) => {
      const renderer = lib.make();
      renderer.resize(160, 90);
      renderer.setBackdrop(source);
      renderer.draw(fogged.frame());
      const [mean] = lib.mean(renderer.readPixels());
      renderer.dispose();
      return mean;
    });`);
  const [live, still] = result as number[];
  expect(live).toBeCloseTo(still, -0.3);
});

test('what is partly clear of a canvas is laid over black, as that of a picture is', async () => {
  const result = await run(`
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const paint = canvas.getContext('2d');
    // Half of it partly clear, and small lamps on nothing: far away their light must not be lost.
    paint.fillStyle = 'rgba(255,120,40,0.5)';
    paint.fillRect(0, 0, 32, 36);
    paint.fillStyle = 'rgb(255,255,255)';
    for (let y = 0; y < 36; y += 4) for (let x = 32; x < 64; x += 4) paint.fillRect(x, y, 1, 1);
    const dry = lib.createSimulation('window', { rain: { kind: 'none' }, fine: null });
    const bitmap = await createImageBitmap(canvas);
    return [0, 0.1].map((blur) => {
      const [live, still] = [canvas, bitmap].map((source) => {
        const renderer = lib.make({ camera: { blur } });
        renderer.resize(160, 90);
        renderer.setBackdrop(source);
        renderer.draw(dry.frame());
        const shot = renderer.readPixels();
        renderer.dispose();
        return shot;
      });
      /** Mean of red in the left half, or the right. */
      const red = ({ data }, from) => { let sum = 0; for (let y = 20; y < 70; y++) for (let x = from; x < from + 50; x++) sum += data[4 * (y * 160 + x)]; return sum / 2500; };
      return { apart: lib.differ(live, still).mean, reds: [red(still, 15), red(still, 95)] };
    });`);
  for (const { apart, reds } of result as { apart: number; reds: number[] }[]) {
    expect(apart).toBeLessThan(3);
    // Half the light of 255; and a sixteenth of it at most, which is not none.
    expect(reds[0]).toBeCloseTo(188, -1);
    expect(reds[1]).toBeGreaterThan(15);
  }
});

test('a live canvas that outgrows what can be read is reported', async () => {
  const said = await run(`
    const renderer = lib.make();
    renderer.resize(32, 18);
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 });
    canvas.getContext('2d');
    renderer.setBackdrop(canvas);
    renderer.draw(lib.simulation.frame());
    canvas.height = 16385;
    const said = await lib.said(() => renderer.draw(lib.simulation.frame()));
    renderer.dispose();
    return said;`);
  expect(said).toMatch(/^RivuletError: backdrop must be at most \d+ px a side here; got 8 x 16385 px/);
});

test('a video behind the glass: before it begins nothing breaks, then it is seen', async () => {
  const [red, , blue] = (await run(`
    const source = document.createElement('canvas');
    source.width = 64; source.height = 36;
    const paint = source.getContext('2d');
    let tick = 0;
    const timer = setInterval(() => { paint.fillStyle = 'rgb(220,60,' + (tick++ % 2) + ')'; paint.fillRect(0, 0, 64, 36); }, 20);
    const video = document.createElement('video');
    video.muted = true;
    const renderer = lib.make();
    renderer.resize(160, 90);
    renderer.setBackdrop(video);
    renderer.draw(lib.simulation.frame());
    video.srcObject = source.captureStream();
    const painted = new Promise((done) => video.requestVideoFrameCallback(done));
    await video.play();
    await painted;
    renderer.draw(lib.simulation.frame());
    const shot = renderer.readPixels();
    clearInterval(timer);
    renderer.dispose();
    return [...shot.data.subarray(0, 3)];`)) as number[];
  expect(red).toBeGreaterThan(180);
  expect(blue).toBeLessThan(60);
});

test('the console stayed silent', () => {
  expect(lab.said).toEqual([]);
});
