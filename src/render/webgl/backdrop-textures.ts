/** What stands behind the glass, as textures: sharp, out of focus, and through fog. */
import { ALL_SCENES, LIVE_BACKDROPS } from '../../core/build-flags.js';
import type { Backdrop } from '../backdrop/backdrop.js';
import { VEIL_BLOCK, VEIL_PASSES } from '../offline/stage.js';
import { blurredView, lensBlock } from '../picture/lens.js';
import { type LinearPicture, levelOf } from '../picture/linear.js';
import { LOOK } from '../picture/look.js';
import { type LiveBackdrop, LivePicture } from './backdrop-source.js';
import type { FloatFormats } from './context.js';
import type { Programs, Uniforms } from './programs.js';
import type { Resources, Target, Texture } from './resources.js';
import type { Scenery } from './scenery.js';

/** Radius of a live backdrop's discs in pixels of its blurred picture. */
const LIVE_RADIUS = 2.5;

/** Uniforms where there is no backdrop. */
export const NO_BACKDROP: Uniforms = { backdrop: null, blurred: null };

export class BackdropTextures {
  readonly #resources: Resources;
  readonly #programs: Programs;
  readonly #format: number;
  readonly #live: LivePicture | null;
  readonly #source: Backdrop | LiveBackdrop;
  #still: Texture | null = null;
  #blurred: Texture | Target | null = null;
  #veil: Texture | Target | null = null;
  #key = '';

  constructor(
    resources: Resources,
    programs: Programs,
    { light }: FloatFormats,
    source: Backdrop | LiveBackdrop,
    fast: boolean,
  ) {
    const { gl } = resources;
    this.#resources = resources;
    this.#programs = programs;
    // Still pictures have no alpha, but what is drawn into must.
    this.#format = light === gl.RGBA32F ? gl.RGB32F : gl.RGB16F;
    this.#source = source;
    this.#live = LIVE_BACKDROPS ? new LivePicture(resources, programs) : null;
    if (!('pyramid' in source)) return;
    this.#still = this.#upload(source.pyramid, gl.MIRRORED_REPEAT);
    // The nearest level instead of the mean of two: one lookup less.
    if (fast) gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
  }

  get picture(): Texture | null {
    return this.#still ?? this.#live?.texture ?? null;
  }

  /** Uniforms of programs that shade glass and water. A live backdrop's mean is read from its coarsest level by the shader. */
  get uniforms(): Uniforms {
    return {
      backdrop: this.picture,
      blurred: textureOf(this.#blurred),
      mean: 'mean' in this.#source ? this.#source.mean : [0, 0, 0],
    };
  }

  /** What fog shows of it. */
  get veil(): Texture | null {
    return textureOf(this.#veil);
  }

  /** Which kind of program shades water before it. */
  get kind(): string {
    if (!this.picture) return 'BARE';
    return this.#still ? '' : 'LIVE';
  }

  /** Reads a live source again if it changed; true if it did. */
  refresh(): boolean {
    if (!LIVE_BACKDROPS || 'pyramid' in this.#source || !this.#live?.update(this.#source)) return false;
    this.#key = '';
    return true;
  }

  /** Makes what is out of focus for a view, unless it is there. */
  focus(scenery: Scenery, fog: boolean): void {
    const key = `${scenery.key}${fog}`;
    if (key === this.#key) return;
    this.#key = key;
    const { view, camera } = scenery;
    this.#blurred = this.#melt(this.#blurred, scenery, scenery.isSharp ? 0 : view.blur, lensBlock(view.blur));
    if (!ALL_SCENES || !fog) return;
    const radius = LOOK.fogBlur * view.height * camera.zoom;
    this.#veil = this.#melt(this.#veil, scenery, radius, VEIL_BLOCK * camera.zoom, VEIL_PASSES);
  }

  dispose(): void {
    this.#resources.free(this.#still, this.#blurred, this.#veil);
    this.#live?.dispose();
  }

  /**
   * What is out of focus, in place of the `old` one: discs of a radius [px], worked out in blocks of some pixels. Null if the
   * radius is 0.
   */
  #melt(
    old: Texture | Target | null,
    scenery: Scenery,
    radius: number,
    block: number,
    passes?: number,
  ): Texture | Target | null {
    const { view, place } = scenery;
    if (LIVE_BACKDROPS && radius && !('pyramid' in this.#source))
      return this.#meltLive(old as Target | null, scenery, radius);
    this.#resources.free(old);
    if (!radius || !place || !('pyramid' in this.#source)) return null;
    const width = Math.ceil(view.width / block);
    const height = Math.ceil(view.height / block);
    return this.#upload([blurredView(this.#source.pyramid, place, view, radius, { width, height }, passes)]);
  }

  /** The same on the GPU, coarser: it is done again for every picture of a video. */
  #meltLive(old: Target | null, scenery: Scenery, radius: number): Target {
    const { gl } = this.#resources;
    const { view, place } = scenery;
    const block = Math.max(1, radius / LIVE_RADIUS);
    const width = Math.ceil(view.width / block);
    const height = Math.ceil(view.height / block);
    const target = this.#resources.target({ width, height, format: gl.RGBA16F, smooth: true }, old);
    const span = [(view.width * view.pixel) / width, (view.height * view.pixel) / height];
    const level = levelOf(span[0] * (place?.texels ?? 0));
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
    gl.viewport(0, 0, width, height);
    this.#programs.use('melt', { ...scenery.uniforms, backdrop: this.picture, reach: radius / block, level, span });
    this.#programs.drawWhole();
    return target;
  }

  /** A texture of a picture and its levels. */
  #upload(levels: readonly LinearPicture[], wrap?: number): Texture {
    const { gl } = this.#resources;
    const { width, height } = levels[0];
    const format = this.#format;
    const texture = this.#resources.texture({ width, height, format, levels: levels.length, smooth: true });
    if (wrap) this.#resources.wrap(wrap);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    levels.forEach(({ data, width, height }, level) => {
      gl.texSubImage2D(gl.TEXTURE_2D, level, 0, 0, width, height, gl.RGB, gl.FLOAT, data);
    });
    return texture;
  }
}

function textureOf(thing: Texture | Target | null): Texture | null {
  return thing && ('frame' in thing ? thing.texture : thing);
}
