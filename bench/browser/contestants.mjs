/**
 * The page's side of the browser bench: both effects on the same picture at the same size, one frame at a time. A frame
 * is everything: the water moves on, is drawn, and one pixel is read back, which waits until the GPU is done.
 */
import { createSimulation } from 'rivulet';
import { createPaneRenderer } from 'rivulet/webgl';

/** Seconds of rain before anything is measured. */
const WARM_SECONDS = 20;
/** The other effect takes this for every frame, whatever the clock says [s]. */
const OTHERS_STEP = 0.03;
const STEP = 1 / 60;

/** @typedef {{ frame(): void, gl: WebGL2RenderingContext, canvas: HTMLCanvasElement }} Contestant */

/** A street under a grey sky, the same for both. @param {number} width @param {number} height */
function drawPicture(width, height) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const sky = pen.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#9fb4c4');
  sky.addColorStop(0.5, '#e4e8e6');
  sky.addColorStop(0.55, '#55605a');
  sky.addColorStop(1, '#2e3436');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  for (let k = 0; k < 14; k++) {
    const w = width * (0.04 + 0.03 * ((k * 7) % 5));
    const h = height * (0.15 + 0.07 * ((k * 5) % 6));
    pen.fillStyle = `hsl(${200 + 9 * k} 18% ${24 + ((k * 11) % 30)}%)`;
    pen.fillRect(((k * 0.618) % 1) * width, 0.58 * height - h, w, h);
  }
  for (let k = 0; k < 60; k++) {
    pen.fillStyle = `hsl(${(k * 47) % 360} 80% 70%)`;
    pen.fillRect(((k * 0.377) % 1) * width, (0.45 + 0.4 * ((k * 0.713) % 1)) * height, 6, 6);
  }
  return canvas;
}

/** @param {number} width @param {number} height */
function newCanvas(width, height) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  document.body.append(canvas);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas */
function contextOf(canvas) {
  return /** @type {WebGL2RenderingContext} */ (canvas.getContext('webgl2'));
}

/** @param {number} width @param {number} height @param {string} scene @returns {Promise<Contestant>} */
async function rivulet(width, height, scene) {
  const canvas = newCanvas(width, height);
  const renderer = createPaneRenderer(canvas, { pixelRatio: 1 });
  renderer.resize(width, height, 1);
  renderer.setBackdrop(await createImageBitmap(drawPicture(width, height)));
  const simulation = createSimulation(scene);
  simulation.advance(WARM_SECONDS);
  const frame = () => {
    simulation.advance(STEP);
    renderer.draw(simulation.frame());
  };
  return { frame, gl: contextOf(canvas), canvas };
}

/** npm `raindrop-fx` at its defaults. @param {number} width @param {number} height @returns {Promise<Contestant>} */
async function raindropFx(width, height) {
  const canvas = newCanvas(width, height);
  const background = drawPicture(width, height).toDataURL();
  const effect = new /** @type {any} */ (globalThis).RaindropFX({ canvas, background });
  await effect.renderer.loadAssets();
  let total = 0;
  const frame = () => {
    total += OTHERS_STEP;
    effect.update({ dt: OTHERS_STEP, total });
  };
  // Its drops are made as time passes: let as many seconds go by without drawing.
  for (; total < WARM_SECONDS; total += OTHERS_STEP) effect.simulator.update({ dt: OTHERS_STEP, total });
  return { frame, gl: contextOf(canvas), canvas };
}

const PIXEL = new Uint8Array(4);

/** Milliseconds of `count` frames, each. @param {Contestant} contestant @param {number} count */
function measure({ frame, gl }, count) {
  const times = [];
  for (let k = 0; k < count; k++) {
    const start = performance.now();
    frame();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, PIXEL);
    times.push(performance.now() - start);
  }
  return times;
}

/** @type {any} */ (globalThis).contest = { rivulet, raindropFx, measure };
