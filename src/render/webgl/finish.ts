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
  plain(scenery: Scenery, water: Uniforms, shown: Target, tiles: WetTiles): void {
    this.#copy(shown, null, scenery);
    this.#programs.use('shown', scenery.uniforms, water);
    tiles.draw();
  }

  /** Light first, then what spills around highlights, then tone. */
  glowing(scenery: Scenery, water: Uniforms, base: Target, tiles: WetTiles, strength: number): void {
    const { width, height } = scenery.view;
    const light = this.#target('light', width, height);
    this.#copy(base, light, scenery);
    this.#programs.use('light', scenery.uniforms, water);
    tiles.draw();
    this.#present(scenery, light, water.filmic, strength);
  }

  /** Water out of focus: drawn alone, melted, laid over the base. */
  melted(scenery: Scenery, water: Uniforms, base: Target, tiles: WetTiles, radius: number, strength: number): void {
    const { gl } = this.#resources;
    const { width, height } = scenery.view;
    const alone = this.#target('alone', width, height);
    this.#bind(alone);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    this.#programs.use('alone', scenery.uniforms, water);
    tiles.draw();
    const by = Math.max(1, Math.floor(radius / MELT_RADIUS));
    const small = this.#target('small', Math.ceil(width / by), Math.ceil(height / by));
    this.#pass('shrink', small, { light: alone.texture, by });
    const disc = this.#target('disc', small.texture.width, small.texture.height, this.#smooth);
    this.#pass('disc', disc, { light: small.texture, reach: radius / by });
    const light = this.#target('light', width, height);
    const span = [by * disc.texture.width, by * disc.texture.height];
    this.#pass('over', light, { base: base.texture, water: disc.texture, span });
    this.#present(scenery, light, water.filmic, strength);
  }

  #present(scenery: Scenery, light: Target, filmic: Uniforms[string], strength: number): void {
    const { gl } = this.#resources;
    const { width, height } = scenery.view;
    const glow = strength > 0 ? this.#glow(light, width, height) : null;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    this.#programs.use('show', scenery.uniforms, { light: light.texture, glow: glow?.texture ?? null, strength, filmic });
    this.#programs.drawWhole();
  }

  #glow(light: Target, width: number, height: number): Target {
    const columns = Math.ceil(width / GLOW_BLOCK);
    const lines = Math.ceil(height / GLOW_BLOCK);
    const reach = glowRadius(height);
    const one = this.#target('glow', columns, lines, this.#smooth);
    const other = this.#target('glow across', columns, lines, this.#smooth);
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

  /** The target of a name, made anew if its size is another. Filtered ones have a format that can be. */
  #target(name: string, width: number, height: number, smooth?: number): Target {
    const old = this.#targets.get(name);
    if (old?.texture.width === width && old.texture.height === height) return old;
    this.#resources.free(old);
    const target = this.#resources.target({ width, height, format: smooth ?? this.#format, smooth: smooth !== undefined });
    this.#targets.set(name, target);
    return target;
  }
}
