/** rivulet/three frees what it makes, sends only what changed, follows a worker, and says what is wrong with its input. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThreePage, type ThreePage, VERSIONS } from './three-page.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Scenes by their surface: one chart, one that is closed by a seam, six. */
const SURFACES = {
  pane: { width: 60, height: 40 },
  cylinder: { kind: 'cylinder', radius: 12, height: 40 },
  box: { kind: 'box', width: 40, height: 40, depth: 40 },
};

/** `mount(renderer, surface)` shows wet glass, a wet mirror and falling drops for two pictures, and returns how to end it. */
const LAB = `
window.mount = (renderer, surface, seconds = 0.5) => {
  const simulation = rivulet.createSimulation('window', { surface });
  const textures = new wet.WaterTextures({ simulation, renderer, pixelsPerMm: 2 });
  const behind = new wet.SceneBehind({ renderer });
  const falling = new wet.FallingDrops();
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0x88aacc);
  const camera = new THREE.PerspectiveCamera(45, 1.5, 1, 1000);
  camera.position.set(0, 0, 120);
  const things = [textures, behind, falling];
  simulation.surface.charts.forEach((_, chart) => {
    const material = chart % 3 === 2 ? new wet.WetMirrorMaterial({ textures, chart }) : new wet.WetGlassMaterial({ textures, chart, behind });
    const geometry = wet.surfaceGeometry(simulation.surface, chart);
    things.push(material, geometry);
    scene.add(new THREE.Mesh(geometry, material));
  });
  scene.add(falling);
  for (let n = 0; n < 2; n++) {
    simulation.advance(seconds);
    textures.update();
    falling.update(textures.falling);
    behind.capture(scene, camera);
    renderer.render(scene, camera);
  }
  return { textures, simulation, end: () => { for (const thing of [...things, ...things]) thing.dispose(); } };
};
window.makeRenderer = () => {
  const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
  renderer.setSize(120, 80, false);
  return renderer;
};
window.lineOf = (call) => { try { call(); return 'nothing was thrown'; } catch (error) { return error.name + ': ' + error.message; } };
`;

