/**
 * The passes that make the water map and its rays (render/picture/look.ts, 2 to 4). Targets lie as the canvas does, lowest row
 * first.
 */
import { MAPS } from '../../core/build-flags.js';
import { WATER_MIRROR_GLSL, WATER_RAY_GLSL } from '../../optics/water-ray.glsl.js';
import { SHADE_GLSL } from './light.glsl.js';
import { BODY_GLSL, CAP_GLSL, HEIGHTS_GLSL, JOIN_GLSL, real, SOFT_GLSL, TRAIL_GLSL } from './water.glsl.js';
import { TILE } from './wet-tiles.js';

/** One triangle over everything. */
export const WHOLE = `
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
`;

/**
 * An `if` that really skips: drivers that shade in software may run both sides of a plain one for every pixel, but leave out
 * a loop that is never entered (14 ms against 37 for a picture in SwiftShader).
 */
export const WHEN = `
#define WHEN(condition) for (int once = int(condition); once > 0; once--)
`;

/** What the passes know of the view, and `vec2 paneAt(pixel)`: the place on the pane [mm] of a place in the target [px]. */
export const VIEW = `${WHEN}
// Left, top [mm], side of a pixel [mm], height of the picture [px].
uniform vec4 view;
// Size of the picture [px].
uniform vec2 size;
// Place and distance of the eye [mm].
uniform vec3 eye;
// The backdrop over the pane: 1/width, 1/height [1/mm], reach [mm]; 1 with a backdrop, 0 without.
uniform vec4 place;

vec2 paneAt(vec2 pixel) {
  return view.xy + vec2(pixel.x, view.w - pixel.y) * view.z;
}
`;

/** For quads: the place of a point of the pane in the picture, and which corner a vertex is. */
const QUAD = `${VIEW}
vec4 clipAt(vec2 point) {
  point = (point - view.xy) / view.z / size;
  return vec4(2.0 * point.x - 1.0, 1.0 - 2.0 * point.y, 0.0, 1.0);
}

vec2 corner() {
  return vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1);
}
`;

/** The text where water has maps; nothing where it has none. */
export const ofMaps = (text: string) => (MAPS ? text : '');

/** Depth of water: dry glass is at 1, and what is higher than 31 mm is not told apart. */
const DEPTH = { lowest: 0.998, range: 32 } as const;

/** `float depthOf(height, cover)`: of all that reaches a pixel the one with the largest height + coverage is seen. */
export const DEPTH_GLSL = `
float depthOf(float height, float cover) {
  return ${real(DEPTH.lowest)} - (height + cover) / ${real(DEPTH.range)};
}
`;

/** Tiles of the picture, as quads, as far away as depth goes. */
export const TILE_VERTEX = `${QUAD}
layout(location = 0) in vec2 tile;

void main() {
  vec2 at = (tile + corner()) * ${real(TILE)} / size;
  gl_Position = vec4(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 1.0, 1.0);
}
`;

/** No water. */
export const DRY_FRAGMENT = `
out vec4 water;

void main() {
  water = vec4(0.0);
}
`;

/** All water from a height map, in tiles of the picture. */
export const HEIGHTS_FRAGMENT = ofMaps(`${VIEW}${HEIGHTS_GLSL}${DEPTH_GLSL}
uniform sampler2D heights;
uniform float cellSize;
out vec4 water;

void main() {
  vec4 point = heightWater(heights, cellSize, paneAt(gl_FragCoord.xy), view.z);
  if (point.w == 0.0) discard;
  gl_FragDepth = depthOf(point.z, point.w);
  water = point;
}
`);

/** Bodies of drops, as quads. The attributes are the numbers of a body in the order of `BODY` (core/body-record.ts). */
export const BODY_VERTEX = `${QUAD}${SOFT_GLSL}
layout(location = 0) in vec4 pose;
layout(location = 1) in vec4 sizes;
layout(location = 2) in vec4 shape;
layout(location = 3) in vec4 rest;
flat out vec4 bodyPose, bodySizes, bodyShape;
flat out vec3 bodyRest;
flat out vec2 bodySoft;

void main() {
  // A body too small for the pixels is drawn larger, and fainter.
  vec2 soft = softOf(sizes.y / view.z);
  bodyPose = pose;
  bodySizes = sizes;
  bodySizes.yz *= soft.x;
  bodyShape = shape;
  bodyRest = vec3(rest.xy, rest.z * soft.x);
  bodySoft = soft;

  // A quad around it and its soft edge: the outline reaches no further than its terms add up to.
  float reach = 1.0 + abs(shape.z) + abs(shape.w) + abs(rest.x) + abs(rest.y);
  float wide = reach * max(bodySizes.y, bodySizes.z) + view.z;
  vec2 at = corner();
  float along = mix(-sizes.x - reach * bodySizes.z - view.z, reach * bodySizes.y + view.z, at.x);
  float across = mix(-wide, wide, at.y);
  gl_Position = clipAt(pose.xy + along * pose.zw + across * vec2(-pose.w, pose.z));
}
`;

