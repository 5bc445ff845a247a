/**
 * The formulas of the picture. The CPU renderer (`render/offline`) and the WebGL2 renderer (`render/webgl`) both implement
 * them, and nothing else is in the picture. Lengths in mm on the pane, x right, y down, z out of the room; colours are
 * linear RGB. Each step names the function that is its reference.
 *
 * 1. **Frame** (`viewportOf`, camera.ts). The pane covers the picture, or a drop of 1 mm takes `dropSize`·96/25.4 px. Pixel (i, j) has its centre at
 *        p = corner + (i + ½, j + ½)·pixel
 *    and the eye stands `distance` before the middle of the pane, so its ray has slopes a = (p − eye)/distance. Its pupil is
 *    `aperture` wide. What is out of focus, backdrop or glass, becomes discs; on the glass their radius is that of a thin lens,
 *        disc = aperture/2·cone [mm],   cone = away/(away + distance)
 *    With `blur` instead it is blur·cone/(8000/8600) of the picture's height, so that `blur` is meant at the default distances.
 *
 * 2. **Water map** (`ChartWater`, render/water/water-map.ts). Fine caps that touch have flowed together (fine-drops.ts).
 *    Of every body, lobe and fine drop that reaches the pixel (`bodyPoint`, `capPoint`): height, gradient, coverage =
 *    share·clamp(edge distance/pixel + ½), where the edge distance is (1 − √q)·2√q/|∇q|. Of radius r [px] it is drawn with
 *    √max(¼, r² − 1/12) and share = min(1, 3r²), which covers πr² (`softRadius`, `softShare`). Outside its edge a body has
 *    height 0 and the gradient of its edge. Where head and tail meet the drawn-out part, the body of core/body.ts has a crease
 *    that surface tension would not leave: drawn is t = −along clamped to 0 … length as S(t) − S(t − length), with S(t) =
 *    (clamp(t, −m, m) + m)²/4m + max(0, t − m), m = min(length/2, round·head); without length nothing changes. The one with the
 *    largest height + coverage wins (on a GPU: depth). Left out: what several cover of a pixel does not add up, which only
 *    pictures of fewer than about 4 px a mm show. The trail map is smoothed trailPasses times (`smoothTrail`, map-water.ts: 1 2 1
 *    over 4 each way, cells past the edges are dry), then a quadratic B-spline goes through it (`splineAt`); its height over
 *    the contact line is b = H − trailEdge, with
 *        coverage = clamp((H − trailEdge)/max(|∇H|·pixel, trailSoft) + ½)
 *    Both are joined (`joinHeights`): a smooth maximum with k = min(join, b), so that without a trail a body is itself.
 *    Coverage of the pixel: the larger of the two. G-buffer: gradient x, y, height, coverage.
 *    Where a frame's water is drawn from its height map (`drawnFrom`), that map alone gives the same four numbers
 *    (`heightWater`): H is smoothed as trails are, and a cubic B-spline goes through it, whose gradient makes
 *    the normal (CHEN-16). Its outline is where the spline through min(H, shallow), smoothed, is `outline`:
 *        coverage = clamp((L − outline)/max(|∇L|·pixel, outlineSoft) + ½)
 *    In a picture whose pixels are larger than cells a pixel is the mean of up to 4 × 4 such samples, by their coverage.
 *
 * 3. **Ray** (`waterRay`, optics/water-ray.ts): slopes of the ray outside s, and its share of light T.
 *
 * 4. **Place** (`placeBackdrop`, `uOf`, `vOf`; place.ts). The backdrop is a flat picture `away` behind the pane, and covers
 *    what the eye sees of that plane `span` times over. In mm of the pane, which its middle and the eye's lie behind:
 *        size = the picture's part of the pane · span,   reach = min(away·distance/(away + distance), size across)·refraction
 *        uv = ½ + (p − eye + (s − a)·reach)/size
 *    so it stands nearer where it would be smaller than 53°. An environment stands where it is: across, its size is
 *    2·tan(field/2)·reach. Beyond 0–1 it is mirrored. Without water s = a.
 *
 * 5. **Level** (`footprintOf`, place.ts). The lookup through water is trilinear at an explicit level: with Δ the smaller of
 *    the two steps of uv (in texels) to a pixel's neighbours on either side that are water too (T > 0, coverage > 0),
 *        f = max(larger/anisotropy, smaller) of Δx and Δy,   level = log₂(max(1, f))
 *    and where an axis has no such neighbour, `lonely` of the backdrop's height stands for its step.
 *    For focus 'glass' (`meltOf`, lens.ts) flat water melts the street as bare glass does, whose footprint is b texels and
 *    whose discs have the radius r = disc/pixel·b; what makes a picture of its own near the glass stays sharp:
 *        m = clamp((k² − f²/b²)/(k² − 1)),   k = 2 + reach/keen,   level = log₂(max(1, f, √m·r))
 *    and as far as the eye sees uv directly somewhere in the picture, m of that colour is the bare glass's there (6).
 *
 * 6. **Colour** (shade.ts). water = T·backdrop(uv, level) + (1 − T)·room,
 *        room = mean·roomShare·(1 + roomGrade·n.y)         mean: the backdrop's mean colour; n the water's normal
 *    Water from a height map reflects an environment instead of the room (CHEN-17), water = T·backdrop(uv, level) + (1 − T)·E,
 *        E = (mirrorRoom + (mirrorOpen − mirrorRoom)·m²)·backdrop(½ + ½m, level of mirrorBlur of its height)
 *    with m the place on a mirror ball of where the reflected ray goes (`waterMirror`): the room behind the eye is lit by what
 *    is outside, and dark; towards the rim it is the open itself.
 *    glass = backdrop through the lens: for focus 'glass' `blurredView` of radius disc (lens.ts), a real disc;
 *    for focus 'street' the backdrop itself, level from the pixel. Fog f (`fogAt`, shade.ts) on the glass:
 *        glass' = mix(glass, mix(veil, grey, fogLift)·sparkle, f·fogMost)
 *    with sparkle = `fogSparkle`, its droplets, veil = `blurredView` of radius fogBlur·height in two passes, and grey =
 *    luminance(mean)·fogLight. The blurred pictures are coarser than the view (glass: `lensBlock`, 2 px mostly; veil: 8 px).
 *    pixel = mix(glass', water, coverage); for focus 'street' coverage·water and coverage are blurred by the disc first, or
 *    what of it lies in the picture. Then · tint · 2^exposure.
 *
 * 7. **Glow** (glow.ts, STUP-L7). max(0, pixel − 1), capped at glowMost, averaged over blocks of 4 × 4 pixels, blurred
 *    each way by two boxes of radius glowBlur·height, which are a tent, looked up bilinearly, added · glow.
 *
 * 8. **Tone** (shade.ts). none: clip; filmic: x(2.51x + 0.03)/(x(2.43x + 0.59) + 0.14). Then sRGB, rounded to bytes.
 */
