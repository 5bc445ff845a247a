/** Shortens the shaders in a bundled file: no comments and indents, and short names for what only shaders say. */
import { parseAst } from 'vite';
import { edited, visit } from './syntax.mjs';

/** What only a shader has in it. */
const SHADER = /\bgl_[A-Z]|\b[iu]?vec[234]\b|\buniform\b|^#define /m;
/** Words of the language that our shaders use. One that is missing here gets another name, and no shader compiles. */
const LANGUAGE = new Set(
  `bool break const continue discard do else flat float for highp if in int ivec2 ivec3 ivec4 layout location mat2 mat3 mat4 out
  precision return sampler2D uint uniform usampler2D uvec2 uvec3 uvec4 vec2 vec3 vec4 void while main
  define else endif ifdef ifndef version es core
  gl_FragCoord gl_FragDepth gl_InstanceID gl_Position gl_VertexID
  abs all any atan ceil clamp cos cross dot equal exp exp2 floatBitsToUint floor fract greaterThan inversesqrt length
  lessThan lessThanEqual log log2 max min mix mod normalize not notEqual packUnorm2x16 pow round sign sin smoothstep
  sqrt step tan texelFetch texture textureLod textureSize trunc uintBitsToFloat unpackUnorm2x16`.split(/\s+/),
);
/** A word that is no field of something and no digit's tail. */
const WORD = /(?<![\w.])[A-Za-z_]\w*/g;

export function shortenShaders(code) {
  const tree = parseAst(code);
  const shaders = [];
  const texts = [];
  visit(tree, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type !== 'TemplateLiteral') return;
    const isShader = node.quasis.some(({ value }) => SHADER.test(value.cooked));
    (isShader ? shaders : texts).push(...node.quasis.map((quasi) => (isShader ? quasi : quasi.value.cooked)));
  });
  const dense = shaders.map(({ value }) => condense(value.raw));
  const names = shortNames(dense, texts);
  const shorten = (shader) => shader.replace(WORD, (word) => names.get(word) ?? word);
  return edited(
    code,
    shaders.map((quasi, n) => ({ ...quasi, to: shorten(dense[n]) })),
  );
}

/** Without comments and indents. Lines stay lines: those that begin with # must, and others cost next to nothing. */
export function condense(shader) {
  return shader
    .replace(/\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/^ +/, '');
}

/** Uniforms, and what texts of the program name, are asked for by name. */
function shortNames(shaders, texts) {
  const words = shaders.flatMap((shader) => shader.match(WORD) ?? []);
  const uniforms = shaders.flatMap((shader) =>
    [...shader.matchAll(/\buniform\s[^;]*;/g)].flatMap(([all]) => all.match(WORD)),
  );
  const kept = new Set([...LANGUAGE, ...uniforms, ...texts.flatMap((text) => text.match(WORD) ?? [])]);
  const taken = new Set([...kept, ...words]);
  const counts = new Map();
  for (const word of words) if (!kept.has(word) && word.length > 2) counts.set(word, (counts.get(word) ?? 0) + 1);
  const long = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const short = [...letters, ...letters.flatMap((first) => letters.map((second) => first + second))];
  const free = short.filter((name) => !taken.has(name));
  return new Map(long.map((name, n) => [name, free[n]]));
}
