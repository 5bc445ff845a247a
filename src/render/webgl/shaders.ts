/** The passes of a picture (render/picture/look.ts has the formulas). Targets lie as the canvas does, lowest row first. */

import { ALL_SCENES, EFFECTS, LIVE_BACKDROPS, MAPS } from '../../core/build-flags.js';
import { WATER_MIRROR_GLSL, WATER_PATH_GLSL } from '../../optics/water-path.glsl.js';
import { GLOW_BLOCK } from '../picture/glow.js';
import { LOOK } from '../picture/look.js';
import {
  BODY_GLSL,
  CAP_GLSL,
  FOG_GLSL,
  HEIGHTS_GLSL,
  JOIN_GLSL,
  MIRROR_GLSL,
  real,
  SHADE_GLSL,
  SOFT_GLSL,
  TONE_GLSL,
  TRAIL_GLSL,
} from './water.glsl.js';
import { TILE } from './wet-tiles.js';

/** One triangle over everything. */
export const WHOLE = 'void main(){gl_Position=vec4(gl_VertexID==1?3.:-1.,gl_VertexID==2?3.:-1.,0.,1.);}';

/**
 * An `if` that really skips: drivers that shade in software may run both sides of a plain one for every pixel, but leave out
 * a loop that is never entered (14 ms against 37 for a picture in SwiftShader).
 */
const WHEN = '#define WHEN(c) for(int once=int(c);once>0;once--)\n';

/** view: left, top, pixel [mm], height [px]; size [px]; eye: x, y, distance [mm]; place: perU, perV [1/mm], reach [mm], 1 with a backdrop. */
const VIEW = `${WHEN}
uniform vec4 view;uniform vec2 size;uniform vec3 eye;uniform vec4 place;
vec2 paneAt(vec2 f){return view.xy+vec2(f.x,view.w-f.y)*view.z;}
`;

/** For quads: the place of a point of the pane in the picture, and which corner a vertex is. */
const QUAD = `${VIEW}
vec4 clipAt(vec2 p){p=(p-view.xy)/view.z/size;return vec4(2.*p.x-1.,1.-2.*p.y,0.,1.);}
vec2 corner(){return vec2(gl_VertexID&1,gl_VertexID>>1&1);}
`;

/** The text where water has maps; nothing where it has none. */
const ofMaps = (text: string) => (MAPS ? text : '');

/** What programs with `MIRROR` do: water drawn from the height map reflects an environment instead of the dark of the room. */
const MIRROR_RAY = ofMaps(`
#ifdef MIRROR
  ray.w=packSnorm2x16(waterMirror(a,g));
#endif
`);
const MIRROR_LIGHT = ofMaps(`
#ifdef MIRROR
  vec2 m=unpackSnorm2x16(ray.w);
  back=(1.-share.x)*mirrorLight(m)*textureLod(backdrop,.5+.5*m,log2(max(1.,${real(LOOK.mirrorBlur)}*texels.y))).rgb;
#endif
`);

/**
 * A ray, as optics leave it for the light: where it meets the backdrop (without one: its slopes), share of
 * light and coverage in 16 bits each, light of the room or, with `MIRROR`, where on the mirror ball the rest comes from.
 */
const RAY = `${WATER_PATH_GLSL}${SHADE_GLSL}${ofMaps(WATER_MIRROR_GLSL)}
uvec4 rayOf(vec2 p,vec2 g,float cover){
  p-=eye.xy;
  vec2 a=p/eye.z;
  vec3 s=waterPath(a,g);
  vec2 uv=mix(s.xy,(p+(s.xy-a)*place.z)*place.xy+.5,place.w);
  uvec4 ray=uvec4(floatBitsToUint(uv),packUnorm2x16(vec2(s.z,cover)),floatBitsToUint((1.-s.z)*roomLight(g)));
  ${MIRROR_RAY}
  return ray;
}
`;

/** Of all that reaches a pixel the highest is seen: depth is height + coverage, turned round. Dry glass is at 1. */
const DEPTH = 'gl_FragDepth=.998-(point.z+cover)/32.;';

