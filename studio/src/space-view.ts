/** A surface in space: its wet glass, or a map on it, drawn with three.js and `rivulet/three`. */
import type { Frame, Scene, Simulation } from 'rivulet';
import {
  type BackdropOptions,
  type GlassOptions,
  readWorldCamera,
  renderView,
  tableTop,
  torusKnot,
} from 'rivulet/offline';
import {
  FallingDrops,
  modelGeometry,
  SceneBehind,
  surfaceGeometry,
  WaterTextures,
  WaterTwin,
  WetGlassMaterial,
  WetMirrorMaterial,
} from 'rivulet/three';
import * as THREE from 'three';
import { pixelsAround } from './around.js';
import type { MapName, ViewName } from './choices.js';
import { DrivenStreet, isDriven } from './driven-street.js';
import { MAX_HEIGHT } from './legend.js';
import { paintMask } from './map-layer.js';
import { Orbit } from './orbit.js';
import { isTwinView, TwinModeMaterial } from './twin-modes.js';

/** Texels a millimetre of small surfaces, and the most texels of a surface: large ones are shown coarser. */
const SHARPNESS = 4;
const MOST_TEXELS = 3e6;
/** Width of the picture of what stands around [px]. */
const AROUND = 1024;
/** The same where it is painted again and again. */
const DRIVEN_AROUND = 768;
/** Thickness of a table top over its width. */
const TABLE_SHARE = 0.03;
/** Side of what a map's texture may have [px]. */
const MOST_SIDE = 1024;

/** A place on the surface. */
export interface SurfacePlace {
  readonly chart: number;
  readonly x: number;
  readonly y: number;
}

