/** Shortens the shaders in a bundled file: no comments and indents, and short names for what only shaders say. */
import { parseAst } from 'vite';
import { edited, visit } from './syntax.mjs';

/** What only a shader has in it. */
const SHADER = /\bgl_[A-Z]|\b[iu]?vec[234]\b|\buniform |^#define /m;
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

/** The head of a function. */
const FUNCTION = /\b(?:void|float|[iu]?vec[234]|mat[234]) (\w+)\([^()]*\)\{/g;
const SMALL = [...'abcdefghijklmnopqrstuvwxyz'];
const LARGE = SMALL.map((letter) => letter.toUpperCase());

export function shortenShaders(code) {
  const tree = parseAst(code);
  const shaders = [];
  const texts = [];
  visit(tree, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type !== 'TemplateLiteral') return;
    // Shaders are put together by now (finish-shaders.mjs): what still has gaps is no whole one.
    const isShader = node.expressions.length === 0 && SHADER.test(node.quasis[0].value.cooked);
    (isShader ? shaders : texts).push(...node.quasis.map((quasi) => (isShader ? quasi : quasi.value.cooked)));
  });
  const dense = shaders.map(({ value }) => condense(value.raw));
  const kept = keptWords(dense, texts);
  const names = sharedNames(dense, kept);
  const shorten = (shader) =>
    partsOf(shader)
      .map(({ name, text }) => {
        const own = name ? ownNames(text, kept, names) : names;
        return text.replace(WORD, (word) => own.get(word) ?? names.get(word) ?? word);
      })
      .join('');
  return edited(
    code,
    shaders.map((quasi, n) => ({ ...quasi, to: shorten(dense[n]) })),
  );
}

/** Without comments, indents and line breaks but for those around lines that begin with #, which must be lines. */
export function condense(shader) {
  const lines = shader.split('\n').map((line) => line.replace(/\/\/.*$/, '').trim());
  const isAlone = (line) => line?.startsWith('#');
  return lines
    .filter((line) => line !== '')
    .reduce(
      (text, line) =>
        `${text}${isAlone(line) && text && !text.endsWith('\n') ? '\n' : ''}${line}${isAlone(line) ? '\n' : ''}`,
      '',
    );
}

/** Uniforms, and what the program has as a text of its own, are asked for by name. */
function keptWords(shaders, texts) {
  const uniforms = shaders.flatMap((shader) =>
    [...shader.matchAll(/\buniform\s[^;]*;/g)].flatMap(([all]) => all.match(WORD)),
  );
  return new Set([...LANGUAGE, ...uniforms, ...texts.filter((text) => /^\w+$/.test(text))]);
}

/** A shader's functions, by name, and what stands between them. */
function partsOf(shader) {
  const parts = [];
  let last = 0;
  for (const { 0: head, 1: name, index } of shader.matchAll(FUNCTION)) {
    let end = index + head.length;
    for (let depth = 1; depth > 0 && end < shader.length; end++) {
      depth += Number(shader[end] === '{') - Number(shader[end] === '}');
    }
    parts.push({ text: shader.slice(last, index) }, { name, text: shader.slice(index, end) });
    last = end;
  }
  return [...parts, { text: shader.slice(last) }];
}

/** Capitals for what is known all over a shader; what is asked for most gets the shortest. */
function sharedNames(shaders, kept) {
  const parts = shaders.flatMap(partsOf);
  const shared = new Set(parts.flatMap(({ name, text }) => (name ? [name] : (text.match(WORD) ?? []))));
  const words = shaders.flatMap((shader) => shader.match(WORD) ?? []);
  const counts = new Map();
  for (const word of words) {
    if (shared.has(word) && !kept.has(word) && word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const long = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const taken = new Set([...kept, ...words]);
  const free = [...LARGE, ...LARGE.flatMap((first) => SMALL.map((second) => first + second))].filter(
    (name) => !taken.has(name),
  );
  return new Map(long.map((name, n) => [name, free[n]]));
}

/** Letters for what only a function knows: others use them again. */
function ownNames(text, kept, names) {
  const words = [...new Set(text.match(WORD))];
  const free = [...SMALL, ...SMALL.map((letter) => `${letter}${letter}`)].filter((letter) => !words.includes(letter));
  const long = words.filter((word) => word.length > 1 && !kept.has(word) && !names.has(word));
  return new Map(long.map((word, n) => [word, free[n]]));
}