/** Tiles of the picture, as quads, as far away as depth goes. */
export const TILE_VERTEX = `${QUAD}layout(location=0)in vec2 tile;
void main(){vec2 p=(tile+corner())*${real(TILE)}/size;gl_Position=vec4(2.*p.x-1.,1.-2.*p.y,1.,1.);}`;

/** No water. */
export const DRY_FRAGMENT = 'out vec4 water;void main(){water=vec4(0.);}';

/** All water from a height map, in tiles of the picture. */
export const HEIGHTS_FRAGMENT = ofMaps(`${VIEW}${HEIGHTS_GLSL}
uniform sampler2D heights;uniform float cellSize;out vec4 water;
void main(){
  vec4 point=heightWater(heights,cellSize,paneAt(gl_FragCoord.xy),view.z);
  float cover=point.w;
  if(cover==0.)discard;
  ${DEPTH}
  water=point;
}`);

/** Bodies of drops, as quads. */
export const BODY_VERTEX = `${QUAD}${SOFT_GLSL}
layout(location=0)in vec4 a;layout(location=1)in vec4 b;layout(location=2)in vec4 c;layout(location=3)in vec4 d;
flat out vec4 A,B,C,D;flat out float W;
void main(){
  vec2 soft=softOf(b.y/view.z);
  A=a;B=b;B.yz*=soft.x;C=c;D=vec4(d.xy,soft);W=d.z*soft.x;
  float reach=1.+abs(c.z)+abs(c.w)+abs(d.x)+abs(d.y),wide=reach*max(B.y,B.z)+view.z;
  vec2 at=corner();
  float along=mix(-b.x-reach*B.z-view.z,reach*B.y+view.z,at.x),across=mix(-wide,wide,at.y);
  gl_Position=clipAt(a.xy+along*a.zw+across*vec2(-a.w,a.z));
}`;

export const BODY_FRAGMENT = `${VIEW}${BODY_GLSL}
flat in vec4 A,B,C,D;flat in float W;out vec4 water;
void main(){
  vec4 point=bodyPoint(paneAt(gl_FragCoord.xy),A,B,C,vec3(D.xy,W));
  float cover=coverageOf(point.w,D.w,view.z);
  // A body that is drawn larger is no higher.
  point.z/=D.z;
  if(cover==0.)discard;
  ${DEPTH}
  water=vec4(point.xyz,cover);
}`;

/** Fine drops, as quads: x, y, base radius [mm], reach; lobes; outline. The first four become what is drawn, and its share. */
export const CAP_VERTEX = `${QUAD}${SOFT_GLSL}layout(location=0)in mat4 a;layout(location=4)in vec2 b;flat out mat4 A;flat out vec2 B;
void main(){
  vec2 soft=softOf(a[0].z/view.z);
  A=a;A[0].zw=vec2(a[0].z*soft.x,soft.y);B=b;
  gl_Position=clipAt(a[0].xy+(2.*corner()-1.)*(a[0].w*A[0].z+.5*view.z));
}`;

export const CAP_FRAGMENT = `${VIEW}${CAP_GLSL}
uniform vec2 k,origin;flat in mat4 A;flat in vec2 B;out vec4 water;
void main(){
  vec4 point=capPoint(paneAt(gl_FragCoord.xy+origin)-A[0].xy,A[0].z,k,B,A);
  float cover=coverageOf(point.w,A[0].w,view.z);
  if(cover==0.)discard;
  ${DEPTH}
  water=vec4(point.xyz,cover);
}`;

/** What trails add to the shapes. */
const TRAIL_NAMES = ofMaps(`${TRAIL_GLSL}${JOIN_GLSL}uniform sampler2D trails;uniform float cellSize;`);
const TRAIL_JOIN = ofMaps(`
#ifdef TRAILS
  water=joinTrail(water,splineAt(trails,cellSize,p),view.z);
#endif
`);

