/** The last passes: water over the base, glow, tone, onto the canvas. */
import { GLOW_BLOCK, glowRadius } from '../picture/glow.js';
import type { FloatFormats } from './context.js';
import type { ProgramName, Programs, Uniforms } from './programs.js';
import type { Resources, Target } from './resources.js';
import type { Scenery } from './scenery.js';
import { STALE, WET, type WetTiles } from './wet-tiles.js';

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
    const { width, height } = scenery.view;
    // The canvas is empty each time, and copying a picture costs less than shading it.
    const picture = this.#target('shown', width, height, this.#resources.gl.RGBA8);
    this.#freshen('shown', picture, scenery, kind, water, tiles);
    this.#bindCanvas(scenery);
    this.#programs.use('copy', scenery.uniforms, { light: picture.texture });
    this.#programs.drawWhole();
  }

  /** Light first, then what spills around highlights, then tone. */
  glowing(scenery: Scenery, kind: string, water: Uniforms, tiles: WetTiles, strength: number): void {
    const { width, height } = scenery.view;
    const light = this.#target('light', width, height);
    this.#freshen('light', light, scenery, kind, { ...water, over: 1 }, tiles);
    const glow = this.#glow(light, width, height);
    const shown = { ...water, light: light.texture, glow: glow.texture, strength };
    this.#bindCanvas(scenery);
    this.#programs.use('calmGlow', scenery.uniforms, shown);
    tiles.draw(WET, 0);
    this.#programs.use('showGlow', scenery.uniforms, shown);
    tiles.draw(WET, WET);
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
    const { width, height } = scenery.view;
    const alone = this.#target('alone', width, height);
    this.#freshen('light', alone, scenery, kind, { ...water, over: 0 }, tiles);
    const by = Math.max(1, Math.floor(radius / MELT_RADIUS));
    const small = this.#target('small', Math.ceil(width / by), Math.ceil(height / by));
    this.#pass('shrink', small, { light: alone.texture, by });
    const disc = this.#target('disc', small.texture.width, small.texture.height, this.#smooth, true);
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
    const one = this.#target('glow', columns, lines, this.#smooth, true);
    const other = this.#target('glow across', columns, lines, this.#smooth, true);
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

  /** Draws the stale tiles of a target that keeps the others. */
  #freshen(
    program: ProgramName,
    target: Target,
    { uniforms }: Scenery,
    kind: string,
    water: Uniforms,
    tiles: WetTiles,
  ): void {
    this.#bind(target);
    this.#programs.useKind(program, kind, uniforms, water);
    tiles.draw(STALE, STALE);
  }

  /** The target of a name, made anew if its size is another. `smooth` for those that are read between pixels. */
  #target(name: string, width: number, height: number, format = this.#format, smooth = false): Target {
    const old = this.#targets.get(name);
    if (old?.texture.width === width && old.texture.height === height) return old;
    this.#resources.free(old);
    const target = this.#resources.target({ width, height, format, smooth });
    this.#targets.set(name, target);
    return target;
  }
}
