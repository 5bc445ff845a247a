/** The life of renderers on a page: sizes, lost contexts, leaks, neighbours, clear glass, and what goes wrong. */
import { expect, test } from 'vitest';
import { makeAndDispose, NOTHING_LEFT, webglLab } from './webgl-lab.ts';

const lab = webglLab();
const { run } = lab;

test('twenty sizes between 160 × 90 and 1920 × 1080, zero among them, and the rain goes on', async () => {
  // Each a share larger than the one below it: few of them are large, which costs most of the time without a graphics card.
  const result = await run(`
    const renderer = lib.make();
    renderer.setBackdrop(lib.backdrop);
    const seen = [];
    for (let n = 0; n < 20; n++) {
      const width = Math.round(160 * 12 ** (((7 * n) % 20) / 19));
      if (n === 9) { renderer.resize(0, 0); renderer.draw(lib.simulation.frame()); }
      renderer.resize(width, Math.round((width * 9) / 16));
      lib.simulation.advance(1 / 60);
      renderer.draw(lib.simulation.frame());
      if (n % 5 === 2) { const shot = renderer.readPixels(); seen.push(shot.width === width && lib.mean(shot)[0] > 20); }
    }
    renderer.dispose();
    return seen;`);
  expect(result).toEqual([true, true, true, true]);
});

test('a lost context comes back with the same picture', async () => {
  const result = await run(`
    const canvas = lib.makeCanvas();
    let lost = 0;
    let leave, restored;
    const gone = new Promise((done) => { leave = done; });
    const back = new Promise((done) => { restored = done; });
    const renderer = lib.make({ onContextLost: () => { lost++; leave(); }, onContextRestored: () => restored() }, canvas);
    renderer.resize(320, 180);
    renderer.setBackdrop(lib.backdrop);
    renderer.draw(lib.simulation.frame());
    const before = renderer.readPixels();
    const key = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    key.loseContext();
    await gone;
    await new Promise((done) => setTimeout(done)); // the event is over by then
    const during = renderer.lost;
    renderer.draw(lib.simulation.frame());
    key.restoreContext();
    await back;
    renderer.draw(lib.simulation.frame());
    const after = renderer.readPixels();
    const result = { lost, during, now: renderer.lost, ...lib.differ(before, after) };
    renderer.dispose();
    return result;`);
  expect(result).toEqual({ lost: 1, during: true, now: false, mean: 0, outside: 0 });
});

// More than the 16 contexts that Chromium keeps at a time; leaks.slow.test.ts makes fifty.
test('twenty renderers, one after another, leave nothing behind', async () => {
  expect(await makeAndDispose(lab, 20)).toEqual(NOTHING_LEFT);
});

test('a canvas serves again after its renderer was disposed of', async () => {
  const result = await run(`
    const canvas = lib.makeCanvas();
    const shots = [];
    for (let n = 0; n < 3; n++) {
      let ready;
      const back = new Promise((done) => { ready = done; });
      const renderer = lib.make({ onContextRestored: () => ready() }, canvas);
      renderer.resize(160, 90);
      renderer.setBackdrop(lib.backdrop);
      if (renderer.lost) await back;
      renderer.draw(lib.simulation.frame());
      shots.push(renderer.readPixels());
      renderer.dispose();
    }
    return [lib.differ(shots[0], shots[1]).mean, lib.differ(shots[0], shots[2]).mean];`);
  expect(result).toEqual([0, 0]);
});

test('two on a page do not disturb each other', async () => {
  const result = await run(`
    const alone = lib.make();
    const other = lib.make({ camera: { zoom: 3 } });
    for (const renderer of [alone, other]) { renderer.resize(320, 180); renderer.setBackdrop(lib.backdrop); }
    alone.draw(lib.simulation.frame());
    const first = alone.readPixels();
    other.draw(lib.simulation.frame());
    const second = other.readPixels();
    other.dispose();
    alone.draw(lib.simulation.frame());
    const again = alone.readPixels();
    alone.dispose();
    return { same: lib.differ(first, again).mean, apart: lib.differ(first, second).mean > 1 };`);
  expect(result).toEqual({ same: 0, apart: true });
});