export const LOOK = {
  /** How far from where head and tail meet the drawn-out part a body is rounded off, over the head's radius. */
  round: 1,
  /** How far the smooth maximum of body and trail reaches [mm]. */
  join: 0.15,
  /** How often the trail map is smoothed. */
  trailPasses: 1,
  /** Height of the trail map at its contact line [mm]. */
  trailEdge: 0.05,
  /** The contact line of a trail is at least this soft, in height [mm]. */
  trailSoft: 0.02,
  /** Heights above this are cut off before the outline of a height map is looked for [mm], so that no cell counts for more. */
  shallow: 0.05,
  /** The cut-off height map's height at the outline [mm]: with it pictures cover what the map covers, within 5 %. */
  outline: 0.02,
  /** That outline is at least this soft, in height [mm]. */
  outlineSoft: 0.002,
  /** Steepest slope a surface is drawn with; beyond 1.13 (48.6°) nothing is seen through it anyway. */
  steepest: 8,
  /** How much larger a pixel's footprint may be one way than the other before both are blurred. */
  anisotropy: 2,
  /** Footprint of a pixel of water that has no water beside it, over the backdrop's height. */
  lonely: 0.2,
  /** Water whose focus lies nearer behind the glass than about this is sharp [mm]. */
  keen: 55,
  /** Light from the room over the backdrop's mean, where the water reflects all. */
  roomShare: 0.05,
  /** How much lighter the room is on slopes that face down, and darker on those that face up. */
  roomGrade: 0.5,
  /** Light of the environment over the backdrop's: straight back into the room, and straight ahead. */
  mirrorRoom: 0.15,
  mirrorOpen: 0.7,
  /** How much of the backdrop a point of the environment is the mean of, over the backdrop's height. */
  mirrorBlur: 0.25,
  /** Radius of the veil's blur over the picture's height. */
  fogBlur: 0.07,
  /** Share of grey in the veil. */
  fogLift: 0.42,
  /** Grey of the veil over the luminance of the backdrop's mean. */
  fogLight: 1.7,
  /** How far around a place its map is averaged [cells], at most 2.5. */
  fogReach: 2.5,
  /** Side of its droplets [mm], and by how much they change its light. */
  fogGrain: 0.2,
  fogRough: 0.2,
  /** How much of the glass dense fog hides. */
  fogMost: 0.92,
  /** Radius of each box of the glow over the picture's height. */
  glowBlur: 0.014,
  /** What is brighter than this above 1 glows no more. */
  glowMost: 12,
} as const;
