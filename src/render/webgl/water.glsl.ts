/**
 * The formulas of render/water for shaders: bodies, fine drops, trails and height maps. The names of the functions are those
 * of the originals; test/browser/webgl-formulas compares both. Each text defines the functions that its comment lists. The
 * build shortens the texts (scripts/shaders.mjs), so they are written to be read.
 */
import { MAPS } from '../../core/build-flags.js';
import { LOOK } from '../picture/look.js';
import { HAIR, MOST_SAMPLES } from '../water/map-water.js';
import { FAR } from '../water/surface-point.js';

/**
 * A number as GLSL wants it: 2 is an integer there, 2. is not. Digits that a float cannot hold are left out. A bundler may
 * leave out what is not used of it.
 * @__NO_SIDE_EFFECTS__
 */
export function real(value: number): string {
  return Number.isInteger(value) ? `${value}.` : String(Number(value.toPrecision(9))).replace(/^0/, '');
}

/** `vec2 limitSlope(gradient)`: no steeper than `steepest`; `float coverageOf(edge, share, pixel)`. */
const LIMIT = `
vec2 limitSlope(vec2 gradient) {
  return gradient * min(1.0, ${real(LOOK.steepest)} * inversesqrt(max(1e-12, dot(gradient, gradient))));
}

// Share of a pixel of side pixel [mm] that a drop of opacity share covers, edge [mm] inside its contact line.
float coverageOf(float edge, float share, float pixel) {
  return share * clamp(edge / pixel + 0.5, 0.0, 1.0);
}
`;

/** `vec2 softOf(radius)`: how many times as large a drop of that radius [px] is drawn, and its opacity. */
export const SOFT_GLSL = `
vec2 softOf(float radius) {
  return vec2(sqrt(max(0.25, radius * radius - 1.0 / 12.0)) / radius, min(1.0, 3.0 * radius * radius));
}
`;

/**
 * The middle part of `bodyPoint`, with the formulas of core/body.ts: from the place along and across the body, and from how
 * far back on its axis the nearest point is, to the local radius, q and its gradient, and the height over the radius and
 * its gradient.
 */
const FULL_OUTLINE = `
  // The radius there: straight from the head's to the tail's, less the waist.
  float perLength = 1.0 / max(1e-9, axisLength);
  float share = back * perLength;
  float bulge = 4.0 * share * (1.0 - share);
  float taper = tail - head;
  float waistThere = waist * bulge;
  float radius = head + taper * share - waistThere * bulge;
  float perRadius = 1.0 / radius;

  // The outline, which is where q is 1, and how q changes with X and Y.
  float X = (along + back) * perRadius;
  float Y = across * perRadius;
  float xx = X * X;
  float yy = Y * Y;
  float three = 3.0 * (xx - yy);
  float six = 6.0 * X * Y;
  float q = xx + yy - (c2 * (xx - yy) + s2 * 2.0 * X * Y + c3 * X * (xx - 3.0 * yy) + s3 * Y * (3.0 * xx - yy));
  float qX = 2.0 * X - (c2 * 2.0 * X + s2 * 2.0 * Y + c3 * three + s3 * six);
  float qY = 2.0 * Y - (s2 * 2.0 * X - c2 * 2.0 * Y - c3 * six + s3 * three);

  // Along the drawn-out part X stays 0 and the radius changes; at the round ends X changes and the radius stays.
  float narrows = drawn * perLength * (taper - 8.0 * waistThere * (1.0 - 2.0 * share));
  float alongX = (1.0 - drawn + X * narrows) * perRadius;
  float qAlong = qX * alongX + qY * Y * narrows * perRadius;
  float qAcross = qY * perRadius;

  // The height, of a profile that leans, and its slopes.
  float lean = 1.0 + sag * X;
  float top = sqrt(k * k + max(1e-4, (1.0 - q) * lean));
  float slope = radius * heightScale / (2.0 * top);
  float high = heightScale * (top - k);
  float heightAlong = slope * (max(0.0, 1.0 - q) * sag * alongX - qAlong * lean) - narrows * high;
  float heightAcross = -slope * qAcross * lean;
`;

