/** Shaders of the wet materials. Formulas of water are those of optics/; these are rays in space instead of slopes on a pane. */
import { WATER_INDEX } from '../optics/indices.js';
import { WATER_RAY_GLSL } from '../optics/water-ray.glsl.js';
import { real } from '../render/webgl/water.glsl.js';

/** Places and uvs of any mesh; the frame of its chart follows from them, so that a mesh needs no tangents. */
export const WET_VERTEX = `
varying vec2 vUv;
varying vec3 vPlace, vNormal;
varying float vScale;

void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vUv = uv;
  vPlace = world.xyz;
  vNormal = transpose(inverse(mat3(modelMatrix))) * normal;
  vScale = length(modelMatrix[0].xyz);
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

/** What both materials begin with: `look()` sets what the eye meets at this pixel. */
const LOOK = `${WATER_RAY_GLSL}
const float WATER = ${real(WATER_INDEX)};
uniform sampler2D waterMap, fogMap;
// Offset and repeat of each.
uniform vec4 waterPlace, fogPlace;
uniform float bend, environmentShare;
uniform vec3 tint;
varying vec2 vUv;
varying vec3 vPlace, vNormal;
varying float vScale;

// Unit vectors: to the wet side, the normal of the water, and from the eye.
vec3 wet, bent, ray;
// The flat face that the eye meets.
vec3 face;
// Gradient, height, coverage.
vec4 water;
// Fog, 0 to 1.
float mist;
// Is the eye on the wet side?
bool isOutside;
// Light where there is no environment.
vec3 ambient;

void look() {
  // The directions in which u and v grow.
  vec3 placeX = dFdx(vPlace);
  vec3 placeY = dFdy(vPlace);
  vec2 uvX = dFdx(vUv);
  vec2 uvY = dFdy(vUv);
  float side = sign(uvX.x * uvY.y - uvX.y * uvY.x);
  vec3 along = side * (placeX * uvY.y - placeY * uvX.y);
  vec3 up = side * (placeY * uvX.x - placeX * uvY.x);

  // Along × down is the wet side, whichever way the mesh's normals point.
  wet = normalize(vNormal);
  wet *= dot(wet, cross(up, along)) < 0.0 ? -1.0 : 1.0;
  along = normalize(along - dot(along, wet) * wet);
  vec3 down = cross(wet, along);

  water = texture2D(waterMap, vUv * waterPlace.zw + waterPlace.xy);
  mist = texture2D(fogMap, vUv * fogPlace.zw + fogPlace.xy).r;
  bent = normalize(wet - bend * (water.x * along + water.y * down));
  vec3 axis = -vec3(viewMatrix[0].z, viewMatrix[1].z, viewMatrix[2].z);
  ray = isOrthographic ? axis : normalize(vPlace - cameraPosition);
  isOutside = dot(ray, wet) < 0.0;
  face = isOutside ? wet : -wet;

  // A slope that faces away from the eye would be hidden by the drop itself.
  float facing = dot(ray, bent) + 0.02;
  if (isOutside && facing > 0.0) bent = normalize(bent - facing * ray);
}

