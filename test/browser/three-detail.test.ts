/** STUP-L10: the textures of a surface that is far away are coarser, and the water is the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThreePage, type ThreePage, VERSIONS } from './three-page.ts';

let opened: ThreePage;
beforeAll(async () => {
  opened = await openThreePage(VERSIONS['three 0.187']);
});
afterAll(() => opened?.close());

test('the level of detail follows the distance of the eye, there and back, and no water changes', async () => {
  const found = (await opened.page.evaluate(`(() => {
    const simulation = rivulet.createSimulation({
      model: { name: 'stuppacher2007' }, rain: { kind: 'none' }, surface: { kind: 'box', width: 60, height: 60, depth: 60, cellSize: 0.5 },
    });
    simulation.addDrop({ chart: 0, x: 30, y: 20, mass: 40 });
    const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
    const textures = new wet.WaterTextures({ simulation, renderer, pixelsPerMm: 4 });
    const material = new wet.WetMirrorMaterial({ textures });
    const scene = new THREE.Scene();
    const mesh = new THREE.Mesh(wet.surfaceGeometry(textures.surface, 0), material);
    scene.add(mesh);
    const camera = new THREE.PerspectiveCamera(45, 1, 1, 1e5);
    renderer.setSize(400, 400);
    const before = simulation.hash();
    const looks = [100, 1000, 5000, 1e5, 100].map((distance) => {
      camera.position.z = distance;
      camera.updateMatrixWorld();
      textures.followCamera(camera, 400, mesh);
      textures.update();
      renderer.render(scene, camera);
      const { image, offset, repeat } = textures.charts[0].water;
      const place = material.uniforms.waterPlace.value;
      // Height in the middle of the drop: half way across and a third down.
      const target = new THREE.WebGLRenderTarget(1, 1, { type: THREE.FloatType });
      const probe = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.ShaderMaterial({
        vertexShader: 'void main() { gl_Position = vec4(position, 1.0); }',
        fragmentShader: 'uniform sampler2D map; uniform vec4 place; void main() { gl_FragColor = textureLod(map, vec2(0.5, 2.0 / 3.0) * place.zw + place.xy, 0.0); }',
        uniforms: { map: { value: textures.charts[0].water }, place: { value: place } },
      }));
      probe.frustumCulled = false;
      const one = new THREE.Scene();
      one.add(probe);
      renderer.setRenderTarget(target);
      renderer.render(one, camera);
      const pixel = new Float32Array(4);
      renderer.readRenderTargetPixels(target, 0, 0, 1, 1, pixel);
      renderer.setRenderTarget(null);
      return { level: textures.level, width: image.width, height: pixel[2], cover: pixel[3], isPlaced: place.x === offset.x && place.z === repeat.x };
    });
    let line = '';
    try { textures.level = 5; } catch (error) { line = error.message; }
    const isSame = simulation.hash() === before;
    textures.dispose();
    renderer.dispose();
    return { looks, isSame, line };
  })()`)) as {
    looks: { level: number; width: number; height: number; cover: number; isPlaced: boolean }[];
    isSame: boolean;
    line: string;
  };
  expect(found.looks.map(({ level }) => level)).toEqual([0, 2, 4, 4, 0]);
  expect(found.looks.map(({ width }) => width)).toEqual([244, 64, 19, 19, 244]);
  for (const { level, height, cover, isPlaced } of found.looks) {
    // A texel of 4 mm shows the mean of most of the drop.
    expect(height).toBeGreaterThan((level === 4 ? 0.5 : 0.75) * found.looks[0].height);
    expect(height).toBeLessThan(1.05 * found.looks[0].height);
    expect([cover, isPlaced]).toEqual([1, true]);
  }
  expect(found.looks[4].height).toBe(found.looks[0].height);
  expect(found.isSame).toBe(true);
  expect(found.line).toBe('level must be a whole number from 0 to 4; got 5.');
});
