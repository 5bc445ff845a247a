/** `fresnel`, `waterPath` and `waterMirror` once more, for shaders; test/browser/webgl-formulas.test.ts holds them to the originals. */
import { fresnel } from './fresnel.js';
import { WATER_INDEX } from './indices.js';
import { MOST_EXIT } from './water-path.js';

/**
 * Needs nothing. Gives `float fresnel(cosine, eta)` and `vec3 waterPath(slopes, gradient)`: slopes outside, share of light.
 * Without branches, which software drivers pay for dearly: under total reflection the root is 0, and F = 1 by itself.
 */
export const WATER_PATH_GLSL = `
float fresnel(float c,float eta){
  float t=sqrt(max(0.,1.-eta*eta*(1.-c*c))),s=(eta*c-t)/(eta*c+t+1e-9),p=(c-eta*t)/(c+eta*t+1e-9);
  return .5*(s*s+p*p);
}
vec3 waterPath(vec2 a,vec2 g){
  const float N=${WATER_INDEX};
  vec3 d=vec3(a*inversesqrt(1.+dot(a,a))/N,0.),n=vec3(-g,1.)*inversesqrt(1.+dot(g,g));
  d.z=sqrt(1.-dot(d.xy,d.xy));
  float c=dot(d,n),s2=N*N*(1.-c*c),out1=step(s2,.9999999)*step(1e-9,c);
  vec3 e=N*d+(sqrt(max(0.,1.-s2))-N*c)*n;
  float share=out1*min(1.,(1.-fresnel(max(c,0.),N))/${(1 - fresnel(1, WATER_INDEX)).toFixed(9)});
  return vec3(mix(a,e.xy/max(max(e.z,length(e.xy)/${MOST_EXIT}),1e-9),out1),share);
}
`;

/** `vec2 waterMirror(slopes, gradient)`: where on a mirror ball the light comes from that the water reflects. */
export const WATER_MIRROR_GLSL = `
vec2 waterMirror(vec2 a,vec2 g){
  vec2 w=a*inversesqrt(1.+dot(a,a))/${WATER_INDEX};
  float z=sqrt(1.-dot(w,w)),turn=2.*(z-dot(w,g))/(1.+dot(g,g));
  vec3 r=vec3(w+turn*g,1.-z+turn);
  return r.xy*inversesqrt(max(1e-9,dot(r,r)));
}
`;
