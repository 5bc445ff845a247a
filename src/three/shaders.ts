/** The passes that only textures for three need; bodies, fine drops and heights are drawn with those of render/webgl. */
import { JOIN_GLSL, TRAIL_GLSL } from '../render/webgl/water.glsl.js';
import { DEPTH_GLSL } from '../render/webgl/water-shaders.js';

/** Four cells of a row, as a quad: block and row, the first number of each cell, and the second where cells have two. */
export const CELLS_VERTEX = `
uniform vec2 size;
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 first;
layout(location = 2) in vec4 second;
flat out vec4 firsts, seconds;

void main() {
  firsts = first;
  seconds = second;
  vec2 corner = place + vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1);
  gl_Position = vec4(2.0 * vec2(4.0, 1.0) * corner / size - 1.0, 0.0, 1.0);
}
`;

export const CELLS_FRAGMENT = `
flat in vec4 firsts, seconds;
out vec4 cell;

void main() {
  int n = int(gl_FragCoord.x) & 3;
  cell = vec4(firsts[n], seconds[n], 0.0, 1.0);
}
`;

/** The fine drops, which are kept in a texture of their own, among the shapes. */
export const KEPT_FRAGMENT = `${DEPTH_GLSL}
uniform sampler2D kept;
out vec4 water;

void main() {
  water = texelFetch(kept, ivec2(gl_FragCoord.xy), 0);
  if (water.w == 0.0) discard;
  gl_FragDepth = depthOf(water.z, water.w);
}
`;

/** A rectangle of the target: `box` has its corners, lower left and upper right, 0 to 1. */
export const BOX_VERTEX = `
uniform vec4 box;

void main() {
  vec2 corner = mix(box.xy, box.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1));
  gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
`;

/** The water map, from the shapes and trails of a chart: this one or, in a gutter, the one beyond a seam. */
export const JOINED_FRAGMENT = `${TRAIL_GLSL}${JOIN_GLSL}
uniform sampler2D shapes, trails;
// Left, top [mm], side of a texel [mm], height [px]: of this chart, and of the one that is read.
uniform vec4 view, there;
// Cosine and sine of the seam's turn, and its shift [mm].
uniform vec2 turn, shift;
// Side of a cell, and cells around the map of trails [mm].
uniform float cellSize, halo;
out vec4 water;

void main() {
  vec2 here = view.xy + vec2(gl_FragCoord.x, view.w - gl_FragCoord.y) * view.z;
  vec2 point = vec2(turn.x * here.x - turn.y * here.y, turn.y * here.x + turn.x * here.y) + shift;
  vec2 texel = (point - there.xy) / there.z;
  ivec2 last = textureSize(shapes, 0) - 1;
  // A hair more, so that rounding does not choose the texel before.
  ivec2 at = ivec2(floor(vec2(texel.x, there.w - texel.y) + 1e-3));
  vec4 sum = texelFetch(shapes, clamp(at, ivec2(0), last), 0);
#ifdef TRAILS
  sum = joinTrail(sum, splineAt(trails, cellSize, point + halo), there.z);
#endif
  // The gradient is turned back.
  water = vec4(turn.x * sum.x + turn.y * sum.y, turn.x * sum.y - turn.y * sum.x, sum.zw);
}
`;
