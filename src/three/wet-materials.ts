/** Wet glass and wet mirrors: materials that use the textures of a chart. */
import {
  Color,
  type ColorRepresentation,
  DoubleSide,
  type IUniform,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector4,
} from 'three';
import { checkNumber, refuse } from '../core/errors.js';
import type { SceneBehind } from './scene-behind.js';
import { checkChart, type WaterTextures } from './water-textures.js';
import type { WaterTwin } from './water-twin.js';
import { GLASS_FRAGMENT, MIRROR_FRAGMENT, WET_VERTEX } from './wet.glsl.js';

interface WetOptions {
  readonly textures: WaterTextures;
  /** Number of the chart. Default 0. */
  readonly chart?: number;
  /** What is reflected, and seen where a drop shows what is off the screen: an equirectangular or a cube texture. Default null. */
  readonly environment?: Texture | null;
  /** How bright the environment is, 0 to 100. Default 1. */
  readonly environmentIntensity?: number;
  /** Colour of the glass. Default white. */
  readonly tint?: ColorRepresentation;
  /** How strongly water bends light, over what water does, 0 to 4. Default 1. */
  readonly refraction?: number;
}

export interface WetMirrorOptions extends WetOptions {}

export interface WetGlassOptions extends WetOptions {
  /** What stands behind the glass. */
  readonly behind: SceneBehind;
  /** Thickness of the glass, in the mesh's units (mm), 0 to 1000. Default 0. */
  readonly thickness?: number;
  /** Refractive index of the glass, 1 to 3; 1 shows dry glass as nothing at all. Default 1.52. */
  readonly index?: number;
}

/** What both kinds of material have. */
function wetUniforms(options: WetOptions): Record<string, IUniform> {
  const { textures, chart = 0, environmentIntensity = 1, tint = 0xffffff, refraction = 1, environment } = options;
  if (!textures?.charts) refuse('textures', 'WaterTextures', textures);
  checkChart(chart, textures.surface);
  checkNumber(environmentIntensity, { min: 0, max: 100 }, 'environmentIntensity');
  checkNumber(refraction, { min: 0, max: 4 }, 'refraction');
  const { water, fog } = textures.charts[chart];
  const place = ({ offset, repeat }: Texture) => new Vector4(offset.x, offset.y, repeat.x, repeat.y);
  return {
    waterMap: { value: water },
    waterPlace: { value: place(water) },
    fogMap: { value: fog },
    fogPlace: { value: place(fog) },
    chartSize: { value: new Vector2(textures.charts[chart].width, textures.charts[chart].height) },
    crest: { value: 0 },
    bend: { value: refraction },
    tint: { value: new Color(tint) },
    environment: { value: environment ?? null },
    environmentShare: { value: environmentIntensity },
  };
}

function environmentDefine(environment: Texture | null | undefined): Record<string, string> {
  if (!environment) return {};
  return (environment as { isCubeTexture?: boolean }).isCubeTexture ? { ENVIRONMENT_CUBE: '' } : { ENVIRONMENT: '' };
}

/** Shows the water of a twin, whose first row is at v = 0, or that of the textures again. */
function showWater({ uniforms }: ShaderMaterial, textures: WaterTextures, chart: number, twin: WaterTwin | null): void {
  const { water } = (twin ?? textures).charts[chart];
  const { offset, repeat } = water;
  uniforms.waterMap.value = water;
  const place = uniforms.waterPlace.value as Vector4;
  if (twin) place.set(0, 1, 1, -1);
  else place.set(offset.x, offset.y, repeat.x, repeat.y);
}

/** A texture is only placed when its first frame has come, and again with another level of detail. */
function followTextures({ uniforms }: ShaderMaterial, textures: WaterTextures, chart: number): void {
  const { water, fog } = textures.charts[chart];
  const place = (at: Vector4, { offset, repeat }: Texture) => at.set(offset.x, offset.y, repeat.x, repeat.y);
  place(uniforms.fogPlace.value as Vector4, fog);
  uniforms.crest.value = textures.crest;
  if (uniforms.waterMap.value === water) place(uniforms.waterPlace.value as Vector4, water);
}

/** Glass with water on it, through which the scene behind is seen: `behind` must capture the scene before each picture. */
export class WetGlassMaterial extends ShaderMaterial {
  readonly textures: WaterTextures;
  readonly chart: number;
  readonly behind: SceneBehind;

  constructor(options: WetGlassOptions) {
    const { behind, thickness = 0, index = 1.52 } = options;
    const uniforms = wetUniforms(options);
    if (typeof behind?.capture !== 'function') refuse('behind', 'a SceneBehind', behind);
    checkNumber(thickness, { min: 0, max: 1000, unit: 'mm' }, 'thickness');
    checkNumber(index, { min: 1, max: 3 }, 'index');
    super({
      vertexShader: WET_VERTEX,
      fragmentShader: GLASS_FRAGMENT,
      defines: environmentDefine(options.environment),
      side: DoubleSide,
      uniforms: {
        ...uniforms,
        farLight: { value: null },
        farDepth: { value: null },
        nearLight: { value: null },
        nearDepth: { value: null },
        span: { value: new Vector2(1, 1) },
        range: { value: new Vector2(0.1, 1000) },
        thickness: { value: thickness },
        index: { value: index },
        onlyAway: { value: 0 },
      },
    });
    this.textures = options.textures;
    this.chart = options.chart ?? 0;
    this.behind = behind;
    this.forceSinglePass = true;
  }

  /** Shows the water of a twin instead of that of the textures; null: that of the textures again. */
  showTwin(twin: WaterTwin | null): void {
    showWater(this, this.textures, this.chart, twin);
  }

  override onBeforeRender(): void {
    followTextures(this, this.textures, this.chart);
  }
}

/** A mirror with water on it. It shows the environment. */
export class WetMirrorMaterial extends ShaderMaterial {
  readonly textures: WaterTextures;
  readonly chart: number;

  constructor(options: WetMirrorOptions) {
    super({
      vertexShader: WET_VERTEX,
      fragmentShader: MIRROR_FRAGMENT,
      defines: environmentDefine(options.environment),
      side: DoubleSide,
      uniforms: { ...wetUniforms(options), thickness: { value: 0 }, index: { value: 1 } },
    });
    this.textures = options.textures;
    this.chart = options.chart ?? 0;
    this.forceSinglePass = true;
  }

  /** Shows the water of a twin instead of that of the textures; null: that of the textures again. */
  showTwin(twin: WaterTwin | null): void {
    showWater(this, this.textures, this.chart, twin);
  }

  override onBeforeRender(): void {
    followTextures(this, this.textures, this.chart);
  }
}
