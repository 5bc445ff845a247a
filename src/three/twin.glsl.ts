/** The passes of the water texture on the graphics card: what leaves a texel, what arrives, the blur, the normals (STUP-12). */
import { AROUND } from '../core/water-law.js';
import { LOOK } from '../render/picture/look.js';
import { real } from '../render/webgl/water.glsl.js';

const NEIGHBOURS = AROUND.map(([row, col]) => `ivec2(${col}, ${row})`).join(', ');

/** Heights are multiples of 2⁻¹⁶, as on the CPU, so that sums are exact in any order. */
const EXACT = `
const ivec2 AROUND[8] = ivec2[8](${NEIGHBOURS});
float rounded(float height) { return floor(height * 65536.0 + 0.5) / 65536.0; }
`;

/** What leaves each texel. As LEAVING: what stops one to four texels away. Else: what is kept, the lean, the neighbour straight on. */
export const LEAVE_FRAGMENT = `${EXACT}
uniform sampler2D water, affinity, noise, remainder, directions;
uniform vec2 window;
uniform float noiseSide, remainderScale, low, high, share, reach, sharpness, hold, swerve;
out vec4 result;

float opening(float over) { return min(1.0, over * sharpness); }
float affinityAt(ivec2 at) {
  return texelFetch(affinity, clamp(at, ivec2(0), textureSize(affinity, 0) - 1), 0).r;
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float amount = texelFetch(water, here, 0).r;
  vec4 direction = texelFetch(directions, ivec2(here.x >> 2, 0), 0);
  float over = amount - (low + hold * affinityAt(here));
  float stays = texelFetch(remainder, ivec2(min(1023.0, floor(amount * remainderScale)), 0), 0).r;
  ivec2 at = (here + ivec2(window)) % int(noiseSide);
  float free = stays < 1.0 ? 1.0 - stays * texelFetch(noise, at, 0).r : 0.0;
  float kept = over > 0.0 ? rounded(amount * (1.0 - free * opening(over) * direction.y)) : amount;
#ifdef LEAVING
  vec4 stops = vec4(0.0);
  float part = amount - kept;
  for (int far = 1; far <= 4; far++) {
    float above = amount - high * float(far);
    float further = float(far) < reach && above > 0.0 ? rounded(part * share * opening(above)) : 0.0;
    stops[far - 1] = part - further;
    part = further;
  }
  result = stops;
#else
  int around = int(direction.x + 0.5);
  float lean = direction.z;
  if (swerve != 0.0) {
    lean += swerve * (affinityAt(here + AROUND[(around + 1) & 7]) - affinityAt(here + AROUND[(around + 7) & 7]));
  }
  result = vec4(kept, lean, direction.x, 0.0);
#endif
}
`;

/** One chart that water may come from beyond a seam: its textures, and how places of this chart lie on it. */
const seamUniforms = (n: number) => `
uniform sampler2D stops${n}, kept${n};
// Start, change by row, change by column: of the row and of the column there.
uniform vec3 toRow${n}, toCol${n};
// Is the pull across that chart stronger? Has it seams to the left, right, above, below?
uniform float across${n};
uniform vec4 open${n};
`;

