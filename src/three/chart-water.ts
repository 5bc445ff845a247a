/**
 * The textures of one chart, drawn in five passes: what changed of its map, what changed of its fine drops, shapes (heights, fine
 * drops and bodies, the highest of which is seen), and the water map that joins them with the trails, then its gutters.
 */
import {
  ClampToEdgeWrapping,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Material,
  type Mesh,
  NearestFilter,
  type TextureDataType,
  Vector2,
  Vector4,
  WebGLRenderTarget,
} from 'three';
import { BODY } from '../core/body.js';
import type { ChartFrame, Frame, LayerMap } from '../core/frame.js';
import { DROP_SIZE, type FineDrop, turnDrop } from '../render/water/fine-drops.js';
import { type Box, FineTiles, reachesInto } from '../render/webgl/fine-tiles.js';
import { changes } from '../render/webgl/map-texture.js';
import * as shaders from '../render/webgl/shaders.js';
import { SOFT } from '../render/webgl/water-map.js';
import { COS, crossSeam, EDGES, SIN } from '../surface/seams.js';
import { EDGE, type Place, type Seam, type Surface } from '../surface/surface.js';
import { BLOCK, CellTexture } from './cell-texture.js';
import { ChartMap, drawnMap } from './chart-maps.js';
import { InstancedQuads, type Passes, shaderMaterial, type Uniforms } from './passes.js';
import * as own from './shaders.js';

/** Texels around a chart, filled from the charts beyond its seams. */
export const GUTTER = 2;
/** Fine drops are drawn again in tiles of this side [px], and no more of them for one update than these bytes hold. */
const TILE = 32;
const FINE_BYTES = 65536;

/** What all charts of a surface share. */
export interface ChartSetting {
  readonly passes: Passes;
  readonly surface: Surface;
  /** Side of a texel [mm]; after another is set, `ChartWater.resize`. */
  pixel: number;
  /** Type of the numbers that other passes read; what users read is of 16 bits, which every device filters. */
  readonly type: TextureDataType;
}

export class ChartWater {
  readonly water: WebGLRenderTarget;
  readonly fine: WebGLRenderTarget;
  readonly fog: CellTexture;
  /** Drops to be drawn, `BODY.size` floats each. */
  readonly bodies: InstancedQuads;
  readonly #setting: ChartSetting;
  readonly #index: number;
  readonly #shapes: WebGLRenderTarget;
  readonly #fineQuads: InstancedQuads;
  readonly #fineTiles: FineTiles;
  /** Tiles of the texture whose fine drops are to be drawn again. */
  readonly #stale = new Set<number>();
  /** Where fine drops of this chart changed in the last frame; null if everywhere. */
  #fineChanges: readonly Box[] | null = [];
  #box: Box4 = [0, 0, 0, 0];
  #map: ChartMap | null = null;
  #shapeMeshes: Mesh[] = [];
  #mapMeshes: Mesh[] = [];
  #fogVersion = -1;
  #fogKnown = new Float32Array(0);
  readonly #view: Vector4;
  readonly #size: Vector2;
  readonly #uniforms: Uniforms;
  /** k and e of the fine drops. */
  readonly #capProfile: Vector2;

