/** Gutters hold what lies beyond a seam. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThreePage, type ThreePage } from './three-page.ts';

let opened: ThreePage;
beforeAll(async () => {
  opened = await openThreePage('three');
});
afterAll(() => opened?.close());

test('the gutters of a closed cylinder are the columns at its other side', async () => {
  const { most, wet } = (await opened.page.evaluate(`(() => {
    const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
    const simulation = rivulet.createSimulation('window', { surface: { kind: 'cylinder', radius: 20, height: 60 } });
    const { width, height } = simulation.surface;
    for (let n = 0; n < 6; n++) simulation.addDrop({ x: n % 2 ? 0.4 : width - 0.4, y: 4 + 9 * n, mass: 6 });
    simulation.advance(1);
    const textures = new wet.WaterTextures({ simulation, renderer, pixelsPerMm: 4 });
    textures.update();
    const { water } = textures.charts[0];
    const target = new THREE.WebGLRenderTarget(water.image.width, water.image.height, { type: THREE.FloatType });
    const plane = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.ShaderMaterial({
      uniforms: { map: { value: water } },
      vertexShader: 'void main(){gl_Position=vec4(position,1.);}',
      fragmentShader: 'uniform sampler2D map;void main(){gl_FragColor=texelFetch(map,ivec2(gl_FragCoord.xy),0);}' }));
    plane.frustumCulled = false;
    renderer.setRenderTarget(target);
    renderer.render(plane, new THREE.Camera());
    const [w, h] = [target.width, target.height];
    const data = new Float32Array(4 * w * h);
    renderer.readRenderTargetPixels(target, 0, 0, w, h, data);
    const columns = Math.round(width * 4);
    let [most, wetTexels] = [0, 0];
    for (let row = 3; row < h - 3; row++) {
      for (const [gutter, there] of [[0, columns], [1, columns + 1], [columns + 2, 2], [columns + 3, 3]]) {
        const cover = data[4 * (row * w + gutter) + 3];
        wetTexels += +(cover > 0.5);
        most = Math.max(most, Math.abs(cover - data[4 * (row * w + there) + 3]));
      }
    }
    return { most, wet: wetTexels };
  })()`)) as { most: number; wet: number };
  expect(wet).toBeGreaterThan(8);
  expect(most).toBeLessThan(0.01);
});

test('fine drops and fog beside the seam of a closed cylinder are those at its other side', async () => {
  const found = (await opened.page.evaluate(`(() => {
    const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
    const scene = { surface: { kind: 'cylinder', radius: 20, height: 40 }, rain: { kind: 'none' } };
    const simulation = rivulet.createSimulation('window', { ...scene, fog: {"density": 0.85, "regrow": 40, "cellSize": 0.5} });
    // A stroke over the seam leaves clear glass on one side of it alone.
    simulation.advance(2);
    simulation.wipe({ from: { x: 3, y: 2 }, to: { x: 3, y: 38 }, width: 5.5, keeps: 'cloth' });
    simulation.advance(0.1);
    const textures = new wet.WaterTextures({ simulation, renderer, pixelsPerMm: 4 });
    textures.update();
    const read = (map) => {
      const target = new THREE.WebGLRenderTarget(map.image.width, map.image.height, { type: THREE.FloatType });
      const plane = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.ShaderMaterial({
        uniforms: { map: { value: map } },
        vertexShader: 'void main(){gl_Position=vec4(position,1.);}',
        fragmentShader: 'uniform sampler2D map;void main(){gl_FragColor=texelFetch(map,ivec2(gl_FragCoord.xy),0);}' }));
      plane.frustumCulled = false;
      renderer.setRenderTarget(target);
      renderer.render(plane, new THREE.Camera());
      const data = new Float32Array(4 * target.width * target.height);
      renderer.readRenderTargetPixels(target, 0, 0, target.width, target.height, data);
      return { data, w: target.width, h: target.height };
    };
    const most = ({ data, w, h }, pairs, channel) => {
      let [apart, sum] = [0, 0];
      for (let row = 3; row < h - 3; row++) {
        for (const [gutter, there] of pairs) {
          const value = data[4 * (row * w + gutter) + channel];
          sum += value;
          apart = Math.max(apart, Math.abs(value - data[4 * (row * w + there) + channel]));
        }
      }
      return { apart, mean: sum / pairs.length / (h - 6) };
    };
    const columns = Math.round(simulation.surface.width * 4);
    const fog = read(textures.charts[0].fog);
    return {
      fine: most(read(textures.charts[0].fine), [[0, columns], [1, columns + 1], [columns + 2, 2], [columns + 3, 3]], 3),
      fog: most(fog, [[0, fog.w - 2], [fog.w - 1, 1]], 0),
    };
  })()`)) as Record<'fine' | 'fog', { apart: number; mean: number }>;
  expect(found.fine.mean).toBeGreaterThan(0.05);
  expect(found.fine.apart).toBeLessThan(0.02);
  expect(found.fog.mean).toBeGreaterThan(0.05);
  expect(found.fog.apart).toBeLessThan(0.002);
});
