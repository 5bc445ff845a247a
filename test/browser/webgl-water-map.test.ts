/** The water map that the GPU makes is the one of the CPU: gradient, height and coverage, pixel by pixel. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebglPage, type WebglPage } from './webgl-page.ts';

let opened: WebglPage;
beforeAll(async () => {
  opened = await openWebglPage();
  await opened.page.evaluate(LAB);
});
afterAll(() => opened?.close());

/** Frames with every source of water: scene, overrides, seconds, camera, size. */
const FRAMES = {
  'bodies and trails': ['window', {}, 6, {}, [480, 320]],
  'bodies and trails from near': ['window', { seed: 3 }, 5, { zoom: 6, centre: [120, 80] }, [480, 320]],
  'fine drops': ['window', { fine: { density: 1.6 } }, 3, { zoom: 3 }, [400, 300]],
  'drops without trails': ['window-beads', {}, 5, { zoom: 2 }, [400, 300]],
  "Chen's height map": ['chen-pane-500', {}, 3, { zoom: 2 }, [400, 400]],
  "Chen's height map in pixels larger than its cells": ['chen-pane-500', {}, 3, { zoom: 0.5 }, [150, 150]],
} as const;

/**
 * `compareMaps(frame)`: wet pixels, the share of pixels where a number differs by more than its tolerance, the means of the
 * differences, and the share of heights that are above zero. Floats and depths of 24 bits decide ties differently, so a few pixels
 * on the line between two drops show the other drop.
 */
const LAB = `(async () => {
  const [{ Resources }, { Programs }, { WetTiles }, { WaterPasses }, { makeScenery }, { floatFormats }, shaders, { ChartWater }, { readCamera }] =
    await Promise.all(['/render/webgl/resources.js', '/render/webgl/programs.js', '/render/webgl/wet-tiles.js', '/render/webgl/water-map.js',
      '/render/webgl/scenery.js', '/render/webgl/context.js', '/render/webgl/shaders.js', '/render/water/water-map.js', '/render/picture/camera.js'].map((path) => import(path)));
  /** The map as four floats a pixel, first row first. */
  const drawOnGpu = (frame, camera, width, height) => {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
    const resources = new Resources(gl);
    const formats = floatFormats(gl);
    const programs = new Programs(resources);
    const tiles = new WetTiles(resources);
    const water = new WaterPasses(resources, programs, formats, tiles);
    const [chart] = frame.charts;
    const { columns, rows, cellSize } = chart;
    const scenery = makeScenery(camera, columns * cellSize, rows * cellSize, width, height, null);
    water.fit(width, height);
    tiles.reset(scenery.view);
    tiles.spoil();
    water.fine.update(chart.fine);
    water.update(frame, 0);
    water.draw(scenery, chart, true);
    // As any renderer would keep it: one pass over the whole of a float target.
    const target = resources.target({ width, height, format: gl.RGBA32F });
    const isJoined = chart.trail && chart.drawnFrom !== 'heights';
    const program = resources.program(shaders.WHOLE, (isJoined ? '#define TRAILS\\n' : '') + shaders.MAP_FRAGMENT);
    program.check();
    gl.useProgram(program.handle);
    gl.uniform4fv(program.at('view'), scenery.uniforms.view);
    gl.uniform2fv(program.at('size'), scenery.uniforms.size);
    const { shapes, trails } = water.inputs(chart);
    [['shapes', shapes], ['trails', trails]].forEach(([name, texture], unit) => {
      if (!texture) return;
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture.handle);
      gl.uniform1i(program.at(name), unit);
    });
    gl.uniform1f(program.at('cellSize'), cellSize);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
    gl.viewport(0, 0, width, height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const out = new Float32Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, out);
    resources.dispose();
    return { out, view: scenery.view };
  };
  window.compareMaps = ([scene, overrides, seconds, given, [width, height]]) => {
    const simulation = lib.createSimulation(scene, overrides);
    simulation.advance(seconds);
    const frame = simulation.frame();
    const { out, view } = drawOnGpu(frame, readCamera(given), width, height);
    const cpu = new ChartWater(frame, 0).rows(view, 0, height);
    const numbers = [cpu.gx, cpu.gy, cpu.height, cpu.cover];
    const tolerances = [0.01, 0.01, 0.001, 0.005];
    const sums = [0, 0, 0, 0];
    let [wet, outside] = [0, 0];
    for (let p = 0; p < width * height; p++) {
      const at = 4 * ((height - 1 - Math.floor(p / width)) * width + (p % width));
      let isOutside = false;
      for (let n = 0; n < 4; n++) {
        const error = Math.abs(out[at + n] - numbers[n][p]);
        sums[n] += error / (width * height);
        if (!(error <= tolerances[n] * Math.max(1, Math.abs(numbers[n][p])))) isOutside = true;
      }
      wet += +(cpu.cover[p] > 0);
      outside += +isOutside;
    }
    return { wet: wet / (width * height), outside: outside / (width * height), means: sums };
  };
})()`;

interface Comparison {
  wet: number;
  outside: number;
  means: number[];
}

test.each(Object.entries(FRAMES))('%s', async (_, frame) => {
  const { wet, outside, means } = (await opened.page.evaluate(`compareMaps(${JSON.stringify(frame)})`)) as Comparison;
  expect(wet).toBeGreaterThan(0.02);
  // Slopes within 0.01, heights within 1 µm, coverage within 0.005, but for one pixel in a thousand.
  expect(outside).toBeLessThan(0.001);
  for (const mean of means) expect(mean).toBeLessThan(5e-4);
});

test('the console stayed silent', () => {
  expect(opened.said).toEqual([]);
});
