/** The textures of rivulet/three are the water map of the CPU, in the oldest three and the newest. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThreePage, type ThreePage, VERSIONS } from './three-page.ts';

/** Frames with every source of water: scene, overrides, seconds, texels a mm. */
const FRAMES = {
  'bodies and trails': ['window', {}, 6, 3],
  'fine drops': ['window', { surface: { width: 80, height: 60 }, fine: { density: 1.6 } }, 3, 8],
  'drops without trails': ['window-beads', { surface: { width: 120, height: 90 } }, 5, 4],
  "Chen's height map": ['chen-pane-500', {}, 3, 3],
} as const;

/**
 * `compareTextures(frame)`: share of wet texels, and the share of texels where a number differs by more than its tolerance.
 * The texture is updated twice, so that what is kept from the first time is seen too.
 */
const LAB = `(() => {
  window.readTexture = (renderer, texture) => {
    const { width, height } = texture.image;
    // Texels one to one into a target of floats.
    const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType, depthBuffer: false });
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: 'in vec3 position;void main(){gl_Position=vec4(position,1.);}',
      fragmentShader: 'precision highp float;uniform sampler2D map;out vec4 c;void main(){c=texelFetch(map,ivec2(gl_FragCoord.xy),0);}',
      uniforms: { map: { value: texture } },
    });
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
    mesh.frustumCulled = false;
    const scene = new THREE.Scene();
    scene.add(mesh);
    renderer.setRenderTarget(target);
    renderer.render(scene, new THREE.Camera());
    const data = new Float32Array(4 * width * height);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, data);
    renderer.setRenderTarget(null);
    for (const thing of [target, material, mesh.geometry]) thing.dispose();
    return { data, width, height };
  };
  window.compareTextures = ([scene, overrides, seconds, pixelsPerMm]) => {
    const simulation = rivulet.createSimulation(scene, overrides);
    const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
    const textures = new wet.WaterTextures({ simulation, renderer, pixelsPerMm });
    for (const part of [0.9, 0.1]) {
      simulation.advance(part * seconds);
      textures.update();
    }
    for (let n = 0; n < 1000 && textures.isLate; n++) textures.update();
    const { data, width, height } = readTexture(renderer, textures.charts[0].water);
    const cpu = new ChartWater(simulation.frame(), 0).rows(
      { left: -2 / pixelsPerMm, top: -2 / pixelsPerMm, pixel: 1 / pixelsPerMm, width, height }, 0, height);
    const numbers = [cpu.gx, cpu.gy, cpu.height, cpu.cover];
    const tolerances = [0.01, 0.01, 0.002, 0.005];
    const means = [0, 0, 0, 0];
    let [wetTexels, outside] = [0, 0];
    for (let p = 0; p < width * height; p++) {
      const at = 4 * ((height - 1 - Math.floor(p / width)) * width + (p % width));
      let isOutside = false;
      for (let n = 0; n < 4; n++) {
        const error = Math.abs(data[at + n] - numbers[n][p]);
        means[n] += error / (width * height);
        if (!(error <= tolerances[n] * Math.max(1, Math.abs(numbers[n][p])))) isOutside = true;
      }
      wetTexels += +(cpu.cover[p] > 0);
      outside += +isOutside;
    }
    textures.dispose();
    renderer.dispose();
    return { wet: wetTexels / (width * height), outside: outside / (width * height), means };
  };
})()`;

interface Comparison {
  wet: number;
  outside: number;
  means: number[];
}

describe.each(Object.entries(VERSIONS))('%s', (_, folder) => {
  let opened: ThreePage;
  beforeAll(async () => {
    opened = await openThreePage(folder);
    await opened.page.evaluate(LAB);
  });
  afterAll(() => opened?.close());

  test.each(Object.entries(FRAMES))('%s', async (_, frame) => {
    const found = (await opened.page.evaluate(`compareTextures(${JSON.stringify(frame)})`)) as Comparison;
    expect(found.wet).toBeGreaterThan(0.02);
    // Slopes within 0.01, heights within 2 µm, coverage within 0.005, but for two texels in a thousand.
    expect(found.outside).toBeLessThan(0.002);
    for (const mean of found.means) expect(mean).toBeLessThan(5e-4);
  });

  test('the console stayed silent', () => {
    expect(opened.said).toEqual([]);
  });
});
