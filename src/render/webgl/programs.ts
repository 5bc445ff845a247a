/** The programs of a context, each compiled before it is first used, and how they are given their uniforms. */
import { CAPTURE, EFFECTS, LIVE_BACKDROPS, MAPS } from '../../core/build-flags.js';
import type { Program, Resources, Texture } from './resources.js';
import * as shaders from './shaders.js';

const SOURCES = {
  heights: [shaders.TILE_VERTEX, shaders.HEIGHTS_FRAGMENT],
  body: [shaders.BODY_VERTEX, shaders.BODY_FRAGMENT],
  cap: [shaders.CAP_VERTEX, shaders.CAP_FRAGMENT],
  /** Rays from the water map: in tiles of the picture, and in a whole target. */
  rays: [shaders.TILE_VERTEX, shaders.RAYS_FRAGMENT],
  patch: [shaders.WHOLE, shaders.RAYS_FRAGMENT],
  base: [shaders.WHOLE, shaders.BASE_FRAGMENT],
  /** Water over the base; without the base it is premultiplied. */
  light: [shaders.TILE_VERTEX, shaders.WATER_FRAGMENT],
  dry: [shaders.TILE_VERTEX, shaders.DRY_FRAGMENT],
  /** Light in tones, tile by tile, to be kept; and onto the canvas. */
  tone: [shaders.TILE_VERTEX, shaders.SHOW_FRAGMENT],
  show: [shaders.WHOLE, shaders.SHOW_FRAGMENT],
  bright: [shaders.WHOLE, EFFECTS ? shaders.BRIGHT_FRAGMENT : ''],
  spread: [shaders.WHOLE, EFFECTS ? shaders.SPREAD_FRAGMENT : ''],
  shrink: [shaders.WHOLE, EFFECTS ? shaders.SHRINK_FRAGMENT : ''],
  disc: [shaders.WHOLE, EFFECTS ? shaders.DISC_FRAGMENT : ''],
  over: [shaders.WHOLE, EFFECTS ? shaders.OVER_FRAGMENT : ''],
  melt: [shaders.WHOLE, LIVE_BACKDROPS ? shaders.MELT_FRAGMENT : ''],
} as const;

export type ProgramName = keyof typeof SOURCES;

/** Work that stops between its parts, so that a page can act; it yields `WAITING` where it cannot continue yet. */
export type Parts = Generator<typeof WAITING | undefined, void>;
export const WAITING = 'waiting';

/** Values of uniforms: numbers, up to four of them, or textures; null is a texture that is not there. */
export type Uniforms = Record<string, number | readonly number[] | Texture | null>;

export class Programs {
  readonly #resources: Resources;
  readonly #made = new Map<string, Program>();
  readonly #blank: Texture;
  /** Does water reflect an environment from now on? */
  mirrors = false;

  constructor(resources: Resources) {
    this.#resources = resources;
    this.#blank = resources.texture({ width: 1, height: 1, format: resources.gl.RGBA8 });
  }

  /** Compiles programs and their kinds, all at once where the driver can, in parts. */
  *prepare(wanted: readonly (readonly [name: ProgramName, kind?: string])[]): Parts {
    if (!CAPTURE) return;
    const programs = wanted.map(([name, kind = '']) => this.#program(name, kind));
    for (const program of programs) {
      while (!program.isDone()) yield WAITING;
      program.check();
      yield;
    }
  }

  /** Takes a program into use with these values, or a variant of it: a name that its shader tests, such as `BARE`. */
  use(name: ProgramName, values: Uniforms, kind = ''): void {
    const { gl } = this.#resources;
    const program = this.#program(name, kind);
    program.check();
    gl.useProgram(program.handle);
    let unit = 0;
    for (const [key, value] of Object.entries(values)) {
      const place = program.at(key);
      if (!place) continue;
      if (typeof value === 'number') gl.uniform1f(place, value);
      else if (value && !('handle' in value)) gl[`uniform${value.length as 2 | 3 | 4}fv`](place, value);
      else {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, (value ?? this.#blank).handle);
        gl.uniform1i(place, unit++);
      }
    }
  }

  /** Draws one triangle over the whole target. */
  drawWhole(): void {
    this.#resources.gl.drawArrays(this.#resources.gl.TRIANGLES, 0, 3);
  }

  #program(name: ProgramName, kind: string): Program {
    const defined = (kind && `#define ${kind}\n`) + (MAPS && this.mirrors ? '#define MIRROR\n' : '');
    let program = this.#made.get(name + defined);
    if (!program) {
      const [vertex, fragment] = SOURCES[name];
      program = this.#resources.program(vertex, defined + fragment);
      this.#made.set(name + defined, program);
    }
    return program;
  }
}
