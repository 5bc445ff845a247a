/**
 * Drawing into targets with three's public API alone: no call of WebGL stands in this folder, so three's own picture of the
 * context's state stays true. A `Passes` has the renderer and what all of its passes share.
 */
import {
  BufferGeometry,
  Camera,
  Color,
  DoubleSide,
  GLSL3,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  type IUniform,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  Scene,
  Sphere,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { QuadList } from '../render/webgl/quads.js';

const HEAD = 'precision highp float;precision highp int;precision highp sampler2D;\n';

/** Values by name; a pass reads them when it is drawn. */
export type Uniforms = Record<string, IUniform>;

/** Where a pass draws: a target, and of it a rectangle (x, y, width, height) [px, lowest row first]; without one all of it. */
export interface Into {
  readonly target: WebGLRenderTarget;
  readonly box?: readonly [x: number, y: number, width: number, height: number];
  /** Makes it dry first. */
  readonly clear?: boolean;
}

/** Floats of a quad, in the order of its attributes. */
export type QuadLayout = readonly (readonly [name: string, floats: number])[];

/** A material for vertex and fragment shaders of render/webgl. `deep`: the lowest depth is seen, else the last. */
export function shaderMaterial(vertex: string, fragment: string, uniforms: Uniforms, deep = false): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: HEAD + vertex,
    fragmentShader: HEAD + fragment,
    uniforms,
    blending: NoBlending,
    side: DoubleSide,
    depthTest: deep,
    depthWrite: deep,
  });
}

export class Passes {
  readonly renderer: WebGLRenderer;
  readonly #camera = new Camera();
  readonly #scene = new Scene();
  readonly #owned = new Set<{ dispose(): void }>();

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer;
    this.#scene.matrixWorldAutoUpdate = false;
  }

  /** Notes something that `dispose` frees. */
  own<T extends { dispose(): void }>(thing: T): T {
    this.#owned.add(thing);
    return thing;
  }

  /** A mesh that draws a triangle over all, or with `corners` a quad, whose vertex shader knows its corners by number. */
  mesh(material: RawShaderMaterial, corners = false): Mesh {
    const geometry = this.own(new BufferGeometry());
    geometry.setIndex(corners ? [0, 1, 2, 2, 1, 3] : [0, 1, 2]);
    return placed(new Mesh(geometry, this.own(material)));
  }

  /** Draws meshes in their order. */
  draw(meshes: readonly Mesh[], { target, box, clear = false }: Into): void {
    const { renderer } = this;
    target.scissorTest = box !== undefined;
    if (box) target.scissor.set(...box);
    renderer.setRenderTarget(target);
    if (clear) renderer.clear(true, target.depthBuffer, false);
    if (meshes.length === 0) return;
    this.#scene.children = [...meshes];
    for (const [n, mesh] of meshes.entries()) mesh.renderOrder = n;
    renderer.render(this.#scene, this.#camera);
    this.#scene.children = [];
  }

  /** Runs `work`, which draws, and leaves the renderer as it was. */
  keeping(work: () => void): void {
    const { renderer } = this;
    const { autoClear, xr, shadowMap } = renderer;
    const target = renderer.getRenderTarget();
    const face = renderer.getActiveCubeFace();
    const level = renderer.getActiveMipmapLevel();
    const colour = renderer.getClearColor(new Color());
    const alpha = renderer.getClearAlpha();
    const isXr = xr.enabled;
    const updatesShadows = shadowMap.autoUpdate;
    renderer.autoClear = false;
    xr.enabled = false;
    shadowMap.autoUpdate = false;
    renderer.setClearColor(0, 0);
    try {
      work();
    } finally {
      renderer.autoClear = autoClear;
      xr.enabled = isXr;
      shadowMap.autoUpdate = updatesShadows;
      renderer.setClearColor(colour, alpha);
      renderer.setRenderTarget(target, face, level);
    }
  }

  /** Frees everything that was made with it. */
  dispose(): void {
    for (const thing of this.#owned) thing.dispose();
    this.#owned.clear();
  }

  /** Frees one thing before the rest. */
  free(thing: { dispose(): void }): void {
    this.#owned.delete(thing);
    thing.dispose();
  }
}

/** A list of quads as instances, of which only those that are drawn are sent. */
export class InstancedQuads implements QuadList {
  readonly mesh: Mesh;
  readonly #passes: Passes;
  readonly #layout: QuadLayout;
  readonly #size: number;
  readonly #draw: (() => void) | null;
  #geometry: InstancedBufferGeometry;
  #buffer: InstancedInterleavedBuffer | null = null;
  /** Bytes that were sent since it was set to 0. */
  sent = 0;

  /** `draw` is called by `draw` of the list when its quads are in place. */
  constructor(passes: Passes, layout: QuadLayout, material: RawShaderMaterial, draw: (() => void) | null = null) {
    this.#passes = passes;
    this.#layout = layout;
    this.#size = layout.reduce((sum, [, floats]) => sum + floats, 0);
    this.#draw = draw;
    this.#geometry = passes.own(new InstancedBufferGeometry());
    this.mesh = placed(new Mesh(this.#geometry, passes.own(material)));
    this.mesh.visible = false;
  }

  draw(numbers: Float32Array, count: number): void {
    this.set(numbers, count);
    if (count > 0) this.#draw?.();
  }

  /** Takes over `count` quads. */
  set(numbers: Float32Array, count: number): void {
    this.mesh.visible = count > 0;
    if (count === 0) return;
    const floats = count * this.#size;
    const buffer =
      this.#buffer && this.#buffer.array.length >= floats ? this.#buffer : this.#grow(Math.ceil(1.5 * count));
    (buffer.array as Float32Array).set(numbers.subarray(0, floats));
    buffer.clearUpdateRanges();
    buffer.addUpdateRange(0, floats);
    buffer.needsUpdate = true;
    this.#geometry.instanceCount = count;
    this.sent += 4 * floats;
  }

  /** A buffer for `count` quads. Buffers of three cannot grow, and its old one is only freed with its geometry. */
  #grow(count: number): InstancedInterleavedBuffer {
    this.#passes.free(this.#geometry);
    const geometry = this.#passes.own(new InstancedBufferGeometry());
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    const buffer = new InstancedInterleavedBuffer(new Float32Array(count * this.#size), this.#size);
    buffer.setUsage(STREAM_DRAW);
    let at = 0;
    for (const [name, floats] of this.#layout) {
      geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, floats, at));
      at += floats;
    }
    this.#geometry = geometry;
    this.#buffer = buffer;
    this.mesh.geometry = geometry;
    placed(this.mesh);
    return buffer;
  }
}

/** `StreamDrawUsage` of three. */
const STREAM_DRAW = 35040;

/** Shaders place these meshes themselves: they are never out of sight, and have no bounds to be sorted by. */
function placed(mesh: Mesh): Mesh {
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  mesh.geometry.boundingSphere = new Sphere();
  return mesh;
}