/** The same for half capsules, which are all that files without maps draw: no taper, waist, outline or lean, and k is 0. */
const PLAIN_OUTLINE = `
  float radius = head;
  float perRadius = 1.0 / radius;
  float X = (along + back) * perRadius;
  float Y = across * perRadius;
  float xx = X * X;
  float yy = Y * Y;
  float q = xx + yy;
  float qAlong = 2.0 * X * (1.0 - drawn) * perRadius;
  float qAcross = 2.0 * Y * perRadius;
  float high = sqrt(max(1e-4, 1.0 - q));
  float slope = radius / (2.0 * high);
  float heightAlong = -slope * qAlong;
  float heightAcross = -slope * qAcross;
`;

/** Names for the numbers of a body that only `FULL_OUTLINE` needs. */
const FULL_NAMES = `
  float tail = sizes.z;
  float k = sizes.w;
  float heightScale = shape.x;
  float sag = shape.y;
  float c2 = shape.z;
  float s2 = shape.w;
  float c3 = rest.x;
  float s3 = rest.y;
  float waist = rest.z;
`;

/**
 * `vec4 bodyPoint(point, pose, sizes, shape, rest)`: gradient, height and edge distance [mm] at a point [mm] of the body whose
 * numbers stand in pose, sizes, shape, rest in the order of `BODY`; the edge is far away where the body is too far to matter.
 */
export const BODY_GLSL = `${LIMIT}
vec4 bodyPoint(vec2 point, vec4 pose, vec4 sizes, vec4 shape, vec3 rest) {
  vec2 heading = pose.zw;
  float axisLength = sizes.x;
  float head = sizes.y;
  ${MAPS ? FULL_NAMES : ''}

  // The place along and across the body, from the middle of its head.
  point -= pose.xy;
  float along = dot(point, heading);
  float across = point.y * heading.x - point.x * heading.y;

  // How far back on the axis the nearest point is, rounded off at head (x) and tail (y), and how fast it goes along.
  float soft = max(1e-6, min(0.5 * axisLength, ${real(LOOK.round)} * head));
  vec2 behind = -along - vec2(0.0, axisLength);
  vec2 near = clamp(behind, -soft, soft) + soft;
  vec2 passed = near * near / (4.0 * soft) + max(vec2(0.0), behind - soft);
  float back = passed.x - passed.y;
  float drawn = (near.x - near.y) / (2.0 * soft);
  ${MAPS ? FULL_OUTLINE : PLAIN_OUTLINE}

  // Distance from the contact line, to first order.
  float steep = length(vec2(qAlong, qAcross));
  float root = sqrt(max(0.0, q));
  float edge = steep > 1e-9 ? (1.0 - root) * 2.0 * root / steep : radius;
  return vec4(
    limitSlope(heightAlong * heading + heightAcross * vec2(-heading.y, heading.x)),
    edge > 0.0 ? radius * high : 0.0,
    xx + yy < ${real(FAR * FAR)} ? edge : -1e9
  );
}
`;

/**
 * `vec4 capPoint(point, radius, scales, outline, lobes)`: the same for a fine drop, at a point [mm] from its middle. scales:
 * k and the height scale; outline: c2 and s2; lobes: columns 1 to 3 of the matrix.
 */
export const CAP_GLSL = `${LIMIT}
// The soft maximum of a lobe and the largest so far. most: gradient and value.
vec3 withLobe(vec3 most, vec4 lobe, vec2 point) {
  float above = dot(lobe.xy, point) + lobe.z - most.z;
  float root = length(vec2(above, lobe.w));
  return most + vec3((lobe.xy - most.xy) * (0.5 + 0.5 * above / root), 0.5 * (above + root));
}

vec4 capPoint(vec2 point, float radius, vec2 scales, vec2 outline, mat4 lobes) {
  float k = scales.x;
  float heightScale = scales.y;
  point /= radius;
  vec3 most = withLobe(withLobe(withLobe(vec3(0.0), lobes[1], point), lobes[2], point), lobes[3], point);

  // q, which is 1 at the outline, and half its gradient.
  vec2 own = point - vec2(dot(outline, point), outline.y * point.x - outline.x * point.y);
  vec2 halfGradient = own - 0.5 * most.xy;
  float q = dot(point, own) - most.z;

  float root = sqrt(max(0.0, q));
  float top = sqrt(k * k + max(1e-4, 1.0 - q));
  return vec4(
    limitSlope(-halfGradient / top * heightScale),
    q < 1.0 ? radius * heightScale * (top - k) : 0.0,
    radius * (1.0 - root) * (q > 0.25 ? root / length(halfGradient) : 1.0)
  );
}
`;