#if defined(ENVIRONMENT_CUBE)
uniform samplerCube environment;
vec3 lightFrom(vec3 direction) {
  return environmentShare * textureLod(environment, vec3(-direction.x, direction.yz), 0.0).rgb;
}
#elif defined(ENVIRONMENT)
uniform sampler2D environment;
vec3 lightFrom(vec3 direction) {
  vec2 at = vec2(atan(direction.z, direction.x) / 6.2831853, asin(clamp(direction.y, -1.0, 1.0)) / 3.1415927) + 0.5;
  return environmentShare * textureLod(environment, at, 0.0).rgb;
}
#else
vec3 lightFrom(vec3 direction) {
  return ambient;
}
#endif
`;

const SHOWN = `
  gl_FragColor = vec4(mix(dry, drop, clamp(water.w, 0.0, 1.0)) * tint, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
`;

/**
 * Glass: the ray goes through water and glass, and meets the scene behind where depth says that it stands. Sousa (GPU Gems 2,
 * chapter 19) keeps things before the glass out of the water by a mask; here depth is the mask.
 */
export const GLASS_FRAGMENT = `${LOOK}
uniform mat4 projectionMatrix;
// The scene behind, for parts that face away from the eye and for those that face it.
uniform sampler2D farLight, farDepth, nearLight, nearDepth;
// Size of the picture [px]; where the camera begins and ends to see.
uniform vec2 span, range;
uniform float thickness, index, onlyAway;

// Distance along the camera's axis of a depth from 0 to 1.
float axisDistance(float depth) {
  if (isOrthographic) return mix(range.x, range.y, depth);
  return range.x * range.y / (range.y - depth * (range.y - range.x));
}

float depthAt(vec2 at) {
  return isOutside ? texture2D(nearDepth, at).r : texture2D(farDepth, at).r;
}

vec3 lightAt(vec2 at, float level) {
  return isOutside ? textureLod(nearLight, at, level).rgb : textureLod(farLight, at, level).rgb;
}

// Where on the screen a place is, 0 to 1; the third number is 0 behind the camera.
vec3 screenAt(vec3 place) {
  vec4 clip = projectionMatrix * viewMatrix * vec4(place, 1.0);
  return vec3(clip.xy / max(clip.w, 1e-6) * 0.5 + 0.5, step(1e-6, clip.w));
}

// What a ray from a place brings; level says how blurred.
vec3 sceneAlong(vec3 from, vec3 direction, float level) {
  vec2 here = gl_FragCoord.xy / span;
  vec3 axis = -vec3(viewMatrix[0].z, viewMatrix[1].z, viewMatrix[2].z);
  float own = axisDistance(gl_FragCoord.z);
  float ahead = max(dot(direction, axis), 0.05);

  // As far as what is straight behind the glass, then as far as what is found there.
  vec3 at = screenAt(from + max(axisDistance(depthAt(here)) - own, 0.0) / ahead * direction);
  float there = depthAt(clamp(at.xy, 0.0, 1.0));
  if (there > gl_FragCoord.z) at = screenAt(from + max(axisDistance(there) - own, 0.0) / ahead * direction);

  // Nothing that stands before the glass is seen in it.
  if (depthAt(clamp(at.xy, 0.0, 1.0)) < gl_FragCoord.z) at.xy = here;

  // Beyond the screen there is the environment, or the picture mirrored.
  vec3 light = lightAt(abs(mod(at.xy + 1.0, 2.0) - 1.0), level);
#if defined(ENVIRONMENT) || defined(ENVIRONMENT_CUBE)
  vec2 off = (abs(at.xy - 0.5) - 0.47) / 0.03;
  light = mix(light, lightFrom(direction), clamp(max(max(off.x, off.y), 1.0 - at.z), 0.0, 1.0));
#endif
  return light;
}

// How much of the scene a pixel of water shows, as a level of detail.
float levelOf(vec3 direction) {
  vec2 at = screenAt(vPlace + 1e3 * vScale * direction).xy * span;
  return clamp(log2(max(length(dFdx(at)), length(dFdy(at)))), 0.0, 6.0);
}

void main() {
  look();
  if (onlyAway > 0.5 && isOutside) discard;
  vec3 mean = lightAt(vec2(0.5), 16.0);
  ambient = 0.35 * mean;

  // Dry glass: both of its faces reflect; inside it the ray is steeper, which shifts what is behind.
  float cosine = abs(dot(ray, wet));
  float one = index > 1.0 ? fresnel(cosine, 1.0 / index) : 0.0;
  float both = 2.0 * one / (1.0 + one);
  vec3 steep = index > 1.0 ? refract(ray, face, 1.0 / index) : ray;
  vec3 way = steep / max(abs(dot(steep, wet)), 0.1) - ray / max(cosine, 0.1);
  vec3 exit = vPlace + thickness * vScale * way;
  vec3 mirrored = reflect(ray, face);
  vec3 veil = mix(sceneAlong(exit, ray, 4.5), mean, 0.35);
  vec3 dry = mix(sceneAlong(exit, ray, 0.0), veil, 0.85 * mist) * (1.0 - both) + lightFrom(mirrored) * both;

  // Water: in through one face and out through the other, or thrown back.
  vec3 inside, gone, thrown;
  float share;
  if (isOutside) {
    inside = refract(ray, bent, 1.0 / WATER);
    gone = refract(inside, wet, WATER);
    share = (1.0 - fresnel(max(0.0, -dot(ray, bent)), 1.0 / WATER)) * (1.0 - fresnel(max(0.0, -dot(inside, wet)), WATER));
    thrown = reflect(ray, bent);
  } else {
    inside = refract(ray, -wet, 1.0 / WATER);
    gone = refract(inside, -bent, WATER);
    share = (1.0 - fresnel(cosine, 1.0 / WATER)) * (1.0 - fresnel(max(0.0, dot(inside, bent)), WATER));
    vec3 back = refract(reflect(inside, bent), wet, WATER);
    thrown = dot(back, back) > 0.0 ? back : mirrored;
  }
  // Under total reflection refract() answers zero.
  bool isThrown = dot(gone, gone) < 1e-6;
  float level = levelOf(isThrown ? ray : gone);
  share = isThrown ? 0.0 : share;
  vec3 seen = isThrown ? vec3(0.0) : sceneAlong(exit, gone, level);
  vec3 drop = seen * share + lightFrom(thrown) * (1.0 - share);
  ${SHOWN}
}
`;

/** A mirror under water: in through the water, back from the mirror, out through the water. It shows the environment. */
export const MIRROR_FRAGMENT = `${LOOK}
void main() {
  look();
  ambient = vec3(0.5);
  vec3 mirrored = reflect(ray, face);
  vec3 dry = lightFrom(mirrored);
  dry = mix(dry, vec3(0.25 + 0.5 * dot(dry, vec3(0.2126, 0.7152, 0.0722))), 0.85 * mist);

  vec3 normal = isOutside ? bent : -bent;
  vec3 inside = reflect(refract(ray, normal, 1.0 / WATER), face);
  vec3 gone = refract(inside, -normal, WATER);
  float share = 1.0 - fresnel(max(0.0, -dot(ray, normal)), 1.0 / WATER);
  // Light that cannot leave the drop at once leaves it elsewhere: it is as bright as what the mirror shows.
  vec3 seen = lightFrom(dot(gone, gone) > 0.0 ? gone : mirrored);
  vec3 drop = seen * share + lightFrom(reflect(ray, normal)) * (1.0 - share);
  ${SHOWN}
}
`;
