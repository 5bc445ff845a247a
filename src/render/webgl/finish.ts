/** The last passes: water over the base, glow, tone, onto the canvas. */
import { GLOW_BLOCK, glowRadius } from '../picture/glow.js';
import type { FloatFormats } from './context.js';
import type { ProgramName, Programs, Uniforms } from './programs.js';
import type { Resources, Target } from './resources.js';
import type { Scenery } from './scenery.js';
import type { WetTiles } from './wet-tiles.js';

/** Radius of water's discs in pixels of the picture it is melted in. */
const MELT_RADIUS = 5;

export class Finish {
  readonly #resources: Resources;
  readonly #programs: Programs;
  readonly #format: number;
  readonly #smooth: number;
  readonly #targets = new Map<string, Target>();

  constructor(resources: Resources, programs: Programs, formats: FloatFormats) {
    this.#resources = resources;
    this.#programs = programs;
    this.#format = formats.target;
    this.#smooth = formats.light;
  }

  /** Nothing glows: the base as it is shown, and water over it where there is some. */
  plain(scenery: Scenery, water: Uniforms, depth: Depth, shown: Target, tiles: WetTiles): void {
    const { width, height } = scenery.view;
    const picture = this.#target('shown', width, height, { format: this.#resources.gl.RGBA8, depth });
    this.#copy(shown, picture, scenery);
    this.#shade('shown', scenery, water, tiles);
    this.#copy(picture, null, scenery);
  }

  /** Light first, then what spills around highlights, then tone. */
  glowing(scenery: Scenery, water: Uniforms, depth: Depth, base: Target, tiles: WetTiles, strength: number): void {
    const { width, height } = scenery.view;
    const light = this.#target('light', width, height, { depth });
    this.#copy(base, light, scenery);
    this.#shade('light', scenery, water, tiles);
    this.#present(scenery, light, water.filmic, strength);
  }

  /** Water out of focus: drawn alone, melted, laid over the base. */
  melted(
    scenery: Scenery,
    water: Uniforms,
    depth: Depth,
    base: Target,
    tiles: WetTiles,
    radius: number,
    strength: number,
  ): void {
    const { gl } = this.#resources;
    const { width, height } = scenery.view;
    const alone = this.#target('alone', width, height, { depth });
    this.#bind(alone);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    this.#shade('alone', scenery, water, tiles);
    const by = Math.max(1, Math.floor(radius / MELT_RADIUS));
    const small = this.#target('small', Math.ceil(width / by), Math.ceil(height / by));
    this.#pass('shrink', small, { light: alone.texture, by });
    const disc = this.#target('disc', small.texture.width, small.texture.height, { format: this.#smooth });
    this.#pass('disc', disc, { light: small.texture, reach: radius / by });
    const light = this.#target('light', width, height, { depth });
    const span = [by * disc.texture.width, by * disc.texture.height];
    this.#pass('over', light, { base: base.texture, water: disc.texture, span });
    this.#present(scenery, light, water.filmic, strength);
  }

  /** Shades what is wet, and nothing else: the depth of dry glass is 1. */
  #shade(program: ProgramName, scenery: Scenery, water: Uniforms, tiles: WetTiles): void {
    const { gl } = this.#resources;
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.GREATER);
    gl.depthMask(false);
    this.#programs.use(program, scenery.uniforms, water);
    tiles.draw();
    gl.depthMask(true);
    gl.disable(gl.DEPTH_TEST);
  }

  #present(scenery: Scenery, light: Target, filmic: Uniforms[string], strength: number): void {
    const { gl } = this.#resources;
    const { width, height } = scenery.view;
    const glow = strength > 0 ? this.#glow(light, width, height) : null;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    this.#programs.use('show', scenery.uniforms, {
      light: light.texture,
      glow: glow?.texture ?? null,
      strength,
      filmic,
    });
    this.#programs.drawWhole();
  }

  #glow(light: Target, width: number, height: number): Target {
    const columns = Math.ceil(width / GLOW_BLOCK);
    const lines = Math.ceil(height / GLOW_BLOCK);
    const reach = glowRadius(height);
    const one = this.#target('glow', columns, lines, { format: this.#smooth });
    const other = this.#target('glow across', columns, lines, { format: this.#smooth });
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

  /** Copies a target of the picture's size to another, or to the canvas. */
  #copy(from: Target, to: Target | null, { view: { width, height } }: Scenery): void {
    const { gl } = this.#resources;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from.frame);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to?.frame ?? null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, to?.frame ?? null);
    gl.viewport(0, 0, width, height);
  }

  /** The target of a name, made anew if its size is another. */
  #target(name: string, width: number, height: number, { format = this.#format, depth = null }: Kind = {}): Target {
    const old = this.#targets.get(name);
    if (old?.texture.width === width && old.texture.height === height) return old;
    this.#resources.free(old);
    const smooth = format === this.#smooth && depth === null;
    const target = this.#resources.target({ width, height, format, smooth }, depth);
    this.#targets.set(name, target);
    return target;
  }
}

type Depth = WebGLRenderbuffer | null;

/** What a target is for: the format of its texels, and whose depth it shares. */
interface Kind {
  readonly format?: number;
  readonly depth?: Depth;
}