  constructor(setting: ChartSetting, index: number) {
    const { passes, surface, pixel, type } = setting;
    const { width, height } = surface.charts[index];
    this.#setting = setting;
    this.#index = index;
    const [across, down] = textureSize(width, height, pixel);
    this.#size = new Vector2(across, down);
    this.#view = new Vector4(-GUTTER * pixel, -GUTTER * pixel, pixel, down);
    this.#uniforms = { view: { value: this.#view }, size: { value: this.#size }, origin: { value: new Vector2() } };
    const exact = { type, minFilter: NearestFilter, magFilter: NearestFilter, generateMipmaps: false };
    const smooth = { magFilter: LinearFilter, wrapS: ClampToEdgeWrapping, wrapT: ClampToEdgeWrapping };
    this.#shapes = passes.own(new WebGLRenderTarget(across, down, { ...exact, depthBuffer: true }));
    this.fine = passes.own(new WebGLRenderTarget(1, 1, { ...exact, depthBuffer: true }));
    this.water = passes.own(
      new WebGLRenderTarget(across, down, {
        ...smooth,
        type: HalfFloatType,
        minFilter: LinearMipmapLinearFilter,
        generateMipmaps: true,
        depthBuffer: false,
      }),
    );
    this.fog = new CellTexture(passes, { numbers: 1, type: HalfFloatType, smooth: true });
    const layout = [
      ['pose', 4],
      ['sizes', 4],
      ['shape', 4],
      ['rest', BODY.size - 12],
    ] as const;
    const drops = shaderMaterial(shaders.BODY_VERTEX, shaders.BODY_FRAGMENT, this.#uniforms, true);
    this.bodies = new InstancedQuads(passes, layout, drops);
    const caps = { ...this.#uniforms, profile: { value: new Vector2() } };
    this.#fineQuads = new InstancedQuads(
      passes,
      [
        ['drop', 16],
        ['outline', DROP_SIZE - 16],
      ] as const,
      shaderMaterial(shaders.CAP_VERTEX, shaders.CAP_FRAGMENT, caps, true),
      () => passes.draw([this.#fineQuads.mesh], { target: this.fine, box: this.#box }),
    );
    this.#fineTiles = new FineTiles(this.#fineQuads);
    this.#capProfile = caps.profile.value;
  }

  /** Shapes and map of trails, as the gutters of other charts read them. */
  get source() {
    return {
      shapes: { value: this.#shapes.texture },
      trails: { value: this.#map?.texture.target.texture ?? null },
      there: { value: this.#view },
      halo: { value: (this.#map?.halo ?? 0) * this.#cellSize },
      cellSize: { value: this.#cellSize },
    };
  }

  /** Offset and repeat by which 0 to 1 over the chart becomes a place of the texture. */
  get place(): readonly [offset: Vector2, repeat: Vector2] {
    const { width, height } = this.#setting.surface.charts[this.#index];
    const { pixel } = this.#setting;
    const { x, y } = this.#size;
    const top = GUTTER + height / pixel;
    return [new Vector2(GUTTER / x, (y - top) / y), new Vector2(width / pixel / x, height / pixel / y)];
  }

  /** Do fine drops wait for the next update? */
  get isLate(): boolean {
    return this.#stale.size + this.#fineTiles.waiting > 0;
  }

  /** Takes over another side of texels; the next update draws all of it again. The map of the water stays on the graphics card. */
  resize(): void {
    const { passes, surface, pixel } = this.#setting;
    const { width, height } = surface.charts[this.#index];
    const [across, down] = textureSize(width, height, pixel);
    this.#size.set(across, down);
    this.#view.set(-GUTTER * pixel, -GUTTER * pixel, pixel, down);
    this.#shapes.setSize(across, down);
    this.water.setSize(across, down);
    // All fine drops are drawn again where the size differs.
    this.fine.setSize(1, 1);
    for (const mesh of [...this.#shapeMeshes, ...this.#mapMeshes]) {
      if (mesh === this.bodies.mesh) continue;
      passes.free(mesh.geometry);
      passes.free(mesh.material as Material);
    }
    this.#shapeMeshes = [];
    this.#mapMeshes = [];
  }

  /** Bytes that were sent since this was asked last. */
  takeSent(): number {
    const own = this.bodies.sent + this.#fineQuads.sent;
    this.bodies.sent = 0;
    this.#fineQuads.sent = 0;
    return own + this.fog.takeSent() + (this.#map?.texture.takeSent() ?? 0);
  }

  /** Looks where the fine drops of a frame changed. */
  lookAtFine(frame: Frame): void {
    this.#fineChanges = this.#fineTiles.update(frame.charts[this.#index].fine);
  }

  /** Draws the shapes of a frame, when the fine drops of all charts have been looked at; `bodies` have been set. */
  drawShapes(frame: Frame, charts: readonly ChartWater[]): void {
    const { passes, surface, type } = this.#setting;
    const chart = frame.charts[this.#index];
    const fromHeights = chart.drawnFrom === 'heights';
    if (!this.#map && drawnMap(chart)) this.#map = new ChartMap(passes, surface, this.#index, chart, type);
    this.#map?.update(frame);
    this.#updateFog(frame);
    this.#updateFine(chart, charts);
    if (this.#shapeMeshes.length === 0) this.#shapeMeshes = this.#makeShapeMeshes(fromHeights);
    this.#shapeMeshes[0].visible = this.fine.width > 1;
    passes.draw(this.#shapeMeshes, { target: this.#shapes, clear: true });
  }

  /** Draws the water map, when the shapes of all charts have been drawn. */
  drawMap(charts: readonly ChartWater[]): void {
    if (this.#mapMeshes.length === 0) this.#mapMeshes = this.#makeMapMeshes(charts);
    this.#setting.passes.draw(this.#mapMeshes, { target: this.water });
  }

  get #cellSize(): number {
    return this.#setting.surface.charts[this.#index].cellSize;
  }

  #makeShapeMeshes(fromHeights: boolean): Mesh[] {
    const { passes } = this.#setting;
    const kept = { kept: { value: this.fine.texture } };
    const fine = passes.mesh(shaderMaterial(shaders.WHOLE, own.KEPT_FRAGMENT, kept, true));
    if (!fromHeights || !this.#map) return [fine, this.bodies.mesh];
    const halo = this.#map.halo * this.#cellSize;
    const view = { value: this.#view.clone().add(new Vector4(halo, halo, 0, 0)) };
    const heights = { value: this.#map.texture.target.texture };
    const uniforms = { ...this.#uniforms, view, heights, cellSize: { value: this.#cellSize } };
    return [fine, passes.mesh(shaderMaterial(shaders.WHOLE, shaders.HEIGHTS_FRAGMENT, uniforms, true))];
  }

  /** The chart itself, then a strip for each seam. */
  #makeMapMeshes(charts: readonly ChartWater[]): Mesh[] {
    const { surface } = this.#setting;
    const whole = this.#mapMesh(this, [0, 0, 1, 1], { turn: new Vector2(1, 0), shift: new Vector2() });
    const { x, y } = this.#size;
    const [offset, repeat] = this.place;
    const [left, right] = [GUTTER / x, offset.x + repeat.x];
    const [bottom, top] = [offset.y, (y - GUTTER) / y];
    const strips = EDGES.flatMap((edge) => {
      const seam = surface.seams.at(this.#index, edge);
      if (!seam) return [];
      const box =
        edge === EDGE.left
          ? [0, bottom, left, top]
          : edge === EDGE.right
            ? [right, bottom, 1, top]
            : edge === EDGE.top
              ? [left, top, right, 1]
              : [left, 0, right, bottom];
      const turn = new Vector2(COS[seam.quarters], SIN[seam.quarters]);
      return [this.#mapMesh(charts[seam.chart], box, { turn, shift: new Vector2(seam.shiftX, seam.shiftY) })];
    });
    return [whole, ...strips];
  }

  #mapMesh(from: ChartWater, box: readonly number[], { turn, shift }: { turn: Vector2; shift: Vector2 }): Mesh {
    const uniforms = {
      ...from.source,
      view: { value: this.#view },
      box: { value: new Vector4(...box) },
      turn: { value: turn },
      shift: { value: shift },
    };
    const joins = this.bodies.mesh === this.#shapeMeshes[1] && uniforms.trails.value !== null;
    const fragment = `${joins ? '#define TRAILS\n' : ''}${own.JOINED_FRAGMENT}`;
    return this.#setting.passes.mesh(shaderMaterial(own.BOX_VERTEX, fragment, uniforms), true);
  }

  #updateFog({ charts }: Frame): void {
    const map = charts[this.#index].fog;
    if (!map) {
      if (this.#fogVersion >= 0) this.fog.fit(1, 1);
      this.#fogVersion = -1;
      return;
    }
    // A cell around it where it has seams, so that fog is as dense on both sides of them.
    const pad = this.#setting.surface.seams.isEmpty ? 0 : 1;
    const [wide, high] = [map.width + 2 * pad, map.height + 2 * pad];
    if (this.fog.fit(wide, high)) {
      this.#fogKnown = new Float32Array(wide * high);
      this.#fogVersion = -1;
      const { width, height } = this.#setting.surface.charts[this.#index];
      const repeat = [width / (wide * map.cellSize), height / (high * map.cellSize)] as const;
      this.fog.target.texture.repeat.set(...repeat);
      this.fog.target.texture.offset.set(pad / wide, 1 - pad / high - repeat[1]);
    }
    const take = (row: number, col: number, now: number) => {
      const at = (row + pad) * wide + col + pad;
      // Half floats tell no smaller differences apart.
      if (Math.abs(now - this.#fogKnown[at]) < FOG_STEP) return;
      this.#fogKnown[at] = now;
      this.fog.mark(row + pad, Math.floor((col + pad) / BLOCK));
    };
    const isNew = this.#fogVersion < 0 || map.version < this.#fogVersion;
    const boxes = isNew ? Int32Array.of(0, 0, map.width, map.height) : changes(map, this.#fogVersion);
    this.#fogVersion = map.version;
    for (let n = 0; n < boxes.length; n += 4) {
      for (let row = boxes[n + 1]; row < boxes[n + 1] + boxes[n + 3]; row++) {
        for (let col = boxes[n]; col < boxes[n] + boxes[n + 2]; col++) take(row, col, map.data[row * map.stride + col]);
      }
    }
    if (pad > 0) this.#takeFogBeyond(charts, map, take);
    this.fog.send(this.#fogKnown, wide);
  }

  /** The cells around a map of fog: those of the next chart, and past open edges those at the edge. */
  #takeFogBeyond(
    charts: Frame['charts'],
    map: LayerMap<Float32Array>,
    take: (row: number, col: number, now: number) => void,
  ): void {
    const { width, height, cellSize } = map;
    const held = (cell: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(cell)));
    const takeCell = (row: number, col: number, edge: number) => {
      const seam = this.#setting.surface.seams.at(this.#index, edge);
      const next = seam && charts[seam.chart].fog;
      const at = { chart: this.#index, x: (col + 0.5) * cellSize, y: (row + 0.5) * cellSize };
      // Cells of layers need not line up at a seam: the one under the middle counts.
      if (seam && next) crossSeam(seam, at.x, at.y, at);
      const { data, stride, width: wide, height: high } = next || map;
      take(row, col, data[held(at.y / cellSize, high) * stride + held(at.x / cellSize, wide)]);
    };
    for (let row = 0; row < height; row++) {
      takeCell(row, -1, EDGE.left);
      takeCell(row, width, EDGE.right);
    }
    for (let col = 0; col < width; col++) {
      takeCell(-1, col, EDGE.top);
      takeCell(height, col, EDGE.bottom);
    }
  }

  /** Draws fine drops again where they changed: as many tiles as may be sent at once, but everything when all is new. */
  #updateFine({ fine }: ChartFrame, charts: readonly ChartWater[]): void {
    const { passes, pixel } = this.#setting;
    const boxes = this.#fineChanges;
    const [width, height] = fine ? [this.#size.x, this.#size.y] : [1, 1];
    const isNew = boxes === null || this.fine.width !== width || this.fine.height !== height;
    const across = Math.ceil(width / TILE);
    if (isNew) {
      this.fine.setSize(width, height);
      this.#stale.clear();
      this.#box = [0, 0, width, height];
      passes.draw([], { target: this.fine, clear: true });
      if (!fine) return;
      this.#capProfile.set(this.#fineTiles.profile[0], this.#fineTiles.profile[1]);
      const own = this.#fineTiles.reaching(this.#chartBox(), SOFT * pixel);
      this.#fineTiles.draw([...own, ...this.#fineBeyond(charts)]);
      return;
    }
    for (const box of [...boxes, ...this.#changesBeyond(charts)]) this.#spoil(box, across);
    const others = this.#stale.size > 0 ? this.#fineBeyond(charts) : [];
    const before = this.#fineQuads.sent;
    for (const tile of this.#stale) {
      if (this.#fineQuads.sent - before > FINE_BYTES) break;
      this.#stale.delete(tile);
      const x = TILE * (tile % across);
      const y = TILE * Math.floor(tile / across);
      const high = Math.min(TILE, height - y);
      this.#box = [x, height - y - high, Math.min(TILE, width - x), high];
      passes.draw([], { target: this.fine, box: this.#box, clear: true });
      const chartBox = this.#chartBox();
      const near = others.filter((drop) => reachesInto(drop, chartBox, SOFT * pixel));
      this.#fineTiles.draw([...this.#fineTiles.reaching(chartBox, SOFT * pixel), ...near]);
    }
  }

  /** Edges of charts, its own too, beyond which this chart lies: the chart, its edge as a box without width, the way across. */
  get #edgesTowards(): { chart: number; edge: Box; seam: Seam }[] {
    const { charts, seams } = this.#setting.surface;
    return charts.flatMap(({ width, height }, chart) =>
      EDGES.flatMap((edge) => {
        const seam = seams.at(chart, edge);
        if (seam?.chart !== this.#index) return [];
        const [x0, x1] = [edge === EDGE.right ? width : 0, edge === EDGE.left ? 0 : width];
        const [y0, y1] = [edge === EDGE.bottom ? height : 0, edge === EDGE.top ? 0 : height];
        return [{ chart, edge: [x0, y0, x1, y1] as const, seam }];
      }),
    );
  }

  /** Fine drops of charts beyond the seams that reach over them, as they lie on this chart. */
  #fineBeyond(charts: readonly ChartWater[]): FineDrop[] {
    return this.#edgesTowards.flatMap(({ chart, edge, seam }) =>
      charts[chart].#fineTiles.reaching(edge, SOFT * this.#setting.pixel).map((drop) => {
        crossSeam(seam, drop[0], drop[1], PLACE);
        return turnDrop(drop, PLACE.x, PLACE.y, seam.quarters);
      }),
    );
  }

  /** Where those changed, as boxes on this chart. */
  #changesBeyond(charts: readonly ChartWater[]): Box[] {
    const far = SOFT * this.#setting.pixel;
    return this.#edgesTowards.flatMap(({ chart, edge: [x0, y0, x1, y1], seam }) =>
      (charts[chart].#fineChanges ?? [])
        .filter((box) => box[2] > x0 - far && box[0] < x1 + far && box[3] > y0 - far && box[1] < y1 + far)
        .map((box) => boxAcross(seam, box)),
    );
  }

  /** The rectangle of the chart [mm] under `#box` of the texture. */
  #chartBox(): Box {
    const [x, y, width, height] = this.#box;
    const { x: left, y: top, z: pixel, w: rows } = this.#view;
    return [left + x * pixel, top + (rows - y - height) * pixel, left + (x + width) * pixel, top + (rows - y) * pixel];
  }

  /** Notes the tiles that a box [mm] meets. */
  #spoil([x0, y0, x1, y1]: Box, across: number): void {
    const { x: left, y: top, z: pixel } = this.#view;
    const down = Math.ceil(this.#size.y / TILE);
    const tileOf = (mm: number, from: number, more: number) => Math.floor(((mm - from) / pixel + more) / TILE);
    for (let row = Math.max(0, tileOf(y0, top, -SOFT)); row <= Math.min(down - 1, tileOf(y1, top, SOFT)); row++) {
      for (let col = Math.max(0, tileOf(x0, left, -SOFT)); col <= Math.min(across - 1, tileOf(x1, left, SOFT)); col++)
        this.#stale.add(row * across + col);
    }
  }
}

const PLACE: Place = { chart: 0, x: 0, y: 0 };

/** A box as it lies on the chart beyond a seam. */
function boxAcross(seam: Seam, [x0, y0, x1, y1]: Box): Box {
  crossSeam(seam, x0, y0, PLACE);
  const [ax, ay] = [PLACE.x, PLACE.y];
  crossSeam(seam, x1, y1, PLACE);
  return [Math.min(ax, PLACE.x), Math.min(ay, PLACE.y), Math.max(ax, PLACE.x), Math.max(ay, PLACE.y)];
}

type Box4 = readonly [number, number, number, number];

/** Smallest change of fog that is sent. */
const FOG_STEP = 1 / 2048;

/** Texels across and down of a chart [mm], with its gutters. */
export function textureSize(width: number, height: number, pixel: number): [across: number, down: number] {
  // A hair more than whole texels is whole.
  const texels = (length: number) => Math.ceil(length / pixel - 1e-6) + 2 * GUTTER;
  return [texels(width), texels(height)];
}