export class SpaceView {
  readonly orbit: Orbit;
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: THREE.WebGLRenderer;
  readonly #camera = new THREE.PerspectiveCamera(45, 1, 1, 1e5);
  readonly #ray = new THREE.Raycaster();
  #stage: Stage | null = null;
  #around: { key: string; texture: THREE.DataTexture } | null = null;
  #street: DrivenStreet | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    this.orbit = new Orbit(this.#camera);
  }

  /** Takes over a simulation; the eye starts where its scene has it. */
  open(simulation: Simulation): void {
    this.close();
    const { scene } = simulation;
    const environment = this.#environmentOf(scene);
    this.#stage = new Stage(simulation, this.#renderer, environment);
    const backdrop = scene.backdrop as unknown as BackdropOptions;
    if (isDriven(backdrop)) this.#street = new DrivenStreet(backdrop, environment);
    const { width, height } = this.#canvas.getBoundingClientRect();
    const { position, target, field } = eyeOf(scene, this.#stage.radius, width / Math.max(1, height));
    this.#camera.fov = (field * 180) / Math.PI;
    this.orbit.start(position, target);
  }

  /** Frees what belongs to the scene. */
  close(): void {
    this.#stage?.dispose();
    this.#stage = null;
    this.#street?.dispose();
    this.#street = null;
  }

  draw(frame: Frame, view: ViewName): void {
    const stage = this.#stage;
    const { clientWidth, clientHeight } = this.#canvas;
    if (!stage || clientWidth === 0) return;
    this.#street?.update(frame.time);
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / clientHeight;
    this.#camera.updateProjectionMatrix();
    stage.draw(frame, view, this.#camera);
  }

  /** The place on the surface under a point of the window; null beside it. */
  placeAt(clientX: number, clientY: number): SurfacePlace | null {
    const box = this.#canvas.getBoundingClientRect();
    const at = new THREE.Vector2(
      (2 * (clientX - box.left)) / box.width - 1,
      1 - (2 * (clientY - box.top)) / box.height,
    );
    if (!this.#stage || Math.abs(at.x) > 1 || Math.abs(at.y) > 1) return null;
    this.#ray.setFromCamera(at, this.#camera);
    return this.#stage.meet(this.#ray.ray);
  }

  /** How the surface would stand if a hand turned it over the screen by angles, or about the axis of sight [rad]. */
  turned(across: number, down: number, roll = 0): [x: number, y: number, z: number, w: number] {
    const pose = this.#stage?.pose ?? new THREE.Quaternion();
    const turn = this.orbit.handRoll(roll).multiply(this.orbit.handTurn(across, down));
    const { x, y, z, w } = turn.multiply(pose).normalize();
    return [x, y, z, w];
  }

  /** Lets the water go on on the graphics card, or again on the processor. Throws a line where the card cannot. */
  runTwin(on: boolean): WaterTwin | null {
    return this.#stage?.runTwin(on) ?? null;
  }

  /** What stands around. A street takes a second to paint, so it is kept for the next scene. */
  #environmentOf({ backdrop }: Scene): THREE.DataTexture {
    const key = JSON.stringify(backdrop);
    if (this.#around?.key === key) return this.#around.texture;
    this.#around?.texture.dispose();
    const options = backdrop as unknown as BackdropOptions;
    const width = isDriven(options) ? DRIVEN_AROUND : AROUND;
    const pixels = pixelsAround(options, width);
    const texture = new THREE.DataTexture(pixels, width, width / 2, THREE.RGBAFormat, THREE.HalfFloatType);
    texture.mapping = THREE.EquirectangularReflectionMapping;
    texture.wrapS = THREE.RepeatWrapping;
    texture.minFilter = texture.magFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    this.#around = { key, texture };
    return texture;
  }
}

/** The eye of the scene; without one, where all of the surface is seen, also in a narrow window. */
function eyeOf({ camera, surface }: Scene, radius: number, aspect: number) {
  const { focus, ...rest } = camera;
  if ('position' in rest) return readWorldCamera({ ...rest, ...(typeof focus === 'number' && { focus }) });
  const away = 2.7 * radius * Math.max(1, 1.2 / aspect);
  const towards = surface.kind === 'box' || surface.kind === 'bezier' ? [0.45, 0.3, 0.84] : [0.25, 0.12, 0.96];
  return readWorldCamera({ position: towards.map((share) => share * away) });
}

/** The three.js scene of one simulation. */
class Stage {
  readonly radius: number;
  readonly #renderer: THREE.WebGLRenderer;
  readonly #textures: WaterTextures;
  readonly #behind: SceneBehind;
  readonly #scene = new THREE.Scene();
  readonly #group = new THREE.Group();
  readonly #falling = new FallingDrops();
  readonly #meshes: THREE.Mesh[];
  readonly #wet: (WetGlassMaterial | WetMirrorMaterial)[];
  readonly #maps: ChartMapTexture[];
  readonly #simulation: Simulation;
  #twin: WaterTwin | null = null;
  readonly #modes: TwinModeMaterial[];

  constructor(simulation: Simulation, renderer: THREE.WebGLRenderer, environment: THREE.Texture) {
    const { scene, surface } = simulation;
    const area = surface.charts.reduce((sum, { width, height }) => sum + width * height, 0);
    const pixelsPerMm = Math.max(0.5, Math.min(SHARPNESS, Math.sqrt(MOST_TEXELS / area)));
    this.#renderer = renderer;
    this.#simulation = simulation;
    this.#textures = new WaterTextures({ simulation, renderer, pixelsPerMm });
    this.#behind = new SceneBehind({ renderer });
    const { thickness = 4, index = 1.52, mirrors = [], opaque = [], colour } = (scene.glass ?? {}) as GlassOptions;
    const shared = { textures: this.#textures, environment };
    const isOf = (list: typeof mirrors, name: string, chart: number) =>
      list === 'all' || list.includes(name) || list.includes(chart);
    const ceramic = surface.charts.map(({ name }, chart) => isOf(opaque, name, chart));
    this.#wet = surface.charts.map(({ name }, chart) => {
      if (isOf(mirrors, name, chart)) return new WetMirrorMaterial({ ...shared, chart });
      // Drops on ceramic bend the sight of it: it stands right behind a sheet of water alone.
      const sheet = ceramic[chart] ? 0 : lengthOf(thickness);
      return new WetGlassMaterial({ ...shared, chart, behind: this.#behind, thickness: sheet, index });
    });
    this.#maps = surface.charts.map((_, chart) => new ChartMapTexture(chart));
    this.#modes = surface.charts.map(() => new TwinModeMaterial(MAX_HEIGHT));
    this.#meshes = surface.charts.map((_, chart) => {
      return new THREE.Mesh(surfaceGeometry(this.#textures.surface, chart), this.#wet[chart]);
    });
    this.#group.add(...this.#meshes);
    if (ceramic.includes(true)) {
      const glaze = glazeOf(environment, colour);
      this.#meshes.forEach(({ geometry }, chart) => {
        if (ceramic[chart]) this.#group.add(new THREE.Mesh(geometry, glaze));
      });
    }
    if (scene.inside && ['knot', 'table'].includes(scene.inside.model)) this.#group.add(modelOf(scene.inside));
    this.#scene.add(this.#group, this.#falling, new THREE.HemisphereLight(0xffffff, 0x666655, 3));
    this.#scene.background = environment;
    const box = new THREE.Box3().setFromObject(this.#group);
    this.radius = Math.max(box.min.length(), box.max.length());
  }

  get pose(): THREE.Quaternion {
    return this.#group.quaternion;
  }

  draw(frame: Frame, view: ViewName, camera: THREE.PerspectiveCamera): void {
    const { height } = this.#renderer.domElement;
    this.#textures.followCamera(camera, height, this.#group);
    void this.#textures.update();
    this.#group.quaternion.copy(this.#textures.pose);
    this.#falling.update(this.#textures.falling);
    this.#twin?.update();
    this.#meshes.forEach((mesh, chart) => {
      if (this.#twin && isTwinView(view)) {
        mesh.material = this.#modes[chart].show(this.#twin, chart, view);
        return;
      }
      if (view !== 'beauty') this.#maps[chart].paint(frame, view);
      mesh.material = view === 'beauty' ? this.#wet[chart] : this.#maps[chart].material;
    });
    if (view === 'beauty') this.#behind.capture(this.#scene, camera);
    this.#renderer.render(this.#scene, camera);
  }

  runTwin(on: boolean): WaterTwin | null {
    this.#twin?.dispose();
    this.#twin = null;
    if (on) this.#twin = new WaterTwin({ simulation: this.#simulation, renderer: this.#renderer });
    for (const material of this.#wet) material.showTwin(this.#twin);
    return this.#twin;
  }

  /** The place that a ray of the world meets first. */
  meet({ origin, direction }: THREE.Ray): SurfacePlace | null {
    const back = this.pose.clone().invert();
    const from = origin.clone().applyQuaternion(back);
    return this.#textures.surface.intersect(from.toArray(), direction.clone().applyQuaternion(back).toArray());
  }

  dispose(): void {
    this.#group.traverse((object) => {
      if (object instanceof THREE.Mesh) object.geometry.dispose();
    });
    for (const material of this.#wet) material.dispose();
    for (const map of this.#maps) map.dispose();
    for (const mode of this.#modes) mode.dispose();
    this.#twin?.dispose();
    this.#falling.dispose();
    this.#behind.dispose();
    this.#textures.dispose();
  }
}

/** The scene keeps lengths of renderers as they were written. */
function lengthOf(given: number | string): number {
  return typeof given === 'number' ? given : Number.parseFloat(given) * (given.trim().endsWith('cm') ? 10 : 1);
}

/** Glazed ceramic. It is a hair behind the sheet of water, which has the same triangles. */
function glazeOf(environment: THREE.Texture, colour: GlassOptions['colour'] = [0.62, 0.6, 0.56]): THREE.Material {
  return new THREE.MeshStandardMaterial({
    color: new THREE.Color(...(colour as [number, number, number])),
    roughness: 0.12,
    envMap: environment,
    side: THREE.DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  });
}

function modelOf({ model, size, triangles, position, colour }: NonNullable<Scene['inside']>): THREE.Mesh {
  const [red, green, blue] = colour;
  const isTable = model === 'table';
  const material = new THREE.MeshStandardMaterial({
    color: new THREE.Color(red, green, blue),
    roughness: isTable ? 0.9 : 0.35,
  });
  const triangulated = isTable
    ? tableTop({ radius: size / 2, thickness: TABLE_SHARE * size })
    : torusKnot({ radius: size / 2, triangles });
  const mesh = new THREE.Mesh(modelGeometry(triangulated), material);
  mesh.position.set(position[0], position[1], position[2]);
  return mesh;
}

/** A map of a chart as a texture, with the colours of `rivulet render --view`. */
class ChartMapTexture {
  readonly material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, toneMapped: false });
  readonly #chart: number;

  constructor(chart: number) {
    this.#chart = chart;
  }

  paint(frame: Frame, view: MapName): void {
    const { columns, rows } = frame.charts[this.#chart];
    // Drops are shapes, which a pixel a cell would show as squares.
    const scale = Math.min(view === 'drops' || view === 'mask' ? 2 : 1, MOST_SIDE / Math.max(columns, rows));
    const texture = this.#textureOf(Math.max(1, Math.round(columns * scale)), Math.max(1, Math.round(rows * scale)));
    const out = texture.image as unknown as ImageData;
    if (view === 'mask') paintMask(frame, this.#chart, out);
    else renderView(frame, view, { out, chart: this.#chart, maxHeight: MAX_HEIGHT });
    texture.needsUpdate = true;
  }

  dispose(): void {
    this.material.map?.dispose();
    this.material.dispose();
  }

  #textureOf(width: number, height: number): THREE.Texture {
    const { map } = this.material;
    if (map && (map.image as ImageData).width === width && (map.image as ImageData).height === height) return map;
    map?.dispose();
    const texture = new THREE.DataTexture(new Uint8ClampedArray(4 * width * height), width, height);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.minFilter = texture.magFilter = THREE.LinearFilter;
    // Pictures begin above, textures below.
    texture.repeat.y = -1;
    texture.offset.y = 1;
    this.material.map = texture;
    this.material.needsUpdate = true;
    return texture;
  }
}
