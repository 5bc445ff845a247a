/** The formulas of render/water and render/picture for shaders; test/browser/webgl-formulas compares them with the originals. */
import { MAPS } from '../../core/build-flags.js';
import { MIX, ROW } from '../picture/fog.js';
import { LOOK } from '../picture/look.js';
import { LUMINANCE } from '../picture/shade.js';
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

const LIMIT = `
vec2 limitSlope(vec2 g){return g*min(1.,${real(LOOK.steepest)}*inversesqrt(max(1e-12,dot(g,g))));}
float coverageOf(float edge,float share,float pixel){return share*clamp(edge/pixel+.5,0.,1.);}
`;

/** `vec2 softOf(r)`: how many times as large a drop of radius r [px] is drawn, and its share. */
export const SOFT_GLSL = `
vec2 softOf(float r){return vec2(sqrt(max(.25,r*r-1./12.))/r,min(1.,3.*r*r));}
`;

/**
 * From along and across the body (u, v) and how far back on its axis: local radius, q and its gradient, height over the radius
 * and slope. Half capsules need only the plain one.
 */
const OUTLINE = MAPS
  ? `
  float perLength=1./max(1e-9,b.x),share=back*perLength,bulge=4.*share*(1.-share),taper=b.z-b.y,waist=d.z*bulge;
  float radius=b.y+taper*share-waist*bulge,per=1./radius;
  float X=(u+back)*per,Y=v*per,xx=X*X,yy=Y*Y;
  float three=3.*(xx-yy),six=6.*X*Y;
  float q=xx+yy-(c.z*(xx-yy)+c.w*2.*X*Y+d.x*X*(xx-3.*yy)+d.y*Y*(3.*xx-yy));
  float qX=2.*X-(c.z*2.*X+c.w*2.*Y+d.x*three+d.y*six),qY=2.*Y-(c.w*2.*X-c.z*2.*Y-d.x*six+d.y*three);
  float narrows=drawn*perLength*(taper-8.*waist*(1.-2.*share));
  float alongX=(1.-drawn+X*narrows)*per,qAlong=qX*alongX+qY*Y*narrows*per,qAcross=qY*per;
  float lean=1.+c.y*X,top=sqrt(b.w*b.w+max(1e-4,(1.-q)*lean)),slope=radius*c.x/(2.*top),high=c.x*(top-b.w);
  float hAlong=slope*(max(0.,1.-q)*c.y*alongX-qAlong*lean)-narrows*high,hAcross=-slope*qAcross*lean;`
  : `
  float radius=b.y,per=1./radius,X=(u+back)*per,Y=v*per,xx=X*X,yy=Y*Y,q=xx+yy;
  float qAlong=2.*X*(1.-drawn)*per,qAcross=2.*Y*per,high=sqrt(max(1e-4,1.-q)),slope=radius/(2.*high);
  float hAlong=-slope*qAlong,hAcross=-slope*qAcross;`;

/**
 * `vec4 bodyPoint(p, a, b, c, d)`: gradient, height and edge distance [mm] at p [mm] of the body whose numbers stand in a,
 * b, c, d in the order of `BODY`; the edge is far away where the body is too far to matter.
 */
export const BODY_GLSL = `${LIMIT}
vec4 bodyPoint(vec2 p,vec4 a,vec4 b,vec4 c,vec3 d){
  p-=a.xy;
  float u=dot(p,a.zw),v=p.y*a.z-p.x*a.w,m=max(1e-6,min(.5*b.x,${real(LOOK.round)}*b.y));
  vec2 z=-u-vec2(0.,b.x),n=clamp(z,-m,m)+m,o=n*n/(4.*m)+max(vec2(0.),z-m);
  float back=o.x-o.y,drawn=(n.x-n.y)/(2.*m);${OUTLINE}
  float steep=length(vec2(qAlong,qAcross)),root=sqrt(max(0.,q));
  float edge=steep>1e-9?(1.-root)*2.*root/steep:radius;
  return vec4(limitSlope(hAlong*a.zw+hAcross*vec2(-a.w,a.z)),edge>0.?radius*high:0.,xx+yy<${real(FAR * FAR)}?edge:-1e9);
}
`;

