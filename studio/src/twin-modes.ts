/** The display modes of water on the graphics card (STUP-13): its textures are shown as they are, without a round trip. */
import type { WaterTwin } from 'rivulet/three';
import * as THREE from 'three';
import type { ViewName } from './choices.js';

/** Views that a twin has besides the glass, and which of its textures they show. */
const SHOWN = { height: 'heights', blurred: 'blurred', normal: 'normals', 'blurred-normal': 'normals' } as const;

export type TwinView = keyof typeof SHOWN;

export function isTwinView(view: ViewName): view is TwinView {
  return view in SHOWN;
}

/** Night, deep water, water, sky, white: the ramp of `rivulet render --view height`. */
const STOPS = [0x05080f, 0x0a3560, 0x1b6ba6, 0x6fbbe3, 0xf5fbff];

const FRAGMENT = `
uniform sampler2D shown;
uniform vec3 stops[5];
uniform float maxHeight, isNormal;
varying vec2 at;

void main() {
  // The first row is at v = 0 of the textures, and above on the surface.
  vec4 texel = texture2D(shown, vec2(at.x, 1.0 - at.y));
  float place = 4.0 * sqrt(clamp(texel.r / maxHeight, 0.0, 1.0));
  vec3 colour = stops[4];
  for (int n = 3; n >= 0; n--) if (place < float(n + 1)) colour = mix(stops[n], stops[n + 1], place - float(n));
  gl_FragColor = vec4(isNormal > 0.5 ? 0.5 * texel.rgb + 0.5 : colour, 1.0);
}
`;

const VERTEX = `
varying vec2 at;

void main() {
  at = uv;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

export class TwinModeMaterial extends THREE.ShaderMaterial {
  /** Heights from `maxHeight` [mm] on are white. */
  constructor(maxHeight: number) {
    super({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: THREE.DoubleSide,
      toneMapped: false,
      uniforms: {
        shown: { value: null },
        // As they stand in files, which is how they are shown.
        stops: {
          value: STOPS.map((hex) => new THREE.Vector3(hex >> 16, (hex >> 8) & 255, hex & 255).divideScalar(255)),
        },
        maxHeight: { value: maxHeight },
        isNormal: { value: 0 },
      },
    });
  }

  /** Shows a view of a chart. */
  show(twin: WaterTwin, chart: number, view: TwinView): this {
    this.uniforms.shown.value = twin.charts[chart][SHOWN[view]];
    this.uniforms.isNormal.value = SHOWN[view] === 'normals' ? 1 : 0;
    return this;
  }
}
