/** The last passes: water over the base, glow, tone, onto the canvas; and reading the canvas as a picture. */
import { EFFECTS } from '../../core/build-flags.js';
import { GLOW_BLOCK, glowRadius } from '../picture/glow.js';
import type { FloatFormats } from './context.js';
import type { ProgramName, Programs, Uniforms } from './programs.js';
import type { Gl, Resources, Target, Texture } from './resources.js';
import type { Scenery } from './scenery.js';
import { STALE, type WetTiles } from './wet-tiles.js';

/** Radius of water's discs in pixels of the picture it is melted in. */
const MELT_RADIUS = 5;

export class Finish {
  readonly #resources: Resources;
  readonly #programs: Programs;
  readonly #format: number;
  readonly #smooth: number;
  readonly #targets = new Map<string, Target>();
  /** All that the last picture is put on the canvas from; it has no `picture` if that was not kept. */
  #shown: Uniforms | null = null;
  /** Was all of the last picture new? */
  #wasWhole = false;

  constructor(resources: Resources, programs: Programs, formats: FloatFormats) {
    this.#resources = resources;
    this.#programs = programs;
    this.#format = formats.target;
    this.#smooth = formats.light;
  }

  /**
   * Draws the picture for `present`: water over the base as light, tone, and what spills around highlights. All but the last
   * is kept, and drawn only in stale tiles. `waterBlur` [px]: radius of the discs into which water melts, 0 if it is sharp;
   * `strength`: of the glow.
   */
  draw(scenery: Scenery, kind: string, water: Uniforms, tiles: WetTiles, waterBlur: number, strength: number): void {
    const { uniforms, view } = scenery;
    const { width, height } = view;
    const light = this.#target('light', width, height);
    this.#bind(light);
    this.#programs.use('light', { ...uniforms, ...water, over: +!waterBlur }, kind);
    tiles.draw(STALE);
    const shown = EFFECTS && waterBlur > 0 ? this.#melt(light, water, waterBlur) : light;
    const lit = { ...uniforms, ...water, light: shown.texture };
    // Discs reach beyond their tiles.
    const isWhole = (EFFECTS && waterBlur > 0) || tiles.areSpoilt;
    // What is new all over in picture after picture goes straight to the canvas: keeping it would be for nothing.
    const picture = isWhole && this.#wasWhole ? null : this.#tone(lit, width, height, tiles);
    const glow = EFFECTS && strength > 0 ? this.#glow(shown, width, height).texture : null;
    this.#shown = { ...lit, picture, glow, strength };
    this.#wasWhole = isWhole;
  }

  /** Puts the last picture on the canvas, which is empty each time: copying a picture costs less than shading it. */
  present(): void {
    if (!this.#shown) return;
    const { gl } = this.#resources;
    const [width, height] = this.#shown.size as readonly number[];
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    this.#programs.use('show', this.#shown, this.#shown.picture ? '' : 'FRESH');
    this.#programs.drawWhole();
  }

  /** The picture that is kept, up to date: light as the canvas shows it. */
  #tone(lit: Uniforms, width: number, height: number, tiles: WetTiles): Texture {
    const picture = this.#target('picture', width, height, this.#resources.gl.RGBA8);
    this.#bind(picture);
    this.#programs.use('tone', lit, 'FRESH');
    // After one that was not kept, all of it; what is new all over is stale all over the first time.
    tiles.draw(this.#shown?.picture ? STALE : 0);
    return picture.texture;
  }

  /** Water that was drawn alone, out of focus over the base. */
  #melt({ texture }: Target, { base }: Uniforms, radius: number): Target {
    const { width, height } = texture;
    const block = Math.max(1, Math.floor(radius / MELT_RADIUS));
    const small = this.#target('shrink', Math.ceil(width / block), Math.ceil(height / block));
    this.#pass('shrink', small, { light: texture, block });
    const disc = this.#target('disc', small.texture.width, small.texture.height, this.#smooth, true);
    this.#pass('disc', disc, { light: small.texture, reach: radius / block });
    const melted = this.#target('over', width, height);
    const span = [block * disc.texture.width, block * disc.texture.height];
    this.#pass('over', melted, { base, water: disc.texture, span });
    return melted;
  }

  #glow(light: Target, width: number, height: number): Target {
    const columns = Math.ceil(width / GLOW_BLOCK);
    const lines = Math.ceil(height / GLOW_BLOCK);
    const reach = glowRadius(height);
    const one = this.#target('bright', columns, lines, this.#smooth, true);
    const other = this.#target('spread', columns, lines, this.#smooth, true);
    this.#pass('bright', one, { light: light.texture });
    this.#pass('spread', other, { light: one.texture, along: [1, 0], reach });
    this.#pass('spread', one, { light: other.texture, along: [0, 1], reach });
    return one;
  }

  /** A pass over a whole target. */
  #pass(program: ProgramName, target: Target, uniforms: Uniforms): void {
    this.#bind(target);
    this.#programs.use(program, uniforms);
    this.#programs.drawWhole();
  }

  #bind({ frame, texture }: Target): void {
    const { gl } = this.#resources;
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, texture.width, texture.height);
  }

  /** The target of a name, made again if its size has changed. `smooth` for those that are read between pixels. */
  #target(name: string, width: number, height: number, format = this.#format, smooth = false): Target {
    const target = this.#resources.target({ width, height, format, smooth }, this.#targets.get(name));
    this.#targets.set(name, target);
    return target;
  }
}

/** Four bytes a pixel, not premultiplied, row after row. A browser's `ImageData` is one. */
export interface Screenshot {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** [px]. */
  readonly width: number;
  readonly height: number;
}

/** Reads what was drawn: first row first, and colours no longer multiplied by alpha. */
export function readPicture(gl: Gl): Screenshot {
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const bytes = new Uint8Array(4 * width * height);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  const data = new Uint8ClampedArray(bytes.length);
  const line = 4 * width;
  for (let row = 0; row < height; row++)
    data.set(bytes.subarray(row * line, (row + 1) * line), (height - 1 - row) * line);
  for (let p = 0; p < data.length; p += 4) {
    const alpha = data[p + 3];
    if (alpha === 0 || alpha === 255) continue;
    for (let c = 0; c < 3; c++) data[p + c] = (data[p + c] * 255) / alpha;
  }
  return { data, width, height };
}
