/**
 * The passes that turn rays into light and light into the picture (render/picture/look.ts, 5 to 8), except for blurs. Targets
 * lie as the canvas does, lowest row first.
 */
import { ALL_SCENES, EFFECTS, LIVE_BACKDROPS } from '../../core/build-flags.js';
import { GLOW_BLOCK } from '../picture/glow.js';
import { LOOK } from '../picture/look.js';
import { FOG_GLSL, MIRROR_GLSL, TONE_GLSL } from './light.glsl.js';
import { real } from './water.glsl.js';
import { ofMaps, VIEW, WHEN } from './water-shaders.js';

/** A live backdrop's mean is read from its coarsest level. */
const LIVE_MEAN = LIVE_BACKDROPS
  ? `
#ifdef LIVE
  return textureLod(backdrop, vec2(0.5), 99.0).rgb;
#endif
`
  : '';

/** With `MIRROR` the rest of the light comes from a place of the mirror ball. */
const MIRROR_LIGHT = ofMaps(`
#ifdef MIRROR
  vec2 mirror = unpackSnorm2x16(ray.w);
  float level = log2(max(1.0, ${real(LOOK.mirrorBlur)} * texels.y));
  back = (1.0 - share.x) * mirrorLight(mirror) * textureLod(backdrop, 0.5 + 0.5 * mirror, level).rgb;
#endif
`);

/**
 * How water without a backdrop is drawn over a page. It is white where rays go up steeply enough, from `litFrom` to `litTo` (sine
 * of the angle), else black. Its opacity is `lit` in full light, else `clear` and `tilted` times that sine; the rim adds up to
 * `rim`, and where no ray leaves it is `closed`. Chosen by eye.
 */
const BARE = { litFrom: 0.08, litTo: 0.4, lit: 0.8, clear: 0.06, tilted: 0.3, rim: 0.2, closed: 0.5 } as const;

/** Squared step that stands for a neighbour that is not water: larger than any. */
const NO_NEIGHBOUR = '1e18';

/**
 * What a ray brings: `vec4 overAt(at, ray, under)` lays the water of pixel `at` over the light under it. `BARE`: there is no
 * backdrop, but light from above, which a lens shows below, and a dark rim. `LIVE`: the mean is the backdrop's coarsest level.
 * A ray's z above 0xffff means coverage above 0.
 */
const WATER = `${ofMaps(MIRROR_GLSL)}
uniform usampler2D rays;
// The pixel of the picture that is the first of rays.
uniform vec2 origin;
// The backdrop with its levels of detail, and as the lens shows it through the glass.
uniform sampler2D backdrop, blurred;
// The backdrop's mean colour, tint · exposure, and the numbers of meltOf (render/picture/lens.ts).
uniform vec3 mean, gain, melt;

// Squared step on the backdrop [texels] to a neighbour; huge if the neighbour is not water, or brings no light.
float stepTo(ivec2 at, ivec2 offset, vec2 uv, vec2 texels) {
  ivec2 to = clamp(at + offset, ivec2(0), ivec2(size) - 1);
  uvec3 neighbour = texelFetch(rays, to - ivec2(origin), 0).xyz;
  vec2 way = (uintBitsToFloat(neighbour.xy) - uv) * texels;
  bool isNone = to == at || (neighbour.z & 0xffffu) == 0u || neighbour.z <= 0xffffu;
  return dot(way, way) + ${NO_NEIGHBOUR} * float(isNone);
}

vec3 meanOf() {
  ${LIVE_MEAN}
  return mean;
}

// Colour and opacity of the water at a pixel.
vec4 waterAt(ivec2 at, uvec4 ray) {
  vec2 uv = uintBitsToFloat(ray.xy);
  // Share of light, and coverage.
  vec2 share = unpackUnorm2x16(ray.z);
#ifdef BARE
  float up = -uv.y * inversesqrt(1.0 + dot(uv, uv));
  float lit = smoothstep(${real(BARE.litFrom)}, ${real(BARE.litTo)}, up);
  float open = mix(${real(BARE.clear)} + ${real(BARE.tilted)} * abs(up), ${real(BARE.lit)}, lit * lit)
    + ${real(BARE.rim)} * (1.0 - share.x);
  float opacity = mix(${real(BARE.closed)}, open, step(1e-9, share.x));
  return vec4(vec3(lit), share.y * opacity);
#else
  // The footprint of the pixel on the backdrop, squared [texels²].
  vec2 texels = vec2(textureSize(backdrop, 0));
  float lonely = ${real(LOOK.lonely * LOOK.lonely)} * texels.y * texels.y;
  float stepX = min(lonely, min(stepTo(at, ivec2(-1, 0), uv, texels), stepTo(at, ivec2(1, 0), uv, texels)));
  float stepY = min(lonely, min(stepTo(at, ivec2(0, -1), uv, texels), stepTo(at, ivec2(0, 1), uv, texels)));
  float footprint = max(max(stepX, stepY) * ${real(1 / (LOOK.anisotropy * LOOK.anisotropy))}, min(stepX, stepY));

  // The backdrop through the water; flat water melts it as bare glass does.
  float soft = clamp(melt.x - melt.y * footprint, 0.0, 1.0);
  vec3 seen = textureLod(backdrop, uv, 0.5 * log2(max(1.0, max(footprint, soft * melt.z)))).rgb;
  WHEN(soft > 0.0) {
    vec2 direct = ((uv - 0.5) / place.xy + eye.xy - view.xy) / view.z / size;
    bool isInPicture = direct == clamp(direct, 0.0, 1.0);
    seen = mix(seen, textureLod(blurred, direct, 0.0).rgb, soft * float(isInPicture));
  }

  // The rest comes from the room.
  vec3 back = uintBitsToFloat(ray.w) * meanOf();
  ${MIRROR_LIGHT}
  return vec4((share.x * seen + back) * gain, share.y);
#endif
}

// Water hides what lies under it even where it lets the page through: a drop has taken the fine ones.
vec4 overAt(ivec2 at, uvec4 ray, vec4 under) {
  vec4 water = waterAt(at, ray);
  return under * (1.0 - unpackUnorm2x16(ray.z).y) + vec4(water.rgb, 1.0) * water.a;
}
`;