test('transparent: glass is clear, drops are opaque with the backdrop inside, and the page shows through', async () => {
  const result = await run(`
    document.body.style.background = 'rgb(0,0,255)';
    const renderer = lib.make({ transparent: true });
    renderer.resize(640, 360);
    renderer.setBackdrop(lib.backdrop);
    renderer.draw(lib.simulation.frame());
    const { data } = renderer.readPixels();
    // As opaque as each pixel is covered.
    const mask = lib.renderBeauty(lib.simulation.frame(), { view: 'mask', backdrop: lib.backdrop, quality: 'fast', width: 640, height: 360 });
    let clear = 0, solid = 0, partly = 0, wrong = 0, off = 0;
    for (let p = 0; p < data.length; p += 4) {
      off += (4 * Math.abs(data[p + 3] - mask.data[p])) / data.length;
      if (data[p + 3] === 0) { clear++; if (data[p] || data[p + 1] || data[p + 2]) wrong++; }
      else if (data[p + 3] === 255) solid++;
      else partly++;
    }
    renderer.dispose();
    document.body.replaceChildren();
    const bare = lib.make({ transparent: true });
    bare.resize(640, 360);
    bare.draw(lib.simulation.frame());
    const shot = bare.readPixels();
    let most = 0, bright = 0, dark = 0;
    for (let p = 0; p < shot.data.length; p += 4) {
      most = Math.max(most, shot.data[p + 3]);
      if (shot.data[p + 3] > 100 && shot.data[p] > 200) bright++;
      if (shot.data[p + 3] > 50 && shot.data[p] < 60) dark++;
    }
    window.bare = bare;
    window.clear = clear / (640 * 360);
    return { clear: clear > 75000, off: off < 0.1, solid: solid > 500, partly: partly > 100, wrong, most: most < 255 && most > 120, bright: bright > 20, dark: dark > 20 };`);
  expect(result).toEqual({
    clear: true,
    off: true,
    solid: true,
    partly: true,
    wrong: 0,
    most: true,
    bright: true,
    dark: true,
  });
  // Where there is no water the page is seen, blue all through.
  await lab.page.evaluate('bare.draw(lib.simulation.frame())');
  const shot = await lab.page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 360 } });
  const [blue, clear] = await lab.page.evaluate<[number, number]>(
    `(async () => {
      const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,${shot.toString('base64')}')).blob());
      const context = new OffscreenCanvas(640, 360).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, 640, 360);
      let blue = 0;
      for (let p = 0; p < data.length; p += 4) if (data[p] < 3 && data[p + 1] < 3 && data[p + 2] > 252) blue++;
      bare.dispose();
      document.body.style.background = '';
      return [blue / (640 * 360), clear];
    })()`,
  );
  expect(clear).toBeGreaterThan(0.3);
  expect(blue).toBeGreaterThanOrEqual(clear);
  expect(blue).toBeLessThan(0.999);
});

test('transparent: fine drops are not seen through the drops that lie over them', async () => {
  const result = (await run(`
    const shots = [];
    const frame = lib.simulation.frame();
    const [chart] = frame.charts;
    const { amount } = chart.fine;
    const everywhere = { ...chart.fine, amount: { ...amount, data: new Float32Array(amount.data.length).fill(1) } };
    for (const fine of [everywhere, null]) {
      const renderer = lib.make({ transparent: true });
      renderer.resize(640, 360);
      renderer.draw({ ...frame, charts: [{ ...chart, fine }] });
      shots.push(renderer.readPixels().data);
      renderer.dispose();
    }
    const [over, alone] = shots;
    // Wholly inside a drop: water all around.
    const isInside = (p) => [-2564, -2560, -2556, -4, 0, 4, 2556, 2560, 2564].every((d) => alone[p + d + 3] > 8);
    let inside = 0, differ = 0, beside = 0;
    for (let p = 0; p < alone.length; p += 4) {
      if (!alone[p + 3] && over[p + 3]) beside++;
      if (!isInside(p)) continue;
      inside++;
      if ([0, 1, 2, 3].some((c) => over[p + c] !== alone[p + c])) differ++;
    }
    return { inside, differ, beside };`)) as { inside: number; differ: number; beside: number };
  expect(result.inside).toBeGreaterThan(1000);
  expect(result.beside).toBeGreaterThan(1000);
  // Where a trail ends on a drop a pixel of it may be water in part.
  expect(result.differ).toBeLessThan(result.inside / 500);
});