/**
 * `vec4 waterMapAt(p)`: the water map at the pixel whose middle is p [mm]: gradient, height, coverage. It joins `shapes`, which
 * the passes of bodies, fine drops and heights leave, with the trails, if the program is of the kind `TRAILS`.
 */
const WATER_MAP = `${VIEW}${TRAIL_NAMES}
uniform sampler2D shapes;
vec4 waterMapAt(vec2 p){
  vec4 water=texelFetch(shapes,ivec2(gl_FragCoord.xy),0);
  ${TRAIL_JOIN}
  return water;
}
`;

/** The water map itself, for renderers that keep it as a texture. */
export const MAP_FRAGMENT = `${WATER_MAP}out vec4 water;
void main(){water=waterMapAt(paneAt(gl_FragCoord.xy));}`;

/** Optics: from the water map to rays. */
export const RAYS_FRAGMENT = `${WATER_MAP}${RAY}
uniform vec2 origin;out uvec4 ray;
void main(){
  vec2 p=paneAt(gl_FragCoord.xy+origin);
  vec4 water=waterMapAt(p);
  ray=uvec4(0);
  WHEN(water.w>0.)ray=rayOf(p,water.xy,water.w);
}`;

/** A live backdrop's mean is read from its coarsest level. */
const LIVE_MEAN = LIVE_BACKDROPS
  ? `#ifdef LIVE
  return textureLod(backdrop,vec2(.5),99.).rgb;
#endif`
  : '';

/**
 * What a ray brings. Neighbours that are water show how much of the backdrop a pixel sees. `BARE`: there is no backdrop,
 * but light from above, which a lens shows below, and a dark rim. `LIVE`: the mean is the backdrop's coarsest level. Water
 * hides what lies under it even where it lets the page through: a drop has taken the fine ones.
 */
const WATER = `${ofMaps(MIRROR_GLSL)}
uniform usampler2D rays;uniform vec2 origin;uniform sampler2D backdrop,blurred;uniform vec3 mean,gain,melt;
float stepTo(ivec2 at,ivec2 d,vec2 uv,vec2 texels){
  ivec2 to=clamp(at+d,ivec2(0),ivec2(size)-1);
  uvec3 n=texelFetch(rays,to-ivec2(origin),0).xyz;
  vec2 way=(uintBitsToFloat(n.xy)-uv)*texels;
  return dot(way,way)+1e18*float(to==at||(n.z&0xffffu)==0u||n.z<=0xffffu);
}
vec3 meanOf(){
${LIVE_MEAN}
  return mean;
}
vec4 waterAt(ivec2 at,uvec4 ray){
  vec2 uv=uintBitsToFloat(ray.xy),share=unpackUnorm2x16(ray.z);
#ifdef BARE
  float up=-uv.y*inversesqrt(1.+dot(uv,uv)),lit=smoothstep(.08,.4,up);
  float veil=mix(.5,mix(.06+.3*abs(up),.8,lit*lit)+.2*(1.-share.x),step(1e-9,share.x));
  return vec4(vec3(lit),share.y*veil);
#else
  vec2 texels=vec2(textureSize(backdrop,0));
  float lonely=${real(LOOK.lonely * LOOK.lonely)}*texels.y*texels.y;
  float x=min(lonely,min(stepTo(at,ivec2(-1,0),uv,texels),stepTo(at,ivec2(1,0),uv,texels)));
  float y=min(lonely,min(stepTo(at,ivec2(0,-1),uv,texels),stepTo(at,ivec2(0,1),uv,texels)));
  float f=max(max(x,y)*${real(1 / (LOOK.anisotropy * LOOK.anisotropy))},min(x,y)),soft=clamp(melt.x-melt.y*f,0.,1.);
  vec3 seen=textureLod(backdrop,uv,.5*log2(max(1.,max(f,soft*melt.z)))).rgb;
  WHEN(soft>0.){
    vec2 p=((uv-.5)/place.xy+eye.xy-view.xy)/view.z/size;
    seen=mix(seen,textureLod(blurred,p,0.).rgb,soft*float(p==clamp(p,0.,1.)));
  }
  vec3 back=uintBitsToFloat(ray.w)*meanOf();
  ${MIRROR_LIGHT}
  return vec4((share.x*seen+back)*gain,share.y);
#endif
}
vec4 overAt(ivec2 at,uvec4 ray,vec4 under){
  vec4 water=waterAt(at,ray);
  return under*(1.-unpackUnorm2x16(ray.z).y)+vec4(water.rgb,1.)*water.a;
}
`;

