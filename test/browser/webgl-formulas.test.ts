/** The formulas as GLSL give what they give in TypeScript, on a few thousand inputs each. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebglPage, type WebglPage } from './webgl-page.ts';

let opened: WebglPage;
beforeAll(async () => {
  opened = await openWebglPage();
  await opened.page.evaluate(BENCH);
});
afterAll(() => opened?.close());

/** `compare(glsl, call, inputs, reference)`: the largest difference of four numbers, relative above 1. */
const BENCH = `(async () => {
  const { Resources } = await import('/render/webgl/resources.js');
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  gl.getExtension('EXT_color_buffer_float');
  const resources = new Resources(gl);
  const WHOLE = 'void main(){gl_Position=vec4(gl_VertexID==1?3.:-1.,gl_VertexID==2?3.:-1.,0.,1.);}';
  const ROWS = 5;
  /** The same with \`cells\`, a 5 × 5 map of two numbers a cell. */
  window.compareWith = (glsl, call, inputs, reference, cells) => compare('uniform sampler2D cells;' + glsl, call, inputs, reference, cells);
  window.compare = (glsl, call, inputs, reference, cells) => {
    const width = inputs.length;
    const data = new Float32Array(4 * width * ROWS);
    inputs.forEach((numbers, n) => numbers.forEach((value, k) => (data[4 * (width * (k >> 2) + n) + (k & 3)] = value)));
    const source = resources.texture({ width, height: ROWS, format: gl.RGBA32F });
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, ROWS, gl.RGBA, gl.FLOAT, data);
    const target = resources.target({ width, height: 1, format: gl.RGBA32F });
    const program = resources.program(WHOLE, glsl + 'uniform sampler2D source;out vec4 result;' +
      'void main(){int n=int(gl_FragCoord.x);vec4 a=texelFetch(source,ivec2(n,0),0),b=texelFetch(source,ivec2(n,1),0),' +
      'c=texelFetch(source,ivec2(n,2),0),d=texelFetch(source,ivec2(n,3),0),e=texelFetch(source,ivec2(n,4),0);result=' + call + ';}');
    gl.useProgram(program.handle);
    if (cells) {
      const map = resources.texture({ width: 5, height: 5, format: gl.RG32F });
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 5, 5, gl.RG, gl.FLOAT, cells);
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, map.handle);
      gl.uniform1i(program.at('cells'), 1);
      gl.activeTexture(gl.TEXTURE0);
    }
    gl.bindTexture(gl.TEXTURE_2D, source.handle);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
    gl.viewport(0, 0, width, 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    const out = new Float32Array(4 * width);
    gl.readPixels(0, 0, width, 1, gl.RGBA, gl.FLOAT, out);
    let worst = 0;
    inputs.forEach((numbers, n) => {
      // What the GPU got were floats.
      const expected = reference(Array.from(Float32Array.from(numbers)));
      expected.forEach((value, k) => {
        const error = Math.abs(out[4 * n + k] - value) / Math.max(1, Math.abs(value));
        if (!(error <= worst)) worst = error;
      });
    });
    return worst;
  };
  /** Numbers from 0 to 1, the same in each run. */
  window.spread = (count, size) => Array.from({ length: count }, (_, n) =>
    Array.from({ length: size }, (_, k) => ((n + 1) * [0.7548776662, 0.5698402910, 0.8191725134, 0.6710436067, 0.5497004779, 0.8566748839, 0.7338918566, 0.6287067210, 0.5385972572, 0.8711110070, 0.7588000000, 0.6611000000, 0.5761000000, 0.5019000000, 0.8812714616, 0.7766393890][k % 16]) % 1));
})()`;

/** Runs a script in the page that returns the worst difference. */
const worst = (script: string) => opened.page.evaluate(`(async () => {${script}})()`);

test('Fresnel and the path through water', async () => {
  const fresnel = `
    const { WATER_RAY_GLSL } = await import('/optics/water-ray.glsl.js');
    const { fresnel } = await import('/optics/fresnel.js');
    const inputs = spread(4000, 2).map(([c, eta]) => [0.001 + 0.999 * c, 0.7 + eta]);
    return compare(WATER_RAY_GLSL, 'vec4(fresnel(a.x,a.y))', inputs, ([c, eta]) => [fresnel(c, eta)]);`;
  expect(await worst(fresnel)).toBeLessThan(2e-3); // the root at the limit of total reflection doubles float's error
  const path = `
    const { WATER_RAY_GLSL } = await import('/optics/water-ray.glsl.js');
    const { waterRay } = await import('/optics/water-ray.js');
    const out = new Float64Array(3);
    const inputs = spread(6000, 4).map(([ax, ay, hx, hy]) => [ax - 0.5, ay - 0.5, 3 * (hx - 0.5), 3 * (hy - 0.5)]);
    // At the very limit of total reflection one float decides.
    const clear = inputs.filter((i) => { waterRay(...i, out); const s = out[2]; waterRay(i[0], i[1], 1.0005 * i[2], 1.0005 * i[3], out); return s > 0.1 === out[2] > 0.1 && (s === 0 || s > 0.1); });
    if (clear.length < 5000) throw new Error('too few');
    return compare(WATER_RAY_GLSL, 'vec4(waterRay(a.xy,a.zw),0.)', clear, (i) => { waterRay(...i, out); return [...out]; });`;
  expect(await worst(path)).toBeLessThan(2e-3);
});