describe.each(Object.entries(VERSIONS))('%s', (_, folder) => {
  let opened: ThreePage;
  beforeAll(async () => {
    opened = await openThreePage(folder);
    await opened.page.evaluate(LAB);
  });
  afterAll(() => opened?.close());

  test.each(Object.entries(SURFACES))('mounts and disposals of a %s leave nothing', async (kind, surface) => {
    const found = (await opened.page.evaluate(`(() => {
      const renderer = makeRenderer();
      const gl = renderer.getContext();
      // three keeps a table for its own standard material, which falling drops are made of.
      const own = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshStandardMaterial());
      renderer.render(own, new THREE.PerspectiveCamera());
      own.geometry.dispose();
      own.material.dispose();
      const start = { ...renderer.info.memory };
      const errors = new Set();
      for (let n = 0; n < ${kind === 'pane' ? 50 : 8}; n++) {
        mount(renderer, ${JSON.stringify(surface)}, 0.02).end();
        errors.add(gl.getError());
      }
      const end = { ...renderer.info.memory };
      renderer.dispose();
      return { start, end, errors: [...errors] };
    })()`)) as { start: unknown; end: unknown; errors: number[] };
    expect(found.end).toEqual(found.start);
    expect(found.errors).toEqual([0]);
  });

  test('an update of 500 drops sends less than 200 kB, by the calls of WebGL', async () => {
    const { drops, most, told } = (await opened.page.evaluate(`(() => {
      const renderer = makeRenderer();
      const gl = renderer.getContext();
      const simulation = rivulet.createSimulation('window', {});
      const textures = new wet.WaterTextures({ simulation, renderer });
      for (let n = 0; n < 900 && simulation.drops.count < 500; n++) simulation.advance(0.1);
      textures.update();
      let bytes = 0;
      const size = (data, from = 0, count) => (typeof data === 'number' ? 0 : (count || data.length - from) * data.BYTES_PER_ELEMENT);
      for (const name of ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D', 'texImage3D', 'texSubImage3D']) {
        const call = gl[name].bind(gl);
        gl[name] = (...values) => {
          const at = values.findIndex(ArrayBuffer.isView);
          if (at >= 0) bytes += size(values[at], values[at + 1], name === 'bufferSubData' ? values[at + 2] : 0);
          return call(...values);
        };
      }
      let [most, told] = [0, 0];
      for (let n = 0; n < 30; n++) {
        bytes = 0;
        simulation.advance(1 / 60);
        textures.update();
        most = Math.max(most, bytes);
        told = Math.max(told, textures.uploaded);
      }
      const drops = simulation.drops.count;
      textures.dispose();
      renderer.dispose();
      return { drops, most, told };
    })()`)) as { drops: number; most: number; told: number };
    expect(drops).toBeGreaterThanOrEqual(500);
    expect(most).toBeLessThan(200_000);
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(most);
  });

  test('a simulation in a worker gives the same texture', async () => {
    const { runs, isEqual, wet } = (await opened.page.evaluate(`(async () => {
      const renderer = makeRenderer();
      const simulation = rivulet.createSimulation('window', { surface: { width: 60, height: 40 } });
      simulation.advance(2);
      const client = await createSimulationClient('window', { surface: { width: 60, height: 40 } });
      client.advance(2);
      const read = async (source) => {
        const textures = new wet.WaterTextures({ ...source, renderer, pixelsPerMm: 2 });
        await textures.update();
        const { water } = textures.charts[0];
        const target = new THREE.WebGLRenderTarget(water.image.width, water.image.height, { type: THREE.FloatType });
        const plane = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.ShaderMaterial({
          uniforms: { map: { value: water } },
          vertexShader: 'void main(){gl_Position=vec4(position,1.);}',
          fragmentShader: 'uniform sampler2D map;void main(){gl_FragColor=texelFetch(map,ivec2(gl_FragCoord.xy),0);}' }));
        plane.frustumCulled = false;
        renderer.setRenderTarget(target);
        renderer.render(plane, new THREE.Camera());
        const data = new Float32Array(4 * target.width * target.height);
        renderer.readRenderTargetPixels(target, 0, 0, target.width, target.height, data);
        renderer.setRenderTarget(null);
        textures.dispose();
        return data;
      };
      const [a, b] = [await read({ simulation }), await read({ client })];
      client.dispose();
      return { runs: client.runs, isEqual: a.every((value, n) => value === b[n]), wet: a.filter((value, n) => n % 4 === 3 && value > 0).length };
    })()`)) as { runs: string; isEqual: boolean; wet: number };
    expect(runs).toBe('worker');
    expect(isEqual).toBe(true);
    expect(wet).toBeGreaterThan(100);
  });

  test('bad input is one line with its remedy', async () => {
    const lines = await opened.page.evaluate(`(() => {
      const renderer = makeRenderer();
      const simulation = rivulet.createSimulation('window', { surface: { kind: 'box' } });
      const bare = { ...renderer, extensions: { has: () => false }, capabilities: renderer.capabilities };
      const textures = new wet.WaterTextures({ simulation, renderer, pixelsPerMm: 1 });
      return [
        lineOf(() => new wet.WaterTextures({ renderer })),
        lineOf(() => new wet.WaterTextures({ simulation, renderer: {} })),
        lineOf(() => new wet.WaterTextures({ simulation, renderer: bare })),
        lineOf(() => new wet.WaterTextures({ simulation, renderer, pixelsPerMm: 0 })),
        lineOf(() => wet.surfaceGeometry(simulation.surface, 6)),
        lineOf(() => new wet.WetGlassMaterial({ textures, chart: -1, behind: new wet.SceneBehind({ renderer }) })),
        lineOf(() => new wet.WetGlassMaterial({ textures, chart: 1 })),
        lineOf(() => new wet.WetMirrorMaterial({ textures, chart: 1.5 })),
      ];
    })()`);
    const charts = 'The charts of a box are 0 front, 1 right, 2 back, 3 left, 4 top, 5 bottom.';
    expect(lines).toEqual([
      'RivuletError: WaterTextures needs either simulation or client. Write new WaterTextures({ simulation, renderer }).',
      'RivuletError: renderer must be a WebGLRenderer of three; its shaders are GLSL, which WebGPURenderer does not run. Write new WebGLRenderer().',
      'RivuletError: renderer has a WebGL2 without float targets (EXT_color_buffer_float). Update the graphics driver, or draw with renderBeauty of rivulet/offline.',
      'RivuletError: pixelsPerMm must be 0.1 to 64 px/mm; got 0.',
      `RivuletError: chart must be a whole number from 0 to 5; got 6. ${charts}`,
      `RivuletError: chart must be a whole number from 0 to 5; got -1. ${charts}`,
      'RivuletError: behind must be a SceneBehind; got undefined.',
      `RivuletError: chart must be a whole number from 0 to 5; got 1.5. ${charts}`,
    ]);
  });

  test('the console stayed silent', () => {
    expect(opened.said).toEqual([]);
  });
});

test('rivulet/three says what to do where three is not installed, and exports all of its parts where it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-three-'));
  try {
    await cp(DIST, join(folder, 'dist'), { recursive: true });
    const load = "import('./dist/three/entry.js').catch((error) => console.log(error.name + ': ' + error.message))";
    const options = { cwd: folder };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', load], options);
    expect(stdout.trim()).toBe(
      'RivuletError: rivulet/three needs the package three, 0.163 or later, which is not there. Run: npm install three ' +
        '(in a page without a bundler: add "three" to the import map).',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [entry, parts] = await Promise.all([import('../../src/three/entry.ts'), import('../../src/three/index.ts')]);
  expect(Object.keys(entry).sort()).toEqual(Object.keys(parts).sort());
});
