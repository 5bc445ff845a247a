/**
 * The formulas of render/picture for shaders: fog, reflected light, tone. The names of the functions are those of the
 * originals; test/browser/webgl-formulas compares both. Each text defines the functions that its comment lists.
 */

import { LOOK } from '../picture/look.js';
import { LUMINANCE, MIX, ROW } from '../picture/shade.js';
import { real } from './water.glsl.js';

/** Cells along each side of the square that fog at a point is the mean of. */
const FOG_CELLS = 5;

/**
 * `float fogAt(map, point)`, point in cells; `float fogSparkle(point, pixel)`, both in mm; `float fogGrey(mean)`, of dense
 * fog; `vec3 fogged(glass, veil, grey, fog)`.
 */
export const FOG_GLSL = `
float fogAt(sampler2D map, vec2 point) {
  // Sum of weight · density, and of the weights.
  vec2 sum = vec2(0.0);
  vec2 mapSize = vec2(textureSize(map, 0));
  for (int n = 0; n < ${FOG_CELLS * FOG_CELLS}; n++) {
    vec2 middle = floor(point) + vec2(n % ${FOG_CELLS}, n / ${FOG_CELLS}) - 1.5;
    float near = max(0.0, 1.0 - dot(point - middle, point - middle) / ${real(LOOK.fogReach * LOOK.fogReach)});
    sum += near * near * vec2(textureLod(map, middle / mapSize, 0.0).r, 1.0);
  }
  return sum.x / sum.y;
}

float fogSparkle(vec2 point, float pixel) {
  point /= ${real(LOOK.fogGrain)};

  // Value noise: the hashes of the four lattice points around, interpolated.
  float sum = 0.0;
  for (int n = 0; n < 4; n++) {
    vec2 lattice = floor(point) + vec2(n % 2, n / 2);
    vec2 weight = 1.0 - abs(point - lattice);
    uint bits = (uint(lattice.x) + uint(lattice.y) * ${ROW}u) * ${MIX}u;
    sum += weight.x * weight.y * float((bits ^ bits >> 15) * ${MIX}u >> 16);
  }

  // Pixels larger than the droplets do not show them.
  float seen = max(0.0, ${real(2 * LOOK.fogRough)} - ${real((2 * LOOK.fogRough) / LOOK.fogGrain)} * pixel);
  return 1.0 + seen * (sum / 65536.0 - 0.5);
}

float fogGrey(vec3 mean) {
  return dot(mean, vec3(${LUMINANCE.map(real).join(', ')})) * ${real(LOOK.fogLight)};
}

vec3 fogged(vec3 glass, vec3 veil, float grey, float fog) {
  return mix(glass, mix(veil, vec3(grey), ${real(LOOK.fogLift)}), ${real(LOOK.fogMost)} * fog);
}
`;

/** `float mirrorLight(place)`: light of the environment at a place of the mirror ball. */
export const MIRROR_GLSL = `
float mirrorLight(vec2 place) {
  return ${real(LOOK.mirrorRoom)} + ${real(LOOK.mirrorOpen - LOOK.mirrorRoom)} * dot(place, place);
}
`;

/** `float roomLight(gradient)`: light of the room over the backdrop's mean. */
export const SHADE_GLSL = `
float roomLight(vec2 gradient) {
  return ${real(LOOK.roomShare)} * (1.0 - ${real(LOOK.roomGrade)} * gradient.y * inversesqrt(1.0 + dot(gradient, gradient)));
}
`;

/** sRGB (IEC 61966-2-1): below this light it is straight, of this slope. */
const SRGB = { straight: 0.0031308, slope: 12.92 } as const;

/**
 * The rest of sRGB, 1.055·x^(1/2.4) − 0.055, from √x, ⁴√x, ⁸√x and x, which are cheaper in software than `pow` and differ by less
 * than 0.0006: the fit of Ian Taylor, "sRGB Approximations for HLSL" (2012).
 */
const ROOTS = { second: 0.662002687, fourth: 0.68412206, eighth: 0.323583601, straight: 0.022541147 } as const;

/** `vec3 toned(linear, isFilm)`: linear light to sRGB, 0 to 1; isFilm is 0 or 1, for Narkowicz's fit of the ACES curve (2015). */
export const TONE_GLSL = `
vec3 toned(vec3 linear, float isFilm) {
  vec3 film = linear * (2.51 * linear + 0.03) / (linear * (2.43 * linear + 0.59) + 0.14);
  linear = clamp(mix(linear, film, isFilm), 0.0, 1.0);

  vec3 second = sqrt(linear);
  vec3 fourth = sqrt(second);
  vec3 eighth = sqrt(fourth);
  vec3 curved = ${real(ROOTS.second)} * second + ${real(ROOTS.fourth)} * fourth - ${real(ROOTS.eighth)} * eighth
    - ${real(ROOTS.straight)} * linear;
  return mix(curved, ${real(SRGB.slope)} * linear, vec3(lessThanEqual(linear, vec3(${real(SRGB.straight)}))));
}
`;
