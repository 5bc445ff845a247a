/** The same frame drawn by `rivulet/three` and by the tracer, in a page of `openThreePage`. */

/** What differs between two pictures, over all pixels and channels. */
export interface Agreement {
  /** Mean difference of a channel, of 255. */
  readonly mean: number;
  /** Share of pixels of which no channel differs by more than 16 of 255. */
  readonly within: number;
  /** Share of pixels that show water, by the tracer. */
  readonly wet: number;
}

/** Share of pixels within 16/255: 0.97 is the aim and is met, the box of glass by a hair (docs/three.md). Drivers differ a little. */
export const LEAST_WITHIN = 0.968;
/** Mean difference of a channel. */
export const MOST_MEAN = 4;

const BOX = { kind: 'box', width: 40, height: 40, depth: 40 };

/** The frames, by name. */
export const FRAMES = {
  pane: { surface: { kind: 'pane', width: 90, height: 60 }, eye: [12, 6, 130] },
  cylinder: { surface: { kind: 'cylinder', radius: 24, height: 60 }, eye: [20, 12, 130] },
  'box glass': { surface: BOX, eye: [70, 55, 100] },
  'box mirror': { surface: BOX, mirror: true, eye: [70, 55, 100] },
} as const;

/**
 * Script of the page. `compare(options)` draws water on a surface with both and tells how they agree: `surface`, as scenes have
 * it; `mirror`, whether all of it is one; `eye`, the camera's position [mm]; `relief`, whether the tracer follows heights.
 */
