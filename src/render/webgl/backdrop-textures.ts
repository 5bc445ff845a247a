/** What stands behind the glass, as textures: sharp, out of focus, and through fog. */
import type { Backdrop } from '../backdrop/backdrop.js';
import { VEIL_BLOCK, VEIL_PASSES } from '../offline/stage.js';
import { blurView, lensBlock } from '../picture/lens.js';
import { type LinearPicture, levelOf } from '../picture/linear.js';
import { LOOK } from '../picture/look.js';
import { inOneGo, type Parts } from '../picture/parts.js';
import type { FloatFormats } from './context.js';
import { type LiveBackdrop, LivePicture } from './live-picture.js';
import type { Programs, Uniforms } from './programs.js';
import type { Resources, Target, Texture } from './resources.js';
import type { Scenery } from './scenery.js';

/** Radius of a live backdrop's discs in pixels of its blurred picture. */
const LIVE_RADIUS = 2.5;

/** Texels that are sent to the graphics card in one part. */
const SENT = 1 << 19;

/** What programs ask for where there is no backdrop. */
export const NO_BACKDROP: Uniforms = { backdrop: null, blurred: null };

export class BackdropTextures {
  readonly #resources: Resources;
  readonly #programs: Programs;
  readonly #format: number;
  readonly #live: LivePicture;
  readonly #source: Backdrop | LiveBackdrop;
  #still: Texture | null = null;
  #blurred: Texture | Target | null = null;
  #veil: Texture | Target | null = null;
  #key = '';
  /** Sends the still picture; null once it is there. */
  #sending: Parts | null = null;
  /** What is out of focus for the view of this key, to be made textures of. */
  #ahead: { key: string; blurred: LinearPicture | null; veil: LinearPicture | null } | null = null;

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
    this.#live = new LivePicture(resources, programs);
    if (!('pyramid' in source)) return;
    this.#still = this.#textureFor(source.pyramid);
    this.#resources.wrap(gl.MIRRORED_REPEAT);
    this.#sending = this.#send(this.#still, source.pyramid);
    // The nearest level instead of the mean of two: one lookup less.
    if (fast) gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
  }

  get picture(): Texture | null {
    return this.#still ?? this.#live.texture;
  }

  /** What programs that shade glass and water ask for. A live backdrop's mean is read from its coarsest level by the shader. */
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
    if ('pyramid' in this.#source || !this.#live.update(this.#source)) return false;
    this.#key = '';
    return true;
  }

  /** Does in parts most of what `focus` does for a view. */
  *prepare(scenery: Scenery, fog: boolean): Parts {
    if (this.#sending) yield* this.#sending;
    this.#sending = null;
    const key = `${scenery.key}${fog}`;
    if (key === this.#key || key === this.#ahead?.key || !('pyramid' in this.#source)) return;
    const { radius, fogRadius, fogBlock } = radiiOf(scenery, fog);
    const blurred = yield* this.#discs(scenery, radius, lensBlock(radius));
    const veil = yield* this.#discs(scenery, fogRadius, fogBlock, VEIL_PASSES);
    // A picture may have been drawn between the parts.
    if (key !== this.#key) this.#ahead = { key, blurred, veil };
  }

  /** Makes what is out of focus for a view, unless it is there. */
  focus(scenery: Scenery, fog: boolean): void {
    const key = `${scenery.key}${fog}`;
    inOneGo(this.prepare(scenery, fog));
    if (key === this.#key) return;
    this.#key = key;
    const { radius, fogRadius } = radiiOf(scenery, fog);
    this.#blurred = this.#melt(this.#blurred, scenery, radius, this.#ahead?.blurred);
    if (fog) this.#veil = this.#melt(this.#veil, scenery, fogRadius, this.#ahead?.veil);
    this.#ahead = null;
  }

  dispose(): void {
    this.#resources.free(this.#still, this.#blurred, this.#veil);
    this.#live.dispose();
  }

  /** A still picture out of focus: discs of a radius [px], worked out in blocks of some pixels. Null if the radius is 0. */
  *#discs(scenery: Scenery, radius: number, block: number, passes?: number): Parts<LinearPicture | null> {
    const { view, place } = scenery;
    if (!radius || !place || !('pyramid' in this.#source)) return null;
    const width = Math.ceil(view.width / block);
    const height = Math.ceil(view.height / block);
    return yield* blurView(this.#source.pyramid, place, view, radius, width, height, passes);
  }

  /** The texture of what is out of focus, in place of the `old` one. */
  #melt(
    old: Texture | Target | null,
    scenery: Scenery,
    radius: number,
    picture: LinearPicture | null | undefined,
  ): Texture | Target | null {
    if (radius && !('pyramid' in this.#source)) return this.#meltLive(old as Target | null, scenery, radius);
    this.#resources.free(old);
    if (!picture) return null;
    const texture = this.#textureFor([picture]);
    inOneGo(this.#send(texture, [picture]));
    return texture;
  }

  /** The same on the GPU, coarser: it is done anew for every picture of a video. */
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

  /** A texture with room for a picture and its levels. */
  #textureFor(levels: readonly LinearPicture[]): Texture {
    const { width, height } = levels[0];
    return this.#resources.texture({ width, height, format: this.#format, levels: levels.length, smooth: true });
  }

  /** Fills a texture, some rows at a time. */
  *#send({ handle }: Texture, levels: readonly LinearPicture[]): Parts {
    const { gl } = this.#resources;
    for (const [level, { data, width, height }] of levels.entries()) {
      const rows = Math.ceil(SENT / width);
      for (let row = 0; row < height; row += rows) {
        const high = Math.min(rows, height - row);
        gl.bindTexture(gl.TEXTURE_2D, handle);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        gl.texSubImage2D(gl.TEXTURE_2D, level, 0, row, width, high, gl.RGB, gl.FLOAT, data, 3 * row * width);
        yield;
      }
    }
  }
}

/** Radii of the discs [px] behind clear glass and behind fog, 0 where it is sharp or there is none; fog is worked out in blocks [px]. */
function radiiOf({ view, camera: { zoom }, isSharp }: Scenery, fog: boolean) {
  const fogRadius = fog ? LOOK.fogBlur * view.height * zoom : 0;
  return { radius: isSharp ? 0 : view.blur, fogRadius, fogBlock: VEIL_BLOCK * zoom };
}

function textureOf(thing: Texture | Target | null): Texture | null {
  return thing && ('frame' in thing ? thing.texture : thing);
}