/** What fog adds to the glass. */
const FOG_NAMES = ALL_SCENES
  ? `${FOG_GLSL}
uniform sampler2D veil, fog;
// Side of a cell of the fog [mm]; 0 without fog.
uniform float fogCell;
`
  : '';
const FOG_PASS = ALL_SCENES
  ? `
  WHEN(fogCell > 0.0) {
    float sparkle = fogSparkle(point, view.z);
    vec3 veilLight = textureLod(veil, uv, 0.0).rgb * sparkle;
    float grey = fogGrey(meanOf()) * sparkle;
    glass.rgb = fogged(glass.rgb, veilLight, grey, fogAt(fog, point / fogCell));
  }
`
  : '';

/** The glass, with fog and fine caps: everything that stays when the drops are gone. Premultiplied if transparent. */
export const BASE_FRAGMENT = `${VIEW}${WATER}${FOG_NAMES}
// x: 1 the backdrop through the lens, 2 in focus at level y, 0 no glass.
uniform vec2 mode;
out vec4 colour;

void main() {
  vec4 glass = vec4(0.0);
  vec2 point = paneAt(gl_FragCoord.xy);
  vec2 uv = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) / size;
  WHEN(mode.x == 1.0) glass = vec4(textureLod(blurred, uv, 0.0).rgb, 1.0);
  WHEN(mode.x == 2.0) glass = vec4(textureLod(backdrop, (point - eye.xy) * place.xy + 0.5, mode.y).rgb, 1.0);
  ${FOG_PASS}
  colour = vec4(glass.rgb * gain, glass.a);
  uvec4 ray = texelFetch(rays, ivec2(gl_FragCoord.xy - origin), 0);
  WHEN(ray.z > 0xffffu) colour = overAt(ivec2(gl_FragCoord.xy), ray, colour);
}
`;

/** Water over the base in linear light; `over` 0 leaves the base out. */
export const WATER_FRAGMENT = `${VIEW}${WATER}
uniform sampler2D base;
uniform float over;
out vec4 colour;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uvec4 ray = texelFetch(rays, at, 0);
  colour = texelFetch(base, at, 0) * over;
  WHEN(ray.z > 0xffffu) colour = overAt(at, ray, colour);
}
`;

/** Light that spills around highlights, where there is enough to be seen. */
const GLOW_PASS = EFFECTS
  ? `
  WHEN(strength > 0.0) {
    vec2 uv = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) / vec2(textureSize(glow, 0) * ${GLOW_BLOCK});
    vec3 spill = strength * textureLod(glow, uv, 0.0).rgb;
    WHEN(spill.r + spill.g + spill.b > 1e-4) colour = shown(spill);
  }
`
  : '';

/**
 * The picture that is kept, and what spills onto it; `FRESH`: made here from the light. `texture` is the quickest way to read
 * a picture in software.
 */
export const SHOW_FRAGMENT = `${WHEN}${TONE_GLSL}
uniform sampler2D light, picture, glow;
// filmic: 0 or 1. strength: of the glow.
uniform float filmic, strength;
uniform vec2 size;
out vec4 colour;

// The light of this pixel and more, as the canvas shows it, premultiplied.
vec4 shown(vec3 more) {
  vec4 own = texelFetch(light, ivec2(gl_FragCoord.xy), 0);
  return vec4(toned((own.rgb + more) / max(own.a, 1e-6), filmic) * own.a, own.a);
}

void main() {
#ifdef FRESH
  colour = shown(vec3(0.0));
#else
  colour = texture(picture, gl_FragCoord.xy / size);
#endif
  ${GLOW_PASS}
}
`;