/** What fog adds to the glass. */
const FOG_NAMES = ALL_SCENES ? `${FOG_GLSL}uniform sampler2D veil,fog;uniform float fogCell;` : '';
const FOG_PASS = ALL_SCENES
  ? `WHEN(fogCell>0.){
    float s=fogSparkle(p,view.z);
    glass.rgb=fogged(glass.rgb,textureLod(veil,at,0.).rgb*s,fogGrey(meanOf())*s,fogAt(fog,p/fogCell));
  }`
  : '';

/**
 * The glass, with fog and fine caps: everything that stays when the drops are gone. Premultiplied if transparent. mode: 1
 * through the lens, 2 in focus at level y, 0 nothing.
 */
export const BASE_FRAGMENT = `${VIEW}${WATER}${FOG_NAMES}
uniform vec2 mode;out vec4 colour;
void main(){
  vec4 glass=vec4(0.);
  vec2 p=paneAt(gl_FragCoord.xy),at=vec2(gl_FragCoord.x,size.y-gl_FragCoord.y)/size;
  WHEN(mode.x==1.)glass=vec4(textureLod(blurred,at,0.).rgb,1.);
  WHEN(mode.x==2.)glass=vec4(textureLod(backdrop,(p-eye.xy)*place.xy+.5,mode.y).rgb,1.);
  ${FOG_PASS}
  colour=vec4(glass.rgb*gain,glass.a);
  uvec4 ray=texelFetch(rays,ivec2(gl_FragCoord.xy-origin),0);
  WHEN(ray.z>0xffffu)colour=overAt(ivec2(gl_FragCoord.xy),ray,colour);
}`;

/** Water over the base in linear light; `over` 0 leaves the base out. */
export const WATER_FRAGMENT = `${VIEW}${WATER}
uniform sampler2D base;uniform float over;out vec4 colour;
void main(){
  ivec2 at=ivec2(gl_FragCoord.xy);
  uvec4 ray=texelFetch(rays,at,0);
  colour=texelFetch(base,at,0)*over;
  WHEN(ray.z>0xffffu)colour=overAt(at,ray,colour);
}`;

/** What spills around highlights. */
const GLOW_PASS = EFFECTS
  ? `WHEN(strength>0.){
    vec3 spill=strength*textureLod(glow,vec2(gl_FragCoord.x,size.y-gl_FragCoord.y)/vec2(textureSize(glow,0)*${GLOW_BLOCK}),0.).rgb;
    WHEN(spill.r+spill.g+spill.b>1e-4)colour=shown(spill);
  }`
  : '';

/**
 * The picture that is kept, and what spills onto it; `FRESH`: made here from the light. `texture` is the quickest way to read
 * a picture in software.
 */
export const SHOW_FRAGMENT = `${WHEN}${TONE_GLSL}
uniform sampler2D light,picture,glow;uniform float filmic,strength;uniform vec2 size;out vec4 colour;
vec4 shown(vec3 more){
  vec4 c=texelFetch(light,ivec2(gl_FragCoord.xy),0);
  return vec4(toned((c.rgb+more)/max(c.a,1e-6),filmic)*c.a,c.a);
}
void main(){
#ifdef FRESH
  colour=shown(vec3(0.));
#else
  colour=texture(picture,gl_FragCoord.xy/size);
#endif
  ${GLOW_PASS}
}`;

