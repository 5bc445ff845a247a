/**
 * The water map of a chart on the GPU; render/water/water-map.ts is the same on the CPU, and test/browser/webgl-water-map
 * compares both. Bodies, fine drops and height maps are drawn with depth into one target of shapes: gradient x, gradient y,
 * height, coverage. `waterMapAt` of the shaders joins them with the trails, for the pass that comes next: optics, which make
 * rays of it, or MAP_FRAGMENT (water-shaders.ts), which keeps it as a texture of four floats.
 */
import { MAPS } from '../../core/build-flags.js';
import type { ChartFrame, Frame } from '../../core/frame.js';
import { DROP_SIZE } from '../water/fine-drops.js';
import type { FloatFormats } from './context.js';
import { DropBodies } from './drop-bodies.js';
import { FineTiles } from './fine-tiles.js';
import type { Programs, Uniforms } from './programs.js';
import { Quads } from './quads.js';
import type { Resources, Target } from './resources.js';
import type { Scenery } from './scenery.js';
import { Trails } from './trails.js';
import { STALE, TRAIL, type WetTiles } from './wet-tiles.js';

/** How far beyond its radius a fine drop is drawn at most, with a soft edge and larger than it is [px]. */
export const SOFT = 2;

/** Targets of the same size for shapes, with depth, and for the rays that optics make of them. */
export interface WaterTargets {
  readonly shapes: Target;
  readonly rays: Target;
}

export class WaterPasses {
  readonly fine: FineTiles;
  readonly #resources: Resources;
  readonly #programs: Programs;
  readonly #tiles: WetTiles;
  readonly #format: number;
  readonly #bodies: DropBodies;
  readonly #trails: Trails | null;
  #targets!: WaterTargets;

  /** `tiles` are the picture's: the water marks those that it wets or changes, and is drawn in the stale ones. */
  constructor(resources: Resources, programs: Programs, formats: FloatFormats, tiles: WetTiles) {
    this.#resources = resources;
    this.#programs = programs;
    this.#format = formats.target;
    this.#tiles = tiles;
    this.fine = new FineTiles(new Quads(resources, DROP_SIZE));
    this.#bodies = new DropBodies(resources);
    this.#trails = MAPS ? new Trails(resources, tiles) : null;
  }

  /** Targets of a size [px] in place of the old ones. */
  targets(width: number, height: number, old?: WaterTargets): WaterTargets {
    const { gl } = this.#resources;
    return {
      shapes: this.#resources.target({ width, height, format: this.#format }, old?.shapes, true),
      rays: this.#resources.target({ width, height, format: gl.RGBA32UI }, old?.rays),
    };
  }

  /** The targets of the picture, of its size [px]. */
  fit(width: number, height: number): WaterTargets {
    this.#targets = this.targets(width, height, this.#targets);
    return this.#targets;
  }

  /** Takes over trails or heights and bodies of a chart, and marks the tiles where they changed. */
  update(frame: Frame, index: number): void {
    const { trail, height, drawnFrom, cellSize } = frame.charts[index];
    const fromHeights = MAPS && drawnFrom === 'heights';
    const map = fromHeights ? height : trail;
    if (MAPS && map && map.width > 0) this.#trails?.update(map, cellSize, drawnFrom, frame.charts[index].smoothing);
    if (!fromHeights) this.#bodies.update(frame, index, cellSize, this.#tiles);
    this.#tiles.compare();
  }

  /** Draws the shapes of a chart in the stale tiles; `withFine`: fine drops too. */
  draw(scenery: Scenery, { cellSize, drawnFrom, fine }: ChartFrame, withFine: boolean): void {
    const { gl } = this.#resources;
    const { uniforms, view } = scenery;
    const fromHeights = MAPS && drawnFrom === 'heights';
    const { shapes } = this.#targets;
    gl.viewport(0, 0, view.width, view.height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, shapes.frame);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.ALWAYS);
    this.#programs.use('dry', uniforms);
    this.#tiles.draw(STALE);
    gl.depthFunc(gl.LEQUAL);
    if (fromHeights && this.#trails) {
      this.#programs.use('heights', { ...uniforms, heights: this.#trails.texture, cellSize });
      this.#tiles.draw(STALE | TRAIL);
    }
    if (withFine && fine) this.drawCaps(scenery, shapes);
    if (!fromHeights) {
      this.#programs.use('body', uniforms);
      this.#bodies.draw(this.#tiles);
    }
    gl.disable(gl.DEPTH_TEST);
  }

  /** Makes rays of the water map, in the stale tiles. */
  drawRays({ uniforms }: Scenery, chart: ChartFrame): void {
    const { gl } = this.#resources;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#targets.rays.frame);
    const inputs = { ...uniforms, ...this.inputs(chart), origin: [0, 0] };
    const hasTrails = MAPS && chart.drawnFrom !== 'heights' && chart.trail !== null && this.#trails !== null;
    this.#programs.use('rays', inputs);
    this.#tiles.draw(STALE, hasTrails ? TRAIL : 0);
    if (!hasTrails) return;
    this.#programs.use('rays', inputs, 'TRAILS');
    this.#tiles.draw(STALE | TRAIL);
  }

  /** What `waterMapAt` of the shaders reads. */
  inputs({ cellSize }: ChartFrame): Uniforms {
    return {
      shapes: this.#targets.shapes.texture,
      ...(MAPS && this.#trails && { trails: this.#trails.texture, cellSize }),
    };
  }

  /** Draws the fine drops into a target whose lowest left pixel is `origin` of the picture; depth decides which is in front. */
  drawCaps({ uniforms, view }: Scenery, { texture }: Target, origin = [0, 0]): void {
    const { left, top, height, pixel } = view;
    const x = left + origin[0] * pixel;
    const y = top + (height - origin[1]) * pixel;
    this.#programs.use('cap', { ...uniforms, profile: this.fine.profile, origin });
    const box = [x, y - texture.height * pixel, x + texture.width * pixel, y] as const;
    this.fine.draw(this.fine.reaching(box, SOFT * pixel));
  }
}