/**
 * `vec3 splineAt(map, cellSize, point)`: gradient and height of a map's quadratic B-spline, dry past its edges; `float
 * trailCoverage(height, slope, pixel)`.
 */
export const TRAIL_GLSL = `
vec3 splineAt(sampler2D map, float cellSize, vec2 point) {
  point /= cellSize;
  ivec2 cell = ivec2(floor(point));
  ivec2 last = textureSize(map, 0) - 1;

  // Of the three cells along each axis: is the cell on the map, its weight, and how its weight changes with the point.
  vec2 offset = point - floor(point) - 0.5;
  vec2 low = 0.5 - offset;
  vec2 high = 0.5 + offset;
  vec3 onMapX = step(0.0, vec3(cell.x - 1, cell.x, cell.x + 1)) * step(vec3(cell.x - 1, cell.x, cell.x + 1), vec3(last.x));
  vec3 onMapY = step(0.0, vec3(cell.y - 1, cell.y, cell.y + 1)) * step(vec3(cell.y - 1, cell.y, cell.y + 1), vec3(last.y));
  vec3 weightX = vec3(0.5 * low.x * low.x, 0.75 - offset.x * offset.x, 0.5 * high.x * high.x) * onMapX;
  vec3 weightY = vec3(0.5 * low.y * low.y, 0.75 - offset.y * offset.y, 0.5 * high.y * high.y) * onMapY;
  vec3 changeX = vec3(-low.x, -2.0 * offset.x, high.x) * onMapX;
  vec3 changeY = vec3(-low.y, -2.0 * offset.y, high.y) * onMapY;

  // The heights of the 3 × 3 cells, a column of the matrix for each row of the map.
#define CELL(i, j) texelFetch(map, clamp(cell + ivec2(i, j), ivec2(0), last), 0).r
#define LINE(j) vec3(CELL(-1, j), CELL(0, j), CELL(1, j))
  mat3 cells = mat3(LINE(-1), LINE(0), LINE(1));
  vec3 lines = weightX * cells;
  return vec3(dot(weightY, changeX * cells) / cellSize, dot(changeY, lines) / cellSize, dot(weightY, lines));
}

float trailCoverage(float height, float slope, float pixel) {
  return clamp((height - ${real(LOOK.trailEdge)}) / max(slope * pixel, ${real(LOOK.trailSoft)}) + 0.5, 0.0, 1.0);
}
`;

/**
 * `vec3 joinHeights(body, trail)`: gradient and height of both joined; each is gradient, height. `vec4 joinTrail(water, trail,
 * pixel)`: gradient, height and coverage of a pixel of shapes, joined with the spline of the trails there.
 */
export const JOIN_GLSL = `
vec3 joinHeights(vec3 body, vec3 trail) {
  float k = min(${real(LOOK.join)}, trail.z);
  float apart = abs(body.z - trail.z);

  // Half the share of the lower surface, and the share of the body.
  float safe = max(k, 1e-6);
  float overlap = max(0.0, k - apart);
  float low = overlap / (2.0 * safe);
  float share = body.z < trail.z ? low : 1.0 - low;

  // For a trail thinner than the join, k depends on its height as well.
  float more = step(trail.z, ${real(LOOK.join)}) * max(0.0, k * k - apart * apart) / (4.0 * safe * safe);
  return vec3(
    share * body.xy + (1.0 - share + more) * trail.xy,
    max(body.z, trail.z) + overlap * overlap / (4.0 * safe)
  );
}

vec4 joinTrail(vec4 water, vec3 trail, float pixel) {
  float cover = trailCoverage(trail.z, length(trail.xy), pixel);
  // On glass that is otherwise dry the trail's own slope counts up to its contact line.
  trail.z = max(water.w > 0.0 ? 0.0 : 1e-6, trail.z - ${real(LOOK.trailEdge)});
  return cover > 0.0 ? vec4(joinHeights(water.xyz, trail), max(water.w, cover)) : water;
}
`;

