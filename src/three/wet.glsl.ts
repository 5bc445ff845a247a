/** Shaders of the wet materials. Formulas of water are those of optics/; these are rays in space instead of slopes on a pane. */
import { WATER_INDEX } from '../optics/indices.js';
import { WATER_RAY_GLSL } from '../optics/water-ray.glsl.js';
import { LOOK as LOOK_AT } from '../render/picture/look.js';
import { real } from '../render/webgl/water.glsl.js';

/** Steps down to the water that is looked for before a pixel, and those that close in on its surface. */
const STEPS = 8;
const CLOSING = 5;
/** How often light in a drop turns back at most. */
const BOUNCES = 4;

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

/**
 * What both materials begin with: `look()` sets what the eye meets at this pixel, `leave` follows light through water to the
 * air. Both follow the heights: drops stand out of the mesh, and light leaves them elsewhere than it came in.
 */
const LOOK = `${WATER_RAY_GLSL}
const float WATER = ${real(WATER_INDEX)};
uniform sampler2D waterMap, fogMap;
// Offset and repeat of each.
uniform vec4 waterPlace, fogPlace;
// Size of the chart, and height of its highest water [mm].
uniform vec2 chartSize;
uniform float crest;
// Of the glass; a mirror has none.
uniform float thickness, index;
uniform float bend, environmentShare;
uniform vec3 tint;
varying vec2 vUv;
varying vec3 vPlace, vNormal;
varying float vScale;

// Unit vectors: along u and against v on the chart, to the wet side, and from the eye.
vec3 along, down, wet, ray;
// Where the eye meets the water: over the chart, from this pixel's own place on it, and height [mm]; and its normal there.
vec2 place;
float lift;
vec3 bent;
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

// This pixel in the texture, and how that changes with millimetres of the chart; its level of detail, and its side [mm].
vec2 middle, perMm;
float detail, pixel;

// Gradient, height and coverage at a place beside this pixel's own [mm]. The level is given: loops know no neighbours.
vec4 waterAt(vec2 beside) {
  return textureLod(waterMap, middle + beside * perMm, detail);
}

// In the frame of the chart: x along, y down, z to the wet side.
vec3 normalOf(vec2 gradient) {
  return normalize(vec3(-bend * gradient, 1.0));
}
vec3 toChart(vec3 v) {
  return vec3(dot(v, along), dot(v, down), dot(v, wet));
}
vec3 fromChart(vec3 v) {
  return v.x * along + v.y * down + v.z * wet;
}

// Where a ray from the wet side meets the water, at most as far before this pixel as the highest water hides.
void meetWater(vec3 direction) {
  vec2 back = -direction.xy / max(-direction.z, 0.1);
  if (crest * length(back) < 0.5 * pixel) return;

  // The lowest step that is still in the air, and the first one in the water; steps are closer where water is thin.
  float above = crest;
  float below = 0.0;
  for (int n = 1; n <= ${STEPS}; n++) {
    float share = 1.0 - float(n) / ${real(STEPS)};
    below = crest * share * share;
    if (waterAt(back * below).z > below) break;
    above = below;
  }
  if (above <= below) return;
  for (int n = 0; n < ${CLOSING}; n++) {
    float between = 0.5 * (above + below);
    if (waterAt(back * between).z > between) below = between;
    else above = between;
  }
  lift = below;
  place = back * below;
}

// Where a ray from the dry side comes to the water, beside where it would without the glass.
vec2 throughSheet(vec3 direction) {
  vec2 steep = direction.xy / index;
  return thickness * (steep * inversesqrt(1.0 - dot(steep, steep)) - direction.xy / max(direction.z, 0.1));
}

// From a place in the water to its surface, along a ray that goes up; returns its height, and its place in from.
float climb(inout vec2 from, float height, vec3 direction) {
  vec2 perHeight = direction.xy / max(direction.z, 0.05);
  float inside = height;
  float outside = waterAt(from).z;
  // Light that was turned back at the surface is on it, and first goes away from it.
  if (outside < height + 0.05 || waterAt(from + perHeight * (outside - height)).z > outside) outside = crest;
  for (int n = 0; n < ${CLOSING}; n++) {
    float between = 0.5 * (inside + outside);
    if (waterAt(from + perHeight * (between - height)).z > between) inside = between;
    else outside = between;
  }
  from += perHeight * (inside - height);
  return inside;
}

// Which way light in the water leaves it, by whichever face lets it; light that is caught leaves somewhere. In the frame of
// the chart.
vec3 leave(vec3 direction, vec2 from, float height, bool isMirror) {
  for (int n = 0; n < ${BOUNCES}; n++) {
    if (direction.z < 0.0) {
      from += direction.xy * (height / max(-direction.z, 0.05));
      height = 0.0;
      vec2 out2 = WATER * direction.xy;
      if (!isMirror && dot(out2, out2) < 1.0) return vec3(out2, -sqrt(1.0 - dot(out2, out2)));
      direction.z = -direction.z;
    }
    height = climb(from, height, direction);
    vec3 normal = normalOf(waterAt(from).xy);
    vec3 gone = refract(direction, -normal, WATER);
    if (dot(gone, gone) > 0.0) return gone;
    direction = reflect(direction, normal);
  }
  return direction;
}

void look() {
  // The directions in which u and v grow.
  vec3 placeX = dFdx(vPlace);
  vec3 placeY = dFdy(vPlace);
  vec2 uvX = dFdx(vUv);
  vec2 uvY = dFdy(vUv);
  float side = sign(uvX.x * uvY.y - uvX.y * uvY.x);
  along = side * (placeX * uvY.y - placeY * uvX.y);
  vec3 up = side * (placeY * uvX.x - placeX * uvY.x);

  // Along × down is the wet side, whichever way the mesh's normals point.
  wet = normalize(vNormal);
  wet *= dot(wet, cross(up, along)) < 0.0 ? -1.0 : 1.0;
  along = normalize(along - dot(along, wet) * wet);
  down = cross(wet, along);

  middle = vUv * waterPlace.zw + waterPlace.xy;
  perMm = vec2(1.0, -1.0) / chartSize * waterPlace.zw;
  vec2 texels = vec2(textureSize(waterMap, 0)) * waterPlace.zw;
  float acrossX = length(uvX * texels);
  float acrossY = length(uvY * texels);
  float seen = max(min(acrossX, acrossY), max(acrossX, acrossY) / ${real(LOOK_AT.anisotropy)});
  detail = log2(max(1.0, seen));
  pixel = seen / length(texels / chartSize) * 1.4142136;
  mist = texture2D(fogMap, vUv * fogPlace.zw + fogPlace.xy).r;
  vec3 axis = -vec3(viewMatrix[0].z, viewMatrix[1].z, viewMatrix[2].z);
  ray = isOrthographic ? axis : normalize(vPlace - cameraPosition);
  isOutside = dot(ray, wet) < 0.0;
  face = isOutside ? wet : -wet;

  place = vec2(0.0);
  lift = 0.0;
  if (isOutside) meetWater(toChart(ray));
  else place = throughSheet(toChart(ray));
  water = waterAt(place);
  bent = fromChart(normalOf(water.xy));

  // A slope that faces away from the eye would be hidden by the drop itself.
  float facing = dot(ray, bent) + 0.02;
  if (isOutside && facing > 0.0) bent = normalize(bent - facing * ray);
}

// How far apart, as an angle, the pixels beside this one look along a direction.
float apart(vec3 direction) {
  return min(1.0, max(length(dFdx(direction)), length(dFdy(direction))));
}

#if defined(ENVIRONMENT_CUBE)
uniform samplerCube environment;
vec3 lightFrom(vec3 direction, float angle) {
  float level = log2(max(1.0, angle * float(textureSize(environment, 0).x) / 1.5707963));
  return environmentShare * textureLod(environment, vec3(-direction.x, direction.yz), level).rgb;
}
#elif defined(ENVIRONMENT)
uniform sampler2D environment;
vec3 lightFrom(vec3 direction, float angle) {
  vec2 at = vec2(atan(direction.z, direction.x) / 6.2831853, asin(clamp(direction.y, -1.0, 1.0)) / 3.1415927) + 0.5;
  float level = log2(max(1.0, angle * float(textureSize(environment, 0).x) / 6.2831853));
  return environmentShare * textureLod(environment, at, level).rgb;
}
#else
vec3 lightFrom(vec3 direction, float angle) {
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
uniform float onlyAway;

// Distance along the camera's axis of a depth from 0 to 1.
float axisDistance(float depth) {
  if (isOrthographic) return mix(range.x, range.y, depth);
  return range.x * range.y / (range.y - depth * (range.y - range.x));
}

// Is the picture with the surface's own far side looked at, or that without the surface?
bool isNear;

float depthAt(vec2 at) {
  return isNear ? texture2D(nearDepth, at).r : texture2D(farDepth, at).r;
}

vec3 lightAt(vec2 at, float level) {
  return isNear ? textureLod(nearLight, at, level).rgb : textureLod(farLight, at, level).rgb;
}

// Where on the screen a place is, 0 to 1; the third number is 0 behind the camera.
vec3 screenAt(vec3 place) {
  vec4 clip = projectionMatrix * viewMatrix * vec4(place, 1.0);
  return vec3(clip.xy / max(clip.w, 1e-6) * 0.5 + 0.5, step(1e-6, clip.w));
}

// Where on the screen sceneAlong found what a ray meets, and how much of its light is not from there.
vec2 found;
float beyond;

// What a ray from a place brings; level says how blurred.
vec3 sceneAlong(vec3 from, vec3 direction, float level, float angle) {
  vec2 here = gl_FragCoord.xy / span;
  vec3 axis = -vec3(viewMatrix[0].z, viewMatrix[1].z, viewMatrix[2].z);
  float own = axisDistance(gl_FragCoord.z);
  float ahead = max(dot(direction, axis), 0.05);

  // As far as what is straight behind the glass, then as far as what is found there.
  vec3 at = screenAt(from + max(axisDistance(depthAt(here)) - own, 0.0) / ahead * direction);
  float there = depthAt(clamp(at.xy, 0.0, 1.0));
  if (there > gl_FragCoord.z) {
    vec3 farther = screenAt(from + max(axisDistance(there) - own, 0.0) / ahead * direction);
    // Where something nearer hides that from the camera, what was found first is as good.
    float shown = depthAt(clamp(farther.xy, 0.0, 1.0));
    if (axisDistance(shown) > 0.8 * axisDistance(there)) {
      at = farther;
      there = shown;
    }
  }

  // Nothing that stands before the glass is seen in it.
  if (there < gl_FragCoord.z) at.xy = here;

  // Beyond the screen there is the environment, or the picture mirrored.
  found = abs(mod(at.xy + 1.0, 2.0) - 1.0);
  vec3 light = lightAt(found, level);
  beyond = 0.0;
#if defined(ENVIRONMENT) || defined(ENVIRONMENT_CUBE)
  vec2 off = (abs(at.xy - 0.5) - 0.47) / 0.03;
  beyond = clamp(max(max(off.x, off.y), 1.0 - at.z), 0.0, 1.0);
  light = mix(light, lightFrom(direction, angle), beyond);
#endif
  return light;
}

// The same for light that water bent. It passes the far side of its own surface as it is bent, where a picture of that side has
// light that comes straight to the eye: so it is the light without the surface, and what the far side there adds or takes.
vec3 sceneBehindWater(vec3 from, vec3 direction, float level, float angle) {
  isNear = isOutside;
  sceneAlong(from, direction, level, angle);
  vec3 change = lightAt(found, level);
  isNear = false;
  change = (change - lightAt(found, level)) * (1.0 - beyond);
  return max(vec3(0.0), sceneAlong(from, direction, level, angle) + change);
}

// How much of the scene a pixel of water shows, as a level of detail.
float levelOf(vec3 direction) {
  vec2 at = screenAt(vPlace + 1e3 * vScale * direction).xy * span;
  return clamp(log2(max(length(dFdx(at)), length(dFdy(at)))), 0.0, 6.0);
}

void main() {
  look();
  if (onlyAway > 0.5 && isOutside) discard;
  isNear = isOutside;
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
  float narrow = apart(ray);
  float mirroredApart = apart(mirrored);
  vec3 veil = mix(sceneAlong(exit, ray, 4.5, narrow), mean, 0.35);
  vec3 dry = mix(sceneAlong(exit, ray, 0.0, narrow), veil, 0.85 * mist) * (1.0 - both) + lightFrom(mirrored, mirroredApart) * both;

  // Water: what is gone to the other side of the sheet, what is thrown back, and the share of the first; in order to find
  // how far apart the pixels beside look, dry ones too have some direction.
  vec3 gone = ray;
  vec3 thrown = mirrored;
  float faces = 0.0;
  float share = 1.0;
  if (water.w > 0.0 && isOutside) {
    share = 1.0 - fresnel(max(0.0, -dot(ray, bent)), 1.0 / WATER);
    thrown = reflect(ray, bent);
    gone = fromChart(leave(toChart(refract(ray, bent, 1.0 / WATER)), place, lift, false));
  } else if (water.w > 0.0) {
    // Both faces of the glass reflect before the water.
    faces = index > 1.0 ? one + (1.0 - one) * fresnel(abs(dot(steep, wet)), index / WATER) : 0.0;
    vec3 inside = toChart(refract(ray, -wet, 1.0 / WATER));
    vec2 top = place;
    float height = climb(top, 0.0, inside);
    vec3 normal = normalOf(waterAt(top).xy);
    vec3 left = refract(inside, -normal, WATER);
    share = dot(left, left) > 0.0 ? 1.0 - fresnel(max(0.0, dot(inside, normal)), WATER) : 0.0;
    gone = dot(left, left) > 0.0 ? fromChart(left) : ray;
    thrown = fromChart(leave(reflect(inside, normal), top, height, false));
  }
  float level = levelOf(gone);
  float goneApart = apart(gone);
  float thrownApart = apart(thrown);
  // Light that turns back in a drop leaves it on the eye's own side.
  bool isAhead = dot(gone, face) < 0.0;
  vec3 seen = isAhead ? sceneBehindWater(exit, gone, level, goneApart) : lightFrom(gone, goneApart);
  vec3 drop = mix(seen * share + lightFrom(thrown, thrownApart) * (1.0 - share), lightFrom(mirrored, mirroredApart), faces);
  ${SHOWN}
}
`;

/** A mirror under water: in through the water, back from the mirror, out through the water. It shows the environment. */
export const MIRROR_FRAGMENT = `${LOOK}
void main() {
  look();
  ambient = vec3(0.5);
  vec3 mirrored = reflect(ray, face);
  vec3 dry = lightFrom(mirrored, apart(mirrored));
  dry = mix(dry, vec3(0.25 + 0.5 * dot(dry, vec3(0.2126, 0.7152, 0.0722))), 0.85 * mist);

  // The back of a mirror is one as well, and never wet.
  vec3 gone = mirrored;
  vec3 thrown = mirrored;
  if (water.w > 0.0 && isOutside) {
    gone = fromChart(leave(toChart(refract(ray, bent, 1.0 / WATER)), place, lift, true));
    thrown = reflect(ray, bent);
  }
  float share = 1.0 - fresnel(max(0.0, -dot(ray, bent)), 1.0 / WATER);
  vec3 drop = isOutside ? lightFrom(gone, apart(gone)) * share + lightFrom(thrown, apart(thrown)) * (1.0 - share) : dry;
  ${SHOWN}
}
`;