export const COMPARE = `
const offline = await import('/dist/render/offline/index.js');
const [WIDE, HIGH] = [320, 200];
/** Pixels of three's picture a pixel each way; the tracer has as many samples where neighbours differ. */
const FINER = 4;
const FIELD = Math.PI / 5;

/** A sky above a ground, with soft lights: an environment at infinity, nowhere brighter than white, rows from above. */
function environment(width, height) {
  const data = new Float32Array(3 * width * height);
  const lights = [[0.6, 0.2], [-1.1, 0.5], [2.2, -0.3], [-2.4, 0.15], [1.5, 0.9], [-0.3, -0.5]];
  for (let row = 0, p = 0; row < height; row++) {
    const up = Math.PI * (0.5 - (row + 0.5) / height);
    for (let col = 0; col < width; col++, p += 3) {
      const around = 2 * Math.PI * ((col + 0.5) / width - 0.5);
      const sky = 1 / (1 + Math.exp(-14 * up));
      const band = 0.5 + 0.5 * Math.sin(6 * around);
      let glow = 0;
      for (const [a, u] of lights) {
        const apart = Math.cos(around - a) * Math.cos(up) * Math.cos(u) + Math.sin(up) * Math.sin(u);
        glow += Math.exp(60 * (apart - 1));
      }
      data[p] = 0.06 + 0.22 * sky + 0.08 * band * (1 - sky) + 0.6 * Math.min(1, glow);
      data[p + 1] = 0.08 + 0.3 * sky + 0.05 * band + 0.5 * Math.min(1, glow);
      data[p + 2] = 0.05 + 0.5 * sky + 0.3 * Math.min(1, glow);
    }
  }
  return { data, width, height };
}

function environmentTexture({ data, width, height }) {
  const four = new Float32Array(4 * width * height).fill(1);
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const from = 3 * ((height - 1 - row) * width + col);
      four.set(data.subarray(from, from + 3), 4 * (row * width + col));
    }
  }
  const texture = new THREE.DataTexture(four, width, height, THREE.RGBAFormat, THREE.FloatType);
  texture.minFilter = texture.magFilter = THREE.LinearFilter;
  texture.wrapS = THREE.RepeatWrapping;
  texture.needsUpdate = true;
  return texture;
}

/** The environment as what stands behind everything, without depth. */
function skyOf(texture) {
  const material = new THREE.ShaderMaterial({
    uniforms: { map: { value: texture } },
    vertexShader: 'varying vec3 way;void main(){way=position;gl_Position=projectionMatrix*vec4(mat3(viewMatrix)*position,1.);}',
    fragmentShader: \`uniform sampler2D map;varying vec3 way;void main(){vec3 d=normalize(way);
      vec2 at=vec2(atan(d.z,d.x)/6.2831853,asin(clamp(d.y,-1.,1.))/3.1415927)+0.5;
      gl_FragColor=vec4(textureLod(map,at,0.).rgb,1.);
      #include <tonemapping_fragment>
      #include <colorspace_fragment>
    }\`,
    side: THREE.DoubleSide, depthTest: false, depthWrite: false });
  const sky = new THREE.Mesh(new THREE.SphereGeometry(1000, 64, 32), material);
  sky.frustumCulled = false;
  sky.renderOrder = -1;
  return sky;
}

function wetSimulation(surface) {
  const simulation = rivulet.createSimulation('window', { rain: { kind: 'none' }, surface });
  let state = 7;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
  for (const [chart, { width, height }] of simulation.surface.charts.entries()) {
    const count = Math.round((width * height) / 120);
    for (let n = 0; n < count; n++)
      simulation.addDrop({ chart, x: (0.03 + 0.94 * random()) * width, y: (0.03 + 0.94 * random()) * height, mass: 1 + 9 * random() });
  }
  simulation.advance(0.5);
  return simulation;
}

function drawWithThree(simulation, sky, mirror, eye) {
  const canvas = document.createElement('canvas');
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(FINER);
  renderer.setSize(WIDE, HIGH, false);
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera((180 * FIELD) / Math.PI, WIDE / HIGH, 10, 1e6);
  camera.position.set(...eye);
  camera.lookAt(0, 0, 0);
  const environment = environmentTexture(sky);
  scene.add(skyOf(environment));
  const textures = new wet.WaterTextures({ simulation, renderer, pixelsPerMm: 8 });
  textures.update();
  const behind = new wet.SceneBehind({ renderer });
  const group = new THREE.Group();
  group.quaternion.copy(textures.pose);
  textures.charts.forEach((_, chart) => {
    const options = { textures, chart, environment };
    const material = mirror ? new wet.WetMirrorMaterial(options) : new wet.WetGlassMaterial({ ...options, behind, thickness: 4 });
    group.add(new THREE.Mesh(wet.surfaceGeometry(textures.surface, chart, { step: 1 }), material));
  });
  scene.add(group);
  behind.capture(scene, camera);
  renderer.render(scene, camera);
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [FINER * WIDE, FINER * HIGH];
  const context = copy.getContext('2d');
  context.drawImage(canvas, 0, 0);
  behind.dispose();
  textures.dispose();
  renderer.dispose();
  return show(meanOf(context.getImageData(0, 0, copy.width, copy.height).data));
}

/** Means of FINER × FINER pixels, in linear light. */
function meanOf(data) {
  const linear = Float32Array.from({ length: 256 }, (_, n) => (n <= 10 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
  const out = new Uint8ClampedArray(4 * WIDE * HIGH).fill(255);
  for (let p = 0; p < WIDE * HIGH; p++) {
    const [col, row] = [p % WIDE, Math.floor(p / WIDE)];
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let n = 0; n < FINER * FINER; n++)
        sum += linear[data[4 * ((FINER * row + Math.floor(n / FINER)) * FINER * WIDE + FINER * col + (n % FINER)) + c]];
      const mean = sum / (FINER * FINER);
      out[4 * p + c] = 255 * (mean <= 0.0031308 ? 12.92 * mean : 1.055 * mean ** (1 / 2.4) - 0.055);
    }
  }
  return out;
}

/** Puts pixels on the page, to be looked at. */
function show(data) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, HIGH];
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(data), WIDE, HIGH), 0, 0);
  document.body.append(canvas);
  return data;
}

function drawTraced(simulation, sky, { mirror, eye, relief }) {
  const surface = simulation.scene.surface;
  const options = {
    surface, surroundings: offline.sphereOf(sky, -Math.PI / 2),
    camera: { position: eye, field: FIELD, glow: 0, tone: 'none' },
    glass: { thickness: 4, mirrors: mirror ? 'all' : [] }, relief, width: WIDE, height: HIGH, quality: 'high' };
  const { data } = offline.renderTraced(simulation.frame(), options);
  const { mask } = offline.renderTracedMaps(simulation.frame(), ['mask'], options);
  show(data);
  return { data, mask };
}

window.compare = ({ surface, mirror = false, eye, relief = true }) => {
  document.body.replaceChildren();
  const simulation = wetSimulation(surface);
  const sky = environment(1024, 512);
  const drawn = drawWithThree(simulation, sky, mirror, eye);
  const { data, mask } = drawTraced(simulation, sky, { mirror, eye, relief });
  let [sum, near, wetPixels] = [0, 0, 0];
  for (let p = 0; p < WIDE * HIGH; p++) {
    let most = 0;
    for (let c = 0; c < 3; c++) {
      const apart = Math.abs(drawn[4 * p + c] - data[4 * p + c]);
      sum += apart;
      most = Math.max(most, apart);
    }
    near += +(most <= 16);
    wetPixels += +(mask[p] > 0.5);
  }
  const pixels = WIDE * HIGH;
  return { mean: sum / (3 * pixels), within: near / pixels, wet: wetPixels / pixels };
};
`;