test('bodies and caps: gradient, height, edge', async () => {
  const body = `
    const { BODY_GLSL } = await import('/render/webgl/water.glsl.js');
    const { bodyPoint } = await import('/render/water/surface-point.js');
    const out = new Float64Array(4);
    const inputs = spread(6000, 16).map((r, n) => {
      const turn = 6.283 * r[0], length = n % 3 ? 3 * r[1] : 0;
      const outline = r.slice(2, 6).map((v) => 0.14 * (v - 0.5));
      return [10 + r[6], 20 + r[7], Math.cos(turn), Math.sin(turn), length, 0.5 + r[8], 0.5 + 0.5 * r[9], 1.5 * r[10],
        1, 0.6 * r[11], ...outline, n % 2 ? 0.35 * r[14] : 0, 0, 10.5 + 5 * (r[12] - 0.5), 20.5 + 5 * (r[13] - 0.5)];
    });
    const seen = inputs.filter((i) => bodyPoint(Float64Array.from(i), i[16], i[17], out) && Math.abs(out[3]) > 1e-3);
    if (seen.length < 2000) throw new Error('too few');
    return compare(BODY_GLSL, 'bodyPoint(e.xy,a,b,c,d.xyz)', seen, (i) => { bodyPoint(Float64Array.from(i), i[16], i[17], out); return [...out]; });`;
  expect(await worst(body)).toBeLessThan(3e-3);
  const cap = `
    const { CAP_GLSL } = await import('/render/webgl/water.glsl.js');
    const { capPoint } = await import('/render/water/surface-point.js');
    const out = new Float64Array(4);
    // Middle, radius, profile, outline and three lobes, as they come: a and b of order 1, c positive; the last is often none.
    const at = ([x, y, r, k, e, c2, s2, _, ...lobes]) => {
      capPoint([0, 0, 0, 0, ...lobes, c2, s2], { k, e }, r, x, y, out);
      return [...out];
    };
    const inputs = spread(6000, 19).map((r, n) => [
      2 * r[0] - 1, 2 * r[1] - 1, 0.05 + 0.5 * r[2], r[3], 1 + r[4], 0.5 * (r[5] - 0.5), 0.5 * (r[6] - 0.5), 0,
      ...[7, 11, 15].flatMap((i) => (i === 15 && n % 2 ? [0, 0, -1, 0] : [3 * r[i] - 1.5, 3 * r[i + 1] - 1.5, r[i + 2] - 1.5, 0.1 + r[(i + 3) % 19]])),
    ]).filter((i) => at(i)[3] > -i[2] && Math.abs(at(i)[3]) > 1e-3 * i[2]);
    if (inputs.length < 2000) throw new Error('too few: ' + inputs.length);
    return compare(CAP_GLSL, 'capPoint(a.xy,a.z,vec2(a.w,b.x),b.yz,mat4(vec4(0.),c,d,e))', inputs, at);`;
  expect(await worst(cap)).toBeLessThan(1e-3);
});

test('the join of body and trail, coverage, room and fog', async () => {
  const join = `
    const { JOIN_GLSL, TRAIL_GLSL } = await import('/render/webgl/water.glsl.js');
    const { joinHeights } = await import('/render/water/map-water.js');
    const inputs = spread(4000, 8).map((r) => [r[0] - 0.5, r[1] - 0.5, 0.4 * r[2], 0, r[3] - 0.5, r[4] - 0.5, 0.4 * r[5] - 0.05]);
    return compare(TRAIL_GLSL + JOIN_GLSL, 'vec4(joinHeights(a.xyz,b.xyz),0.)', inputs, (i) => {
      const out = Float64Array.of(i[0], i[1], i[2], 0);
      joinHeights(i[2], i[6], i[4], i[5], out);
      return [out[0], out[1], out[2]];
    });`;
  expect(await worst(join)).toBeLessThan(1e-3);
  const rest = `
    const { CAP_GLSL, TRAIL_GLSL } = await import('/render/webgl/water.glsl.js');
    const { FOG_GLSL, SHADE_GLSL } = await import('/render/webgl/light.glsl.js');
    const { coverageOf } = await import('/render/water/surface-point.js');
    const { trailCoverage } = await import('/render/water/map-water.js');
    const { roomLight, fogged } = await import('/render/picture/shade.js');
    const inputs = spread(2000, 4).map(([a, b, c, d]) => [a - 0.4, 2 * b + 0.01, 0.05 + c, d]);
    return compare(CAP_GLSL + TRAIL_GLSL + SHADE_GLSL + FOG_GLSL,
      'vec4(coverageOf(a.x,a.y,a.z),trailCoverage(a.w,a.y,a.z),roomLight(a.xy),fogged(vec3(a.x),vec3(a.y),a.z,a.w).x)', inputs,
      ([x, y, z, w]) => [coverageOf(x, y, z), trailCoverage(w, y, z), roomLight(x, y), fogged(x, y, z, w)]);`;
  expect(await worst(rest)).toBeLessThan(1e-4);
  const soft = `
    const { SOFT_GLSL } = await import('/render/webgl/water.glsl.js');
    const { softRadius, softShare } = await import('/render/water/surface-point.js');
    const inputs = spread(2000, 1).map(([r]) => [0.02 + 3 * r * r]);
    return compare(SOFT_GLSL, 'vec4(softOf(a.x),0.,0.)', inputs, ([r]) => [softRadius(r) / r, softShare(r)]);`;
  expect(await worst(soft)).toBeLessThan(1e-5);
});

