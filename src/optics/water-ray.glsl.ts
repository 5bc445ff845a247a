/** `fresnel`, `waterRay` and `waterMirror` once more, for shaders; test/browser/webgl-formulas.test.ts holds them to the originals. */
import { fresnel } from './fresnel.js';
import { WATER_INDEX } from './indices.js';
import { MOST_EXIT } from './water-ray.js';

/** What level water lets through at right angles. */
const LEVEL = (1 - fresnel(1, WATER_INDEX)).toFixed(9);

/**
 * Needs nothing. Gives `float fresnel(cosine, eta)` and `vec3 waterRay(slopes, gradient)`: slopes outside, share of light.
 * Without branches, which are slow in software drivers: under total reflection the root is 0, and F = 1 by itself.
 */
export const WATER_RAY_GLSL = `
// Share of unpolarised light that a surface reflects: the mean of both polarisations. eta: index here over index beyond.
float fresnel(float cosine, float eta) {
  float root = sqrt(max(0.0, 1.0 - eta * eta * (1.0 - cosine * cosine)));
  float perpendicular = (eta * cosine - root) / (eta * cosine + root + 1e-9);
  float parallel = (cosine - eta * root) / (cosine + eta * root + 1e-9);
  return 0.5 * (perpendicular * perpendicular + parallel * parallel);
}

vec3 waterRay(vec2 slopes, vec2 gradient) {
  const float INDEX = ${WATER_INDEX};

  // The ray in the water, and the normal of the water.
  vec3 ray = vec3(slopes * inversesqrt(1.0 + dot(slopes, slopes)) / INDEX, 0.0);
  vec3 normal = vec3(-gradient, 1.0) * inversesqrt(1.0 + dot(gradient, gradient));
  ray.z = sqrt(1.0 - dot(ray.xy, ray.xy));

  // Snell's law. leaves is 0 under total reflection, else 1.
  float cosine = dot(ray, normal);
  float sine2 = INDEX * INDEX * (1.0 - cosine * cosine);
  float leaves = step(sine2, 0.9999999) * step(1e-9, cosine);
  vec3 outside = INDEX * ray + (sqrt(max(0.0, 1.0 - sine2)) - INDEX * cosine) * normal;

  float share = leaves * min(1.0, (1.0 - fresnel(max(cosine, 0.0), INDEX)) / ${LEVEL});
  vec2 exit = outside.xy / max(max(outside.z, length(outside.xy) / ${MOST_EXIT}), 1e-9);
  return vec3(mix(slopes, exit, leaves), share);
}
`;

/** `vec2 waterMirror(slopes, gradient)`: where on a mirror ball the light comes from that the water reflects. */
export const WATER_MIRROR_GLSL = `
vec2 waterMirror(vec2 slopes, vec2 gradient) {
  // The ray in the water, turned back at its surface, less the direction straight ahead.
  vec2 ray = slopes * inversesqrt(1.0 + dot(slopes, slopes)) / ${WATER_INDEX};
  float depth = sqrt(1.0 - dot(ray, ray));
  float turn = 2.0 * (depth - dot(ray, gradient)) / (1.0 + dot(gradient, gradient));
  vec3 back = vec3(ray + turn * gradient, 1.0 - depth + turn);
  return back.xy * inversesqrt(max(1e-9, dot(back, back)));
}
`;