/** What arrives: the gather pass asks this chart and each chart beyond a seam what it sends here (STUP-O7). */
export function arriveFragment(seams: number): string {
  const numbers = Array.from({ length: seams }, (_, n) => n + 1);
  return `${EXACT}
uniform sampler2D stops0, kept0;
${numbers.map(seamUniforms).join('')}
out vec4 result;

// Water that a chart sends to one of its places, which may lie beyond its edges.
float sentTo(sampler2D stops, sampler2D kept, ivec2 place) {
  ivec2 size = textureSize(kept, 0);
  float sum = 0.0;
  for (int k = 0; k < 8; k++) {
    for (int far = 1; far <= 4; far++) {
      ivec2 from = place - far * AROUND[k];
      if (any(lessThan(from, ivec2(0))) || any(greaterThanEqual(from, size))) continue;
      vec4 source = texelFetch(kept, from, 0);
      int turn = (k - int(source.z + 0.5) + 8) & 7;
      if (turn != 0 && turn != 1 && turn != 7) continue;
      float part = texelFetch(stops, from, 0)[far - 1];
      float left = rounded(part * clamp(source.y, 0.0, 1.0));
      float right = rounded(part * clamp(-source.y, 0.0, 1.0));
      sum += turn == 1 ? left : turn == 7 ? right : part - left - right;
    }
  }
  return sum;
}

// The same over a seam, with what crossed this edge first on its way to the missing quarter at a corner.
float sentOver(sampler2D stops, sampler2D kept, ivec2 place, bool across, vec4 seams) {
  ivec2 size = textureSize(kept, 0);
  ivec2 beyond = max(max(-place, place - size + 1), ivec2(0));
  bool isSide = beyond.x > 0;
  int depth = max(beyond.x, beyond.y);
  if (depth > 4) return 0.0;
  float sum = sentTo(stops, kept, place);
  int along = isSide ? place.y : place.x;
  int last = (isSide ? size.y : size.x) - 1;
  for (int end = 0; end < 2; end++) {
    if (along != (end == 0 ? 0 : last)) continue;
    // A seam is needed there too, or water is lost over the open edge.
    if (seams[(isSide ? 2 : 0) + end] < 0.5) continue;
    ivec2 way = (end == 0 ? -1 : 1) * (isSide ? ivec2(0, 1) : ivec2(1, 0));
    for (int m = 1; m <= 4; m++) {
      bool overSide = isSide ? depth > m || (depth == m && across) : m > depth || (m == depth && across);
      if (overSide == isSide) sum += sentTo(stops, kept, place + m * way);
    }
  }
  return sum;
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float amount = texelFetch(kept0, here, 0).r + sentTo(stops0, kept0, here);
  vec3 place = vec3(1.0, float(here.y), float(here.x));
${numbers
  .map(
    (n) =>
      `  amount += sentOver(stops${n}, kept${n}, ivec2(floor(vec2(dot(toCol${n}, place), dot(toRow${n}, place)) + 0.5)), across${n} > 0.5, open${n});`,
  )
  .join('\n')}
  result = vec4(amount, 0.0, 0.0, 1.0);
}
`;
}

/** The mean of 3 × 3 texels (STUP-9). Beyond the edges the glass counts as dry. */
export const BLUR_FRAGMENT = `
uniform sampler2D water;
out vec4 result;

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(water, 0) - 1;
  float sum = 0.0;
  for (int n = 0; n < 9; n++) {
    ivec2 at = here + ivec2(n % 3, n / 3) - 1;
    if (at == clamp(at, ivec2(0), last)) sum += texelFetch(water, at, 0).r;
  }
  result = vec4(sum / 9.0, 0.0, 0.0, 1.0);
}
`;

/** The water with a drop more: heights of a box of texels, of which the first is at `corner`. */
export const ADD_FRAGMENT = `
uniform sampler2D water, stamp;
uniform vec2 corner;
out vec4 result;

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 at = here - ivec2(corner);
  result = texelFetch(water, here, 0);
  if (at == clamp(at, ivec2(0), textureSize(stamp, 0) - 1)) result.r += texelFetch(stamp, at, 0).r;
}
`;

/** What wet materials read (\`ChartTextures.water\`): gradient with columns and with rows, height [mm], coverage; of the blurred heights. */
export const SURFACE_FRAGMENT = `
uniform sampler2D blurred;
uniform float cellSize;
out vec4 result;

float at(ivec2 place) {
  return texelFetch(blurred, clamp(place, ivec2(0), textureSize(blurred, 0) - 1), 0).r;
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec2 slope = vec2(at(here + ivec2(1, 0)) - at(here - ivec2(1, 0)), at(here + ivec2(0, 1)) - at(here - ivec2(0, 1)));
  float height = at(here);
  float cover = clamp((height - ${real(LOOK.outline)}) / max(${real(LOOK.outlineSoft)}, 0.5 * length(slope)) + 0.5, 0.0, 1.0);
  result = vec4(slope / (2.0 * cellSize), height, cover);
}
`;

/** Normals of the blurred heights (STUP-10): x with columns, y with rows, z out of the glass. Alpha is the height [mm]. */
export const NORMAL_FRAGMENT = `
uniform sampler2D blurred;
uniform float cellSize;
out vec4 result;

float at(ivec2 place) {
  return texelFetch(blurred, clamp(place, ivec2(0), textureSize(blurred, 0) - 1), 0).r;
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float x = at(here + ivec2(1, 0)) - at(here - ivec2(1, 0));
  float y = at(here + ivec2(0, 1)) - at(here - ivec2(0, 1));
  result = vec4(normalize(vec3(-x, -y, 2.0 * cellSize)), at(here));
}
`;
