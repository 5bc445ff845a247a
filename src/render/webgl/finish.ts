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
  plain(scenery: Scenery, kind: string, water: Uniforms, tiles: WetTiles): void {
    this.#bindCanvas(scenery);
    this.#programs.use('calm', scenery.uniforms, water);
    tiles.drawDry();
    this.#programs.useKind('shown', kind, scenery.uniforms, water);
    tiles.draw();
  }

  /** Light first, then what spills around highlights, then tone. */
  glowing(scenery: Scenery, kind: string, water: Uniforms, base: Target, tiles: WetTiles, strength: number): void {
    const { width, height } = scenery.view;
    const light = this.#target('light', width, height);
    this.#copy(base, light, scenery);
    this.#programs.useKind('light', kind, scenery.uniforms, water);
    tiles.draw();
    const glow = this.#glow(light, width, height);
    const shown = { ...water, light: light.texture, glow: glow.texture, strength };
    this.#bindCanvas(scenery);
    this.#programs.use('calmGlow', scenery.uniforms, shown);
    tiles.drawDry();
    this.#programs.use('showGlow', scenery.uniforms, shown);
    tiles.draw();
  }

  /** Water out of focus: drawn alone, melted, laid over the base. */
  melted(
    scenery: Scenery,
    kind: string,
    water: Uniforms,
    base: Target,
    tiles: WetTiles,
    radius: number,
    strength: number,
  ): void {
    const { gl } = this.#resources;
    const { width, height } = scenery.view;
    const alone = this.#target('alone', width, height);
    this.#bind(alone);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 0]);
    this.#programs.useKind('alone', kind, scenery.uniforms, water);
    tiles.draw();
    const by = Math.max(1, Math.floor(radius / MELT_RADIUS));
    const small = this.#target('small', Math.ceil(width / by), Math.ceil(height / by));
    this.#pass('shrink', small, { light: alone.texture, by });
    const disc = this.#target('disc', small.texture.width, small.texture.height, this.#smooth);
    this.#pass('disc', disc, { light: small.texture, reach: radius / by });
    const light = this.#target('light', width, height);
    const span = [by * disc.texture.width, by * disc.texture.height];
    this.#pass('over', light, { base: base.texture, water: disc.texture, span });
    const glow = strength > 0 ? this.#glow(light, width, height).texture : null;
    this.#bindCanvas(scenery);
    const shown = { light: light.texture, glow, strength, filmic: water.filmic };
    this.#programs.useKind('show', glow ? 'GLOW' : '', scenery.uniforms, shown);
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

  #bindCanvas({ view }: Scenery): void {
    const { gl } = this.#resources;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, view.width, view.height);
  }

  /** Copies a target to another of the same size and format. */
  #copy(from: Target, to: Target, { view: { width, height } }: Scenery): void {
    const { gl } = this.#resources;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from.frame);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to.frame);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    this.#bind(to);
  }

  /** The target of a name, made anew if its size is another. `format` is given for those that are read between pixels. */
  #target(name: string, width: number, height: number, format?: number): Target {
    const old = this.#targets.get(name);
    if (old?.texture.width === width && old.texture.height === height) return old;
    this.#resources.free(old);
    const smooth = format !== undefined;
    const target = this.#resources.target({ width, height, format: format ?? this.#format, smooth });
    this.#targets.set(name, target);
    return target;
  }
}