test('a frame of plain data, as a page may copy it, is drawn like any other', async () => {
  const result = await run(`
    const renderer = lib.make();
    renderer.resize(320, 180);
    renderer.setBackdrop(lib.backdrop);
    const frame = lib.simulation.frame();
    const [chart] = frame.charts;
    const plain = (map) => map && { data: map.data.slice(), width: map.width, height: map.height, stride: map.stride, version: map.version, cellSize: map.cellSize };
    const { fine } = chart;
    const caps = fine && { ...fine, amount: plain(fine.amount), generation: plain(fine.generation) };
    renderer.draw({ ...frame, charts: [{ cellSize: chart.cellSize, columns: chart.columns, rows: chart.rows, trail: plain(chart.trail), film: null, fog: plain(chart.fog), fine: caps }] });
    const first = renderer.readPixels();
    renderer.draw(frame);
    const result = lib.differ(first, renderer.readPixels()).mean;
    renderer.dispose();
    return result;`);
  expect(result).toBe(0);
});

test.each([
  ['a NaN ratio', 'lib.make({ pixelRatio: NaN })', /^RivuletError: pixelRatio must be 0.1 to 8; got NaN/],
  ['a NaN in the camera', 'lib.make({ camera: { blur: NaN } })', /^RivuletError: camera.blur must be/],
  ['an unknown quality', "lib.make({ quality: 'best' })", /^RivuletError: quality must be one of/],
  ['no canvas', 'lib.createPaneRenderer(null)', /^RivuletError: canvas must be a canvas/],
  [
    'a canvas in use',
    "const c = lib.makeCanvas(); c.getContext('2d'); lib.make({}, c)",
    /^RivuletError: canvas gives no WebGL2/,
  ],
  ['a NaN size', 'lib.make().resize(NaN, 3)', /^RivuletError: cssWidth must be/],
  ['a backdrop that is none', 'lib.make().setBackdrop(7)', /^RivuletError: backdrop must be a Backdrop, an image/],
  [
    'a canvas too large to be read',
    "lib.make().setBackdrop(Object.assign(document.createElement('canvas'), { width: 16385, height: 4 }))",
    /^RivuletError: backdrop must be at most \d+ px a side here; got 16385 x 4 px. Give a smaller one\.$/,
  ],
  [
    'a picture that has not loaded',
    'lib.make().setBackdrop(new Image())',
    /^RivuletError: backdrop is a picture that has not loaded/,
  ],
  [
    'work after the end',
    'const r = lib.make(); r.dispose(); r.draw(lib.simulation.frame())',
    /^RivuletError: This renderer was disposed/,
  ],
])('%s is refused in one line', async (_, script, line) => {
  const said = (await run(`return lib.said(async () => { ${script}; });`)) as string;
  expect(said).toMatch(line);
  expect(said).not.toContain('\n');
});

test('a picture from another site that may not be read: what to do is said', async () => {
  const said = await run(`
    // A foreign picture, as far as the browser is concerned: its SVG holds a foreign object.
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><foreignObject width="8" height="8"><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject></svg>';
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    await image.decode();
    const tainted = document.createElement('canvas');
    tainted.getContext('2d').drawImage(image, 0, 0);
    const renderer = lib.make();
    renderer.resize(32, 18);
    return lib.said(() => { renderer.setBackdrop(tainted); renderer.draw(lib.simulation.frame()); });`);
  expect(said).toMatch(/^RivuletError: backdrop comes from another site .* crossorigin/);
});

test('the console stayed silent', () => {
  expect(lab.said).toEqual([]);
});