/** `vec4 capPoint(d, radius, k, o, l)`: the same of a fine drop of profile k, e, outline o and the lobes l[1], l[2], l[3], whose middle is −d away. */
export const CAP_GLSL = `${LIMIT}
vec3 join(vec3 m,vec4 lobe,vec2 d){
  float over=dot(lobe.xy,d)+lobe.z-m.z,root=length(vec2(over,lobe.w));
  return m+vec3((lobe.xy-m.xy)*(.5+.5*over/root),.5*(over+root));
}
vec4 capPoint(vec2 d,float radius,vec2 k,vec2 o,mat4 l){
  d/=radius;
  vec3 m=join(join(join(vec3(0.),l[1],d),l[2],d),l[3],d);
  vec2 own=d-vec2(dot(o,d),o.y*d.x-o.x*d.y),g=own-.5*m.xy;
  float q=dot(d,own)-m.z,root=sqrt(max(0.,q)),top=sqrt(k.x*k.x+max(1e-4,1.-q));
  return vec4(limitSlope(-g/top*k.y),q<1.?radius*k.y*(top-k.x):0.,radius*(1.-root)*(q>.25?root/length(g):1.));
}
`;

/** `vec3 splineAt(map, cellSize, p)`: gradient and height of a map's B-spline, dry past its edges; `float trailCoverage(h, slope, pixel)`. */
export const TRAIL_GLSL = `
vec3 splineAt(sampler2D map,float cellSize,vec2 p){
  p/=cellSize;
  ivec2 at=ivec2(floor(p)),last=textureSize(map,0)-1;
  vec2 f=p-floor(p)-.5,lo=.5-f,hi=.5+f;
  vec3 inX=step(0.,vec3(at.x-1,at.x,at.x+1))*step(vec3(at.x-1,at.x,at.x+1),vec3(last.x));
  vec3 inY=step(0.,vec3(at.y-1,at.y,at.y+1))*step(vec3(at.y-1,at.y,at.y+1),vec3(last.y));
  vec3 wx=vec3(.5*lo.x*lo.x,.75-f.x*f.x,.5*hi.x*hi.x)*inX,wy=vec3(.5*lo.y*lo.y,.75-f.y*f.y,.5*hi.y*hi.y)*inY;
  vec3 dx=vec3(-lo.x,-2.*f.x,hi.x)*inX,dy=vec3(-lo.y,-2.*f.y,hi.y)*inY;
#define CELL(i,j) texelFetch(map,clamp(at+ivec2(i,j),ivec2(0),last),0).r
#define LINE(j) vec3(CELL(-1,j),CELL(0,j),CELL(1,j))
  mat3 cells=mat3(LINE(-1),LINE(0),LINE(1));
  vec3 lines=wx*cells;
  return vec3(dot(wy,dx*cells)/cellSize,dot(dy,lines)/cellSize,dot(wy,lines));
}
float trailCoverage(float h,float slope,float pixel){
  return clamp((h-${real(LOOK.trailEdge)})/max(slope*pixel,${real(LOOK.trailSoft)})+.5,0.,1.);
}
`;

/**
 * `vec3 joinHeights(body, trail)`: gradient and height of both joined; each is gradient, height. `vec4 joinTrail(water, trail,
 * pixel)`: gradient, height and coverage of a pixel of shapes, joined with the spline of the trails there.
 */
export const JOIN_GLSL = `
vec3 joinHeights(vec3 body,vec3 trail){
  float k=min(${real(LOOK.join)},trail.z),apart=abs(body.z-trail.z);
  // Half the share of the lower surface, and the share of the body.
  float safe=max(k,1e-6),overlap=max(0.,k-apart),low=overlap/(2.*safe),share=body.z<trail.z?low:1.-low;
  // For a trail thinner than the join, k depends on its height as well.
  float more=step(trail.z,${real(LOOK.join)})*max(0.,k*k-apart*apart)/(4.*safe*safe);
  return vec3(share*body.xy+(1.-share+more)*trail.xy,max(body.z,trail.z)+overlap*overlap/(4.*safe));
}
vec4 joinTrail(vec4 water,vec3 trail,float pixel){
  float cover=trailCoverage(trail.z,length(trail.xy),pixel);
  // On glass that is otherwise dry the trail's own slope counts up to its contact line.
  trail.z=max(water.w>0.?0.:1e-6,trail.z-${real(LOOK.trailEdge)});
  return cover>0.?vec4(joinHeights(water.xyz,trail),max(water.w,cover)):water;
}
`;

/**
 * `vec4 heightWater(map, cellSize, p, pixel)`: gradient, height and coverage of the pixel at p of a height map's water; the map
 * has the smoothed heights and the smoothed shallow ones in each texel.
 */