/** What is brighter than white, averaged in blocks; first row first. */
export const BRIGHT_FRAGMENT = `uniform sampler2D light;out vec4 colour;
void main(){
  ivec2 size=textureSize(light,0),first=ivec2(gl_FragCoord.xy)*${GLOW_BLOCK},end=min(first+${GLOW_BLOCK},size);
  vec3 sum=vec3(0.);
  for(int y=first.y;y<end.y;y++)for(int x=first.x;x<end.x;x++)
    sum+=clamp(texelFetch(light,ivec2(x,size.y-1-y),0).rgb-1.,0.,${real(LOOK.glowMost)});
  ivec2 n=end-first;
  colour=vec4(sum/float(n.x*n.y),1.);
}`;

/** Two boxes of a radius along one way at once; beyond the edges it is dark. */
export const SPREAD_FRAGMENT = `uniform sampler2D light;uniform vec2 along;uniform float reach;out vec4 colour;
void main(){
  ivec2 at=ivec2(gl_FragCoord.xy),way=ivec2(along),end=textureSize(light,0)*way;
  int radius=int(reach),n=at.x*way.x+at.y*way.y,last=end.x+end.y-1;
  vec3 sum=vec3(0.);
  for(int d=-2*radius;d<=2*radius;d++){
    if(n+d<0||n+d>last)continue;
    sum+=texelFetch(light,at+d*way,0).rgb*float(2*radius+1-abs(d));
  }
  colour=vec4(sum/float((2*radius+1)*(2*radius+1)),1.);
}`;

/** Means of blocks, premultiplied water. */
export const SHRINK_FRAGMENT = `uniform sampler2D light;uniform float by;out vec4 colour;
void main(){
  ivec2 first=ivec2(gl_FragCoord.xy)*int(by),end=min(first+int(by),textureSize(light,0));
  vec4 sum=vec4(0.);
  for(int y=first.y;y<end.y;y++)for(int x=first.x;x<end.x;x++)sum+=texelFetch(light,ivec2(x,y),0);
  ivec2 n=max(end-first,1);
  colour=sum/float(n.x*n.y);
}`;

/** Means over the part of a disc of a radius in pixels that lies in the picture. */
export const DISC_FRAGMENT = `uniform sampler2D light;uniform float reach;out vec4 colour;
void main(){
  ivec2 at=ivec2(gl_FragCoord.xy),last=textureSize(light,0)-1;
  int r=int(ceil(reach));vec4 sum=vec4(0.);float area=0.;
  for(int y=-r;y<=r;y++)for(int x=-r;x<=r;x++){
    ivec2 to=at+ivec2(x,y);
    float w=clamp(reach+.5-length(vec2(x,y)),0.,1.)*float(to==clamp(to,ivec2(0),last));
    if(w>0.){sum+=w*texelFetch(light,to,0);area+=w;}
  }
  colour=sum/area;
}`;

/** Water out of focus over the base. */
export const OVER_FRAGMENT = `uniform sampler2D base,water;uniform vec2 span;out vec4 colour;
void main(){
  vec4 w=textureLod(water,gl_FragCoord.xy/span,0.);
  colour=texelFetch(base,ivec2(gl_FragCoord.xy),0)*(1.-w.a)+w;
}`;

/** A live backdrop out of focus, from its own levels of detail; first row first. reach: radius [px of this target]. */
export const MELT_FRAGMENT = `${VIEW}
uniform sampler2D backdrop;uniform float reach,level;uniform vec2 span;out vec4 colour;
void main(){
  int r=int(ceil(reach));vec3 sum=vec3(0.);float area=0.;
  for(int y=-r;y<=r;y++)for(int x=-r;x<=r;x++){
    vec2 d=vec2(x,y);float w=clamp(reach+.5-length(d),0.,1.);
    if(w==0.)continue;
    vec2 p=view.xy+(gl_FragCoord.xy+d)*span-eye.xy;
    sum+=w*textureLod(backdrop,p*place.xy+.5,level).rgb;area+=w;
  }
  colour=vec4(sum/area,1.);
}`;