test('water from a height map: gradient, height, coverage; and what it reflects', async () => {
  const heights = `
    const { HEIGHTS_GLSL } = await import('/render/webgl/water.glsl.js');
    const { heightWater } = await import('/render/water/map-water.js');
    // Cells of 0.5 mm, 5 × 5 of them, which hold a drop and a thin film; no map beyond.
    const height = (i, j) => Math.max(0, 1 - 0.4 * Math.hypot(i - 2.2, j - 1.7)) + 0.01 * ((i + j) % 2);
    const shallow = (i, j) => Math.min(0.05, height(i, j));
    const map = (of) => ({ data: Float32Array.from({ length: 25 }, (_, n) => of(n % 5, Math.floor(n / 5))), width: 5, height: 5, stride: 5 });
    const maps = { heights: map(height), shallow: map(shallow) };
    const out = new Float64Array(4);
    const inputs = spread(3000, 3).map(([x, y, pixel]) => [4 * x - 0.7, 4 * y - 0.7, 0.01 + 2.5 * pixel]);
    const data = Float32Array.from({ length: 50 }, (_, n) => maps[n % 2 ? 'shallow' : 'heights'].data[n >> 1]);
    return compareWith(HEIGHTS_GLSL, 'heightWater(cells,.5,a.xy,a.z)', inputs, ([x, y, pixel]) => {
      heightWater(maps, 0.5, x, y, pixel, out);
      return [...out];
    }, data);`;
  expect(await worst(heights)).toBeLessThan(1e-4);
  const mirror = `
    const { WATER_MIRROR_GLSL } = await import('/optics/water-ray.glsl.js');
    const { MIRROR_GLSL } = await import('/render/webgl/light.glsl.js');
    const { waterMirror } = await import('/optics/water-ray.js');
    const { mirrorLight } = await import('/render/picture/shade.js');
    const out = new Float64Array(2);
    const inputs = spread(4000, 4).map(([ax, ay, hx, hy]) => [ax - 0.5, ay - 0.5, 6 * (hx - 0.5), 6 * (hy - 0.5)]);
    return compare(WATER_MIRROR_GLSL + MIRROR_GLSL, 'vec4(waterMirror(a.xy,a.zw),mirrorLight(a.zw),0.)', inputs, (i) => {
      waterMirror(...i, out);
      return [...out, mirrorLight(i[2], i[3])];
    });`;
  expect(await worst(mirror)).toBeLessThan(1e-4);
});

test('the droplets of fog', async () => {
  const sparkle = `
    const { FOG_GLSL } = await import('/render/webgl/light.glsl.js');
    const { fogSparkle } = await import('/render/picture/shade.js');
    const inputs = spread(4000, 3).map(([x, y, pixel]) => [300 * x, 200 * y, 0.3 * pixel]);
    return compare(FOG_GLSL, 'vec4(fogSparkle(a.xy,a.z))', inputs, ([x, y, pixel]) => [fogSparkle(x, y, pixel)]);`;
  expect(await worst(sparkle)).toBeLessThan(1e-3);
});

test('tone: within a quarter of a byte', async () => {
  const tone = `
    const { TONE_GLSL } = await import('/render/webgl/light.glsl.js');
    const { filmic, encodeSrgb } = await import('/render/picture/shade.js');
    const inputs = spread(4000, 2).map(([x, y]) => [x * x * (y < 0.2 ? 0.05 : 1.5)]);
    return compare(TONE_GLSL, 'vec4(toned(vec3(a.x),0.).x,toned(vec3(a.x),1.).x,0.,0.)', inputs,
      ([x]) => [encodeSrgb(Math.min(1, x)), encodeSrgb(filmic(x))]);`;
  expect(await worst(tone)).toBeLessThan(0.25 / 255);
});