export const BODY_FRAGMENT = `${VIEW}${BODY_GLSL}${DEPTH_GLSL}
flat in vec4 bodyPose, bodySizes, bodyShape;
flat in vec3 bodyRest;
flat in vec2 bodySoft;
out vec4 water;

void main() {
  vec4 point = bodyPoint(paneAt(gl_FragCoord.xy), bodyPose, bodySizes, bodyShape, bodyRest);
  float cover = coverageOf(point.w, bodySoft.y, view.z);
  // A body that is drawn larger is no higher.
  point.z /= bodySoft.x;
  if (cover == 0.0) discard;
  gl_FragDepth = depthOf(point.z, cover);
  water = vec4(point.xyz, cover);
}
`;

/**
 * Fine drops, as quads. The first column of `drop` has x, y, base radius [mm] and reach; the others are the lobes. In
 * `drawnDrop` radius and reach become the radius it is drawn with and its opacity.
 */
export const CAP_VERTEX = `${QUAD}${SOFT_GLSL}
layout(location = 0) in mat4 drop;
layout(location = 4) in vec2 outline;
flat out mat4 drawnDrop;
flat out vec2 drawnOutline;

void main() {
  vec2 soft = softOf(drop[0].z / view.z);
  drawnDrop = drop;
  drawnDrop[0].zw = vec2(drop[0].z * soft.x, soft.y);
  drawnOutline = outline;
  float reach = drop[0].w * drawnDrop[0].z + 0.5 * view.z;
  gl_Position = clipAt(drop[0].xy + (2.0 * corner() - 1.0) * reach);
}
`;

/** `profile`: k and height scale of all fine drops; `origin`: the pixel of the picture that is the target's first. */
export const CAP_FRAGMENT = `${VIEW}${CAP_GLSL}${DEPTH_GLSL}
uniform vec2 profile, origin;
flat in mat4 drawnDrop;
flat in vec2 drawnOutline;
out vec4 water;

void main() {
  vec2 middle = drawnDrop[0].xy;
  vec4 point = capPoint(paneAt(gl_FragCoord.xy + origin) - middle, drawnDrop[0].z, profile, drawnOutline, drawnDrop);
  float cover = coverageOf(point.w, drawnDrop[0].w, view.z);
  if (cover == 0.0) discard;
  gl_FragDepth = depthOf(point.z, cover);
  water = vec4(point.xyz, cover);
}
`;

/** What trails add to the shapes. */
const TRAIL_NAMES = ofMaps(`${TRAIL_GLSL}${JOIN_GLSL}
uniform sampler2D trails;
uniform float cellSize;
`);
const TRAIL_JOIN = ofMaps(`
#ifdef TRAILS
  water = joinTrail(water, splineAt(trails, cellSize, point), view.z);
#endif
`);

/**
 * `vec4 waterMapAt(point)`: the water map at the pixel whose middle is the point [mm]: gradient, height, coverage. It joins
 * `shapes`, which the passes of bodies, fine drops and heights leave, with the trails, if the program is of the kind `TRAILS`.
 */
const WATER_MAP = `${VIEW}${TRAIL_NAMES}
uniform sampler2D shapes;

vec4 waterMapAt(vec2 point) {
  vec4 water = texelFetch(shapes, ivec2(gl_FragCoord.xy), 0);
  ${TRAIL_JOIN}
  return water;
}
`;

/** The water map itself, for renderers that keep it as a texture. */
export const MAP_FRAGMENT = `${WATER_MAP}
out vec4 water;

void main() {
  water = waterMapAt(paneAt(gl_FragCoord.xy));
}
`;

/** What programs with `MIRROR` do: water drawn from the height map reflects an environment instead of the dark of the room. */
const MIRROR_RAY = ofMaps(`
#ifdef MIRROR
  ray.w = packSnorm2x16(waterMirror(slopes, gradient));
#endif
`);

/**
 * `uvec4 rayOf(point, gradient, cover)`: a ray, as optics leave it for the light. xy: where it meets the backdrop (without
 * one: its slopes); z: share of light (low) and coverage (high) in 16 bits each; w: light of the room or, with `MIRROR`, where
 * on the mirror ball the rest comes from.
 */
const RAY = `${WATER_RAY_GLSL}${SHADE_GLSL}${ofMaps(WATER_MIRROR_GLSL)}
uvec4 rayOf(vec2 point, vec2 gradient, float cover) {
  point -= eye.xy;
  vec2 slopes = point / eye.z;
  vec3 path = waterRay(slopes, gradient);
  vec2 onBackdrop = (point + (path.xy - slopes) * place.z) * place.xy + 0.5;
  vec2 uv = mix(path.xy, onBackdrop, place.w);
  float room = (1.0 - path.z) * roomLight(gradient);
  uvec4 ray = uvec4(floatBitsToUint(uv), packUnorm2x16(vec2(path.z, cover)), floatBitsToUint(room));
  ${MIRROR_RAY}
  return ray;
}
`;

/** Optics: from the water map to rays. */
export const RAYS_FRAGMENT = `${WATER_MAP}${RAY}
uniform vec2 origin;
out uvec4 ray;

void main() {
  vec2 point = paneAt(gl_FragCoord.xy + origin);
  vec4 water = waterMapAt(point);
  ray = uvec4(0);
  WHEN(water.w > 0.0) ray = rayOf(point, water.xy, water.w);
}
`;
