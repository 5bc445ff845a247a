/** render/picture/water.ts, shade.ts and tone.ts once more, for shaders; test/browser/webgl-formulas holds them to the originals. */
import { BODY_REACH } from '../../core/body.js';
import { LOOK } from '../picture/look.js';

/** A number as GLSL wants it: 2 is an integer there, 2. is not. */
export function real(value: number): string {
  return Number.isInteger(value) ? `${value}.` : String(value);
}

const LIMIT = `
vec2 limitSlope(vec2 g){float s=dot(g,g);return s>${real(LOOK.steepest * LOOK.steepest)}?g*${real(LOOK.steepest)}*inversesqrt(s):g;}
float coverageOf(float edge,float radius,float pixel){
  float c=clamp(edge/pixel+.5,0.,1.),r=radius/pixel;
  return r<.7?c*2.*r*r:c;
}
`;

/**
 * `bool bodyPoint(p, a, b, c, d, out point)`: gradient, height and edge distance [mm] at p [mm] of the body whose numbers
 * stand in a, b, c, d in the order of `BODY`; false where it is too far away to matter.
 */
export const BODY_GLSL = `${LIMIT}
bool bodyPoint(vec2 p,vec4 a,vec4 b,vec4 c,vec2 d,out vec4 point){
  p-=a.xy;
  float u=dot(p,a.zw),v=p.y*a.z-p.x*a.w,back=clamp(-u,0.,b.x);
  float taper=b.x>0.?(b.z-b.y)/b.x:0.,radius=b.y+taper*back,per=1./radius;
  float X=(u+back)*per,Y=v*per,xx=X*X,yy=Y*Y;
  if(xx+yy>=${real(2 * BODY_REACH * BODY_REACH)})return false;
  float three=3.*(xx-yy),six=6.*X*Y;
  float q=xx+yy-(c.z*(xx-yy)+c.w*2.*X*Y+d.x*X*(xx-3.*yy)+d.y*Y*(3.*xx-yy));
  float qX=2.*X-(c.z*2.*X+c.w*2.*Y+d.x*three+d.y*six),qY=2.*Y-(c.w*2.*X-c.z*2.*Y-d.x*six+d.y*three);
  bool middle=back>0.&&back<b.x;
  float alongX=middle?0.:per,qAlong=qX*alongX+(middle?qY*Y*per*taper:0.),qAcross=qY*per;
  float steep=length(vec2(qAlong,qAcross)),root=sqrt(max(0.,q)),edge=steep>1e-9?(1.-root)*2.*root/steep:radius;
  float lean=1.+c.y*X,top=sqrt(b.w*b.w+max(1e-4,(1.-q)*lean)),slope=radius*c.x/(2.*top);
  float hAlong=slope*(max(0.,1.-q)*c.y*alongX-qAlong*lean)-(middle?taper*c.x*(top-b.w):0.);
  float hAcross=-slope*qAcross*lean;
  point=vec4(limitSlope(hAlong*a.zw+hAcross*vec2(-a.w,a.z)),edge>0.?radius*c.x*(top-b.w):0.,edge);
  return true;
}
`;

/** `vec4 capPoint(d, radius, k)`: the same of a round cap whose middle is −d away. */
export const CAP_GLSL = `${LIMIT}
vec4 capPoint(vec2 d,float radius,float k){
  float per=1./radius,q=dot(d,d)*per*per,top=sqrt(k*k+max(1e-4,1.-q));
  return vec4(limitSlope(-d*per/top),q<1.?radius*(top-k):0.,radius*(1.-sqrt(q)));
}
`;

/** `vec3 splineAt(map, cellSize, p)`: gradient and height of a map's B-spline; `float trailCoverage(h, slope, pixel)`. */
export const TRAIL_GLSL = `
float cellOf(sampler2D map,ivec2 at,ivec2 size){
  return all(greaterThanEqual(at,ivec2(0)))&&all(lessThan(at,size))?texelFetch(map,at,0).r:0.;
}
vec3 splineAt(sampler2D map,float cellSize,vec2 p){
  p/=cellSize;
  ivec2 at=ivec2(floor(p)),size=textureSize(map,0);
  vec2 f=p-floor(p)-.5,lo=.5-f,hi=.5+f;
  vec3 wx=vec3(.5*lo.x*lo.x,.75-f.x*f.x,.5*hi.x*hi.x),wy=vec3(.5*lo.y*lo.y,.75-f.y*f.y,.5*hi.y*hi.y);
  vec3 dx=vec3(-lo.x,-2.*f.x,hi.x),dy=vec3(-lo.y,-2.*f.y,hi.y),sum=vec3(0.);
  for(int j=0;j<3;j++){
    ivec2 row=at+ivec2(0,j-1);
    vec3 line=vec3(cellOf(map,row-ivec2(1,0),size),cellOf(map,row,size),cellOf(map,row+ivec2(1,0),size));
    float h=dot(wx,line);
    sum+=vec3(wy[j]*dot(dx,line),dy[j]*h,wy[j]*h);
  }
  return vec3(sum.xy/cellSize,sum.z);
}
float trailCoverage(float h,float slope,float pixel){
  return clamp((h-${real(LOOK.trailEdge)})/max(slope*pixel,${real(LOOK.trailSoft)})+.5,0.,1.);
}
`;

/** `vec2 joinHeights(body, trail)`: the gradient of both joined; each is gradient, height. */
export const JOIN_GLSL = `
vec2 joinHeights(vec3 a,vec3 b){
  float k=min(${real(LOOK.join)},b.z),d=abs(a.z-b.z);
  if(k<=0.||d>=k)return b.z<=a.z?a.xy:b.xy;
  float low=(k-d)/(2.*k),wa=a.z>b.z?1.-low:low,wb=1.-wa+(b.z<${real(LOOK.join)}?(k*k-d*d)/(4.*k*k):0.);
  return wa*a.xy+wb*b.xy;
}
`;

/** `float roomLight(gradient)` and `vec3 fogged(glass, veil, grey, fog)`. */
export const SHADE_GLSL = `
float roomLight(vec2 g){return ${real(LOOK.roomShare)}*(1.-${real(LOOK.roomGrade)}*g.y*inversesqrt(1.+dot(g,g)));}
vec3 fogged(vec3 glass,vec3 veil,float grey,float fog){
  return mix(glass,mix(veil,vec3(grey),${real(LOOK.fogLift)}),${real(LOOK.fogMost)}*fog);
}
`;

/**
 * `vec3 toned(light, filmic)`: light to sRGB, 0 to 1. The power 1/2.4 is put together from roots, which cost a fifth of
 * `pow` in software and differ by less than 0.0006.
 */
export const TONE_GLSL = `
vec3 toned(vec3 x,bool filmic){
  if(filmic)x=x*(2.51*x+.03)/(x*(2.43*x+.59)+.14);
  x=clamp(x,0.,1.);
  vec3 a=sqrt(x),b=sqrt(a),c=sqrt(b);
  return mix(.662002687*a+.68412206*b-.323583601*c-.022541147*x,12.92*x,vec3(lessThanEqual(x,vec3(.0031308))));
}
`;