/**
 * `vec4 heightWater(map, cellSize, point, pixel)`: gradient, height and coverage of the pixel at a point [mm] of a height map's
 * water; the map has the smoothed heights and the smoothed shallow ones in each texel.
 */
export const HEIGHTS_GLSL = `
// Weights of the four cells of a cubic B-spline; the point lies a fraction of the way from the second to the third.
vec4 cubic(float fraction) {
  float left = 1.0 - fraction;
  return vec4(
    left * left * left / 6.0,
    2.0 / 3.0 - fraction * fraction * (1.0 - 0.5 * fraction),
    2.0 / 3.0 - left * left * (1.0 - 0.5 * left),
    fraction * fraction * fraction / 6.0
  );
}

// How these weights change with the fraction.
vec4 cubicSlope(float fraction) {
  float left = 1.0 - fraction;
  return vec4(
    -0.5 * left * left,
    fraction * (1.5 * fraction - 2.0),
    left * (2.0 - 1.5 * left),
    0.5 * fraction * fraction
  );
}

// Gradient, height and coverage at a point; lengths in cells. wide: side of the square that the sample stands for.
vec4 heightSample(sampler2D map, vec2 point, float wide) {
  ivec2 first = ivec2(floor(point - 0.5)) - 1;
  ivec2 last = textureSize(map, 0) - 1;
  vec2 fraction = fract(point - 0.5);
  vec4 weightX = cubic(fraction.x);
  vec4 weightY = cubic(fraction.y);
  vec4 changeX = cubicSlope(fraction.x);
  vec4 changeY = cubicSlope(fraction.y);

  // Values and slopes of both maps at once, over 4 × 4 cells. Cells past the edges are dry.
  vec2 height = vec2(0.0);
  vec2 slopeX = vec2(0.0);
  vec2 slopeY = vec2(0.0);
  for (int j = 0; j < 4; j++) {
    vec2 line = vec2(0.0);
    vec2 lineSlope = vec2(0.0);
    for (int i = 0; i < 4; i++) {
      ivec2 wanted = first + ivec2(i, j);
      ivec2 held = clamp(wanted, ivec2(0), last);
      vec2 cell = texelFetch(map, held, 0).rg * float(wanted == held);
      line += weightX[i] * cell;
      lineSlope += changeX[i] * cell;
    }
    height += weightY[j] * line;
    slopeX += weightY[j] * lineSlope;
    slopeY += changeY[j] * line;
  }

  // The outline is a contour of the shallow map.
  float soft = max(${real(LOOK.outlineSoft)}, length(vec2(slopeX.y, slopeY.y)) * wide);
  return vec4(slopeX.x, slopeY.x, height.x, clamp((height.y - ${real(LOOK.outline)}) / soft + 0.5, 0.0, 1.0));
}

vec4 heightWater(sampler2D map, float cellSize, vec2 point, float pixel) {
  point /= cellSize;
  pixel /= cellSize;

  // A pixel larger than a cell is the mean of several samples, weighted by their coverage.
  int samples = int(clamp(ceil(pixel - ${real(HAIR)}), 1.0, ${real(MOST_SAMPLES)}));
  float part = pixel / float(samples);
  vec4 sum = vec4(0.0);
  for (int n = 0; n < samples * samples; n++) {
    vec2 offset = (vec2(n % samples, n / samples) - 0.5 * float(samples - 1)) * part;
    vec4 one = heightSample(map, point + offset, min(part, 1.0));
    sum += vec4(one.xyz, 1.0) * one.w;
  }
  return vec4(
    sum.xyz / max(sum.w, 1e-9) / vec3(cellSize, cellSize, 1.0),
    sum.w / float(samples * samples)
  );
}
`;