export const HEIGHTS_GLSL = `
vec4 cubic(float f){float g=1.-f;return vec4(g*g*g/6.,2./3.-f*f*(1.-.5*f),2./3.-g*g*(1.-.5*g),f*f*f/6.);}
vec4 cubicSlope(float f){float g=1.-f;return vec4(-.5*g*g,f*(1.5*f-2.),g*(2.-1.5*g),.5*f*f);}
vec4 heightSample(sampler2D map,vec2 p,float wide){
  ivec2 at=ivec2(floor(p-.5))-1,last=textureSize(map,0)-1;
  vec2 f=fract(p-.5),h=vec2(0.),x=vec2(0.),y=vec2(0.);
  vec4 wx=cubic(f.x),wy=cubic(f.y),dx=cubicSlope(f.x),dy=cubicSlope(f.y);
  for(int j=0;j<4;j++){
    vec2 line=vec2(0.),slope=vec2(0.);
    for(int i=0;i<4;i++){
      ivec2 to=at+ivec2(i,j),held=clamp(to,ivec2(0),last);
      vec2 cell=texelFetch(map,held,0).rg*float(to==held);
      line+=wx[i]*cell;slope+=dx[i]*cell;
    }
    h+=wy[j]*line;x+=wy[j]*slope;y+=dy[j]*line;
  }
  float soft=max(${real(LOOK.outlineSoft)},length(vec2(x.y,y.y))*wide);
  return vec4(x.x,y.x,h.x,clamp((h.y-${real(LOOK.outline)})/soft+.5,0.,1.));
}
vec4 heightWater(sampler2D map,float cellSize,vec2 p,float pixel){
  p/=cellSize;pixel/=cellSize;
  int n=int(clamp(ceil(pixel-${real(HAIR)}),1.,${real(MOST_SAMPLES)}));
  float part=pixel/float(n);
  vec4 sum=vec4(0.);
  for(int k=0;k<n*n;k++){
    vec4 one=heightSample(map,p+(vec2(k%n,k/n)-.5*float(n-1))*part,min(part,1.));
    sum+=vec4(one.xyz,1.)*one.w;
  }
  return vec4(sum.xyz/max(sum.w,1e-9)/vec3(cellSize,cellSize,1.),sum.w/float(n*n));
}
`;

/**
 * `float fogAt(map, p)`, p in cells; `float fogSparkle(p, pixel)`, both in mm; `float fogGrey(mean)`, of dense fog;
 * `vec3 fogged(glass, veil, grey, fog)`.
 */
export const FOG_GLSL = `
float fogAt(sampler2D map,vec2 p){
  vec2 sum=vec2(0.),size=vec2(textureSize(map,0));
  for(int n=0;n<25;n++){
    vec2 at=floor(p)+vec2(n%5,n/5)-1.5;
    float w=max(0.,1.-dot(p-at,p-at)/${real(LOOK.fogReach * LOOK.fogReach)});
    sum+=w*w*vec2(textureLod(map,at/size,0.).r,1.);
  }
  return sum.x/sum.y;
}
float fogSparkle(vec2 p,float pixel){
  p/=${real(LOOK.fogGrain)};
  float sum=0.;
  for(int n=0;n<4;n++){
    vec2 at=floor(p)+vec2(n%2,n/2),f=1.-abs(p-at);
    uint h=(uint(at.x)+uint(at.y)*${ROW}u)*${MIX}u;
    sum+=f.x*f.y*float((h^h>>15)*${MIX}u>>16);
  }
  return 1.+max(0.,${real(2 * LOOK.fogRough)}-${real((2 * LOOK.fogRough) / LOOK.fogGrain)}*pixel)*(sum/65536.-.5);
}
float fogGrey(vec3 mean){return dot(mean,vec3(${real(LUMINANCE[0])},${real(LUMINANCE[1])},${real(LUMINANCE[2])}))*${real(LOOK.fogLight)};}
vec3 fogged(vec3 glass,vec3 veil,float grey,float fog){
  return mix(glass,mix(veil,vec3(grey),${real(LOOK.fogLift)}),${real(LOOK.fogMost)}*fog);
}
`;

/** `float mirrorLight(place)`. */
export const MIRROR_GLSL = `
float mirrorLight(vec2 m){return ${real(LOOK.mirrorRoom)}+${real(LOOK.mirrorOpen - LOOK.mirrorRoom)}*dot(m,m);}
`;

/** `float roomLight(gradient)`. */
export const SHADE_GLSL = `
float roomLight(vec2 g){return ${real(LOOK.roomShare)}*(1.-${real(LOOK.roomGrade)}*g.y*inversesqrt(1.+dot(g,g)));}
`;

/**
 * `vec3 toned(light, filmic)`: light to sRGB, 0 to 1; filmic is 0 or 1. The power 1/2.4 is put together from roots, which
 * are cheaper than `pow` in software and differ by less than 0.0006.
 */
export const TONE_GLSL = `
vec3 toned(vec3 x,float filmic){
  x=clamp(mix(x,x*(2.51*x+.03)/(x*(2.43*x+.59)+.14),filmic),0.,1.);
  vec3 a=sqrt(x),b=sqrt(a),c=sqrt(b);
  return mix(.662002687*a+.68412206*b-.323583601*c-.022541147*x,12.92*x,vec3(lessThanEqual(x,vec3(.0031308))));
}
`;
