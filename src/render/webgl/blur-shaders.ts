/** The passes of glow and lens (render/picture/look.ts, 1 and 7): means over blocks, tents and discs. */
import { GLOW_BLOCK } from '../picture/glow.js';
import { LOOK } from '../picture/look.js';
import { real } from './water.glsl.js';
import { VIEW } from './water-shaders.js';

/** Light above white, averaged in blocks; first row first. */
export const BRIGHT_FRAGMENT = `
uniform sampler2D light;
out vec4 colour;

void main() {
  ivec2 size = textureSize(light, 0);
  ivec2 first = ivec2(gl_FragCoord.xy) * ${GLOW_BLOCK};
  ivec2 end = min(first + ${GLOW_BLOCK}, size);
  vec3 sum = vec3(0.0);
  for (int y = first.y; y < end.y; y++) {
    for (int x = first.x; x < end.x; x++) {
      sum += clamp(texelFetch(light, ivec2(x, size.y - 1 - y), 0).rgb - 1.0, 0.0, ${real(LOOK.glowMost)});
    }
  }
  ivec2 count = end - first;
  colour = vec4(sum / float(count.x * count.y), 1.0);
}
`;

/** Two boxes of a radius along one axis at once, which are a tent; beyond the edges it is dark. */
export const SPREAD_FRAGMENT = `
uniform sampler2D light;
// (1, 0) or (0, 1).
uniform vec2 along;
uniform float reach;
out vec4 colour;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 way = ivec2(along);
  ivec2 end = textureSize(light, 0) * way;
  int radius = int(reach);
  int place = at.x * way.x + at.y * way.y;
  int last = end.x + end.y - 1;
  vec3 sum = vec3(0.0);
  for (int d = -2 * radius; d <= 2 * radius; d++) {
    if (place + d < 0 || place + d > last) continue;
    sum += texelFetch(light, at + d * way, 0).rgb * float(2 * radius + 1 - abs(d));
  }
  colour = vec4(sum / float((2 * radius + 1) * (2 * radius + 1)), 1.0);
}
`;

/** Means over blocks of side `block` [px] of premultiplied water. */
export const SHRINK_FRAGMENT = `
uniform sampler2D light;
uniform float block;
out vec4 colour;

void main() {
  ivec2 first = ivec2(gl_FragCoord.xy) * int(block);
  ivec2 end = min(first + int(block), textureSize(light, 0));
  vec4 sum = vec4(0.0);
  for (int y = first.y; y < end.y; y++) {
    for (int x = first.x; x < end.x; x++) {
      sum += texelFetch(light, ivec2(x, y), 0);
    }
  }
  ivec2 count = max(end - first, 1);
  colour = sum / float(count.x * count.y);
}
`;

/** Means over the part of a disc of radius `reach` [px] that lies in the picture. */
export const DISC_FRAGMENT = `
uniform sampler2D light;
uniform float reach;
out vec4 colour;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(light, 0) - 1;
  int radius = int(ceil(reach));
  vec4 sum = vec4(0.0);
  float area = 0.0;
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      ivec2 to = at + ivec2(x, y);
      float weight = clamp(reach + 0.5 - length(vec2(x, y)), 0.0, 1.0) * float(to == clamp(to, ivec2(0), last));
      if (weight > 0.0) {
        sum += weight * texelFetch(light, to, 0);
        area += weight;
      }
    }
  }
  colour = sum / area;
}
`;

/** Water out of focus over the base; `span`: size of the whole water texture [px of this target]. */
export const OVER_FRAGMENT = `
uniform sampler2D base, water;
uniform vec2 span;
out vec4 colour;

void main() {
  vec4 melted = textureLod(water, gl_FragCoord.xy / span, 0.0);
  colour = texelFetch(base, ivec2(gl_FragCoord.xy), 0) * (1.0 - melted.a) + melted;
}
`;

/**
 * A live backdrop out of focus, from its own levels of detail; first row first. `reach`: radius [px of this target]; `span`: side
 * of such a pixel [mm].
 */
export const MELT_FRAGMENT = `${VIEW}
uniform sampler2D backdrop;
uniform float reach, level;
uniform vec2 span;
out vec4 colour;

void main() {
  int radius = int(ceil(reach));
  vec3 sum = vec3(0.0);
  float area = 0.0;
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      vec2 offset = vec2(x, y);
      float weight = clamp(reach + 0.5 - length(offset), 0.0, 1.0);
      if (weight == 0.0) continue;
      vec2 point = view.xy + (gl_FragCoord.xy + offset) * span - eye.xy;
      sum += weight * textureLod(backdrop, point * place.xy + 0.5, level).rgb;
      area += weight;
    }
  }
  colour = vec4(sum / area, 1.0);
}
`;
