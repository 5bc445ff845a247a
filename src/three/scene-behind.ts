/**
 * The scene behind wet glass, as pictures with depth. Each sheet of glass has a picture of all that stands farther away than it:
 * other sheets are in it, the nearest ones last. A surface of several charts, or a curved one, may stand before itself; it has
 * two pictures, one without it and one with those of its parts that face away.
 */
import {
  type Camera,
  DepthTexture,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  type Object3D,
  type OrthographicCamera,
  type PerspectiveCamera,
  Sphere,
  UnsignedIntType,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { checkNumber } from '../core/errors.js';
import type { WaterTextures } from './water-textures.js';
import { WetGlassMaterial } from './wet-materials.js';

export interface SceneBehindOptions {
  readonly renderer: WebGLRenderer;
  /** Size of the pictures over that of the canvas, 0.1 to 2. Default 1. */
  readonly resolution?: number;
}

type WetMesh = Mesh & { material: WetGlassMaterial };

/** The meshes of one surface, and how far they are from the camera. */
interface Sheet {
  readonly textures: WaterTextures;
  readonly meshes: WetMesh[];
  distance: number;
}

interface Pictures {
  readonly far: WebGLRenderTarget;
  /** The same as `far` where the surface cannot stand before itself. */
  readonly near: WebGLRenderTarget;
}

export class SceneBehind {
  readonly #renderer: WebGLRenderer;
  readonly #resolution: number;
  readonly #pictures = new Map<WaterTextures, Pictures>();
  readonly #size = new Vector2();

  constructor({ renderer, resolution = 1 }: SceneBehindOptions) {
    checkNumber(resolution, { min: 0.1, max: 2 }, 'resolution');
    this.#renderer = renderer;
    this.#resolution = resolution;
  }

  /** Takes the pictures; to be called before `renderer.render(scene, camera)`. */
  capture(scene: Object3D, camera: Camera): void {
    const renderer = this.#renderer;
    const target = renderer.getRenderTarget();
    const { autoClear } = renderer;
    scene.updateMatrixWorld();
    if (!camera.parent) camera.updateMatrixWorld();
    renderer.getDrawingBufferSize(this.#size).multiplyScalar(this.#resolution).floor();
    const sheets = this.#sheetsOf(scene, camera);
    const shown = sheets.flatMap(({ meshes }) => meshes).filter(({ visible }) => visible);
    this.#forget(sheets);
    for (const mesh of shown) mesh.visible = false;
    renderer.autoClear = true;
    try {
      for (const sheet of sheets) this.#captureSheet(sheet, scene, camera, shown);
    } finally {
      for (const mesh of shown) mesh.visible = true;
      renderer.autoClear = autoClear;
      renderer.setRenderTarget(target);
    }
  }

  /** Frees the pictures. Twice is fine. */
  dispose(): void {
    this.#forget([]);
  }

  #captureSheet({ textures, meshes }: Sheet, scene: Object3D, camera: Camera, shown: readonly Mesh[]): void {
    const renderer = this.#renderer;
    const { far, near } = this.#picturesOf(textures);
    renderer.setRenderTarget(far);
    renderer.render(scene, camera);
    for (const { material } of meshes) this.#show(material, camera, far, far);
    for (const mesh of meshes) mesh.visible = shown.includes(mesh);
    if (near === far) return;
    for (const { material } of meshes) material.uniforms.onlyAway.value = 1;
    renderer.setRenderTarget(near);
    renderer.render(scene, camera);
    for (const { material } of meshes) {
      material.uniforms.onlyAway.value = 0;
      this.#show(material, camera, far, near);
    }
  }

  /** Hands a material what it sees. */
  #show({ uniforms }: WetGlassMaterial, camera: Camera, far: WebGLRenderTarget, near: WebGLRenderTarget): void {
    const { near: first, far: last } = camera as PerspectiveCamera | OrthographicCamera;
    uniforms.farLight.value = far.texture;
    uniforms.farDepth.value = far.depthTexture;
    uniforms.nearLight.value = near.texture;
    uniforms.nearDepth.value = near.depthTexture;
    this.#renderer.getDrawingBufferSize(uniforms.span.value as Vector2);
    (uniforms.range.value as Vector2).set(first, last);
  }

  /** The wet surfaces of a scene, the farthest first. */
  #sheetsOf(scene: Object3D, camera: Camera): Sheet[] {
    const sheets = new Map<WaterTextures, Sheet>();
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    scene.traverse((object) => {
      if (!(object instanceof Mesh) || !(object.material instanceof WetGlassMaterial)) return;
      const mesh = object as WetMesh;
      const { textures } = mesh.material;
      if (mesh.material.behind !== this) return;
      const sheet = sheets.get(textures) ?? { textures, meshes: [], distance: 0 };
      sheets.set(textures, sheet);
      sheet.meshes.push(mesh);
      if (mesh.geometry.boundingSphere === null) mesh.geometry.computeBoundingSphere();
      const { center } = new Sphere().copy(mesh.geometry.boundingSphere!).applyMatrix4(mesh.matrixWorld);
      sheet.distance += center.distanceTo(eye);
    });
    for (const sheet of sheets.values()) sheet.distance /= sheet.meshes.length;
    return [...sheets.values()].sort((a, b) => b.distance - a.distance);
  }

  #picturesOf(textures: WaterTextures): Pictures {
    const { x, y } = this.#size;
    let pictures = this.#pictures.get(textures);
    if (!pictures) {
      const [first] = textures.surface.charts;
      const isAlone = textures.surface.charts.length === 1 && first.isPlanar;
      const far = pictureOf(x, y);
      pictures = { far, near: isAlone ? far : pictureOf(x, y) };
      this.#pictures.set(textures, pictures);
    }
    pictures.far.setSize(x, y);
    pictures.near.setSize(x, y);
    return pictures;
  }

  /** Frees the pictures of surfaces that are gone. */
  #forget(sheets: readonly Sheet[]): void {
    for (const [textures, { far, near }] of this.#pictures) {
      if (sheets.some((sheet) => sheet.textures === textures)) continue;
      for (const picture of new Set([far, near])) {
        picture.depthTexture?.dispose();
        picture.dispose();
      }
      this.#pictures.delete(textures);
    }
  }
}

function pictureOf(width: number, height: number): WebGLRenderTarget {
  return new WebGLRenderTarget(width, height, {
    type: HalfFloatType,
    minFilter: LinearMipmapLinearFilter,
    magFilter: LinearFilter,
    generateMipmaps: true,
    depthTexture: new DepthTexture(width, height, UnsignedIntType),
  });
}
