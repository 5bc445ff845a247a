/** `fresnel` and `waterPath` once more, for shaders; test/browser/webgl-optics holds them to the originals. */
import { fresnel } from './fresnel.js';
import { WATER_INDEX } from './indices.js';
import { MOST_EXIT } from './water-path.js';

/** Needs nothing. Gives `float fresnel(cosine, eta)` and `vec3 waterPath(slopes, gradient)`: slopes outside, share of light. */
export const WATER_PATH_GLSL = `
float fresnel(float c,float eta){
  float s2=eta*eta*(1.-c*c);
  if(s2>=1.)return 1.;
  float t=sqrt(1.-s2),s=(eta*c-t)/(eta*c+t),p=(c-eta*t)/(c+eta*t);
  return .5*(s*s+p*p);
}
vec3 waterPath(vec2 a,vec2 g){
  const float N=${WATER_INDEX};
  vec3 d=vec3(a*inversesqrt(1.+dot(a,a))/N,0.),n=vec3(-g,1.)*inversesqrt(1.+dot(g,g));
  d.z=sqrt(1.-dot(d.xy,d.xy));
  float c=dot(d,n),s2=N*N*(1.-c*c);
  if(s2>=1.||c<=0.)return vec3(a,0.);
  vec3 e=N*d+(sqrt(1.-s2)-N*c)*n;
  return vec3(e.xy/max(e.z,length(e.xy)/${MOST_EXIT}),min(1.,(1.-fresnel(c,N))/${(1 - fresnel(1, WATER_INDEX)).toFixed(9)}));
}
`;
