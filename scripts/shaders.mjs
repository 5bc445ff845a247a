/**
 * Shortens the shaders of bundled files, so that their sources can be readable: every shader as one text without comments and
 * indents, and with short names for what only shaders name.
 */

/** The module that exports the shaders. */
export const SHADERS = 'render/webgl/shaders.js';

/** Words of GLSL that our shaders use. Others are renamed; a function that is missing here fails the build. */
const LANGUAGE =
  `bool break const continue discard do else flat float for highp if in int ivec2 ivec3 ivec4 layout location mat2
  mat3 mat4 out precision return sampler2D uint uniform usampler2D uvec2 uvec3 uvec4 vec2 vec3 vec4 void while main
  define else endif ifdef ifndef version es core
  gl_FragCoord gl_FragDepth gl_InstanceID gl_Position gl_VertexID
  abs all any atan ceil clamp cos cross dot equal exp exp2 floatBitsToUint floor fract greaterThan inversesqrt length
  lessThan lessThanEqual log log2 max min mix mod normalize not notEqual packSnorm2x16 packUnorm2x16 pow round sign sin smoothstep
  sqrt step tan texelFetch texture textureLod textureSize trunc uintBitsToFloat unpackSnorm2x16 unpackUnorm2x16`.split(
    /\s+/,
  );
/** A word that is neither a field nor a part of a number. */
const WORD = /(?<![\w.])[A-Za-z_]\w*/g;
/** The head of a function. */
const FUNCTION = /\b(?:void|float|[iu]?vec[234]|mat[234]) (\w+)\([^()]*\)\{/g;
const SMALL = [...'abcdefghijklmnopqrstuvwxyz'];
const LARGE = SMALL.map((letter) => letter.toUpperCase());

/** @param {string} code the module of shaders, bundled with all that it imports. Returns a module with the same exports. */
export async function shortShaders(code) {
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const shaders = Object.values(module).map(condense);
  const kept = keptWords(shaders);
  checkCalls(shaders, kept);
  const shared = sharedNames(shaders, kept);
  const shorten = ({ name, text }) => {
    const own = name ? ownNames(text, kept, shared) : shared;
    return text.replace(WORD, (word) => own.get(word) ?? shared.get(word) ?? word);
  };
  const short = shaders.map((shader) => partsOf(shader).map(shorten).join(''));
  return Object.keys(module)
    .map((name, n) => `export const ${name} = ${JSON.stringify(short[n])};\n`)
    .join('');
}

/** Removes comments, indents and line breaks, except around preprocessor lines. */
function condense(shader) {
  const lines = shader.split('\n').map((line) => line.replace(/\/\/.*$/, '').trim());
  const dense = lines.filter(Boolean).map((line) => (line.startsWith('#') ? `\n${line}\n` : line));
  return dense.join('').replace(/\n+/g, '\n').replace(/^\n/, '');
}

/** The program finds uniforms by name, and defines what `#ifdef` asks for. */
function keptWords(shaders) {
  const uniforms = shaders
    .flatMap((shader) => shader.match(/\buniform\s[^;]*;/g) ?? [])
    .flatMap((all) => all.match(WORD));
  const defined = shaders.flatMap((shader) => [...shader.matchAll(/#ifn?def (\w+)/g)]).map(([, name]) => name);
  return new Set([...LANGUAGE, ...uniforms, ...defined]);
}

/** Throws if a shader calls a function that neither a shader defines nor `LANGUAGE` names: it would be renamed. */
function checkCalls(shaders, kept) {
  const heads = shaders.flatMap((shader) => [...shader.matchAll(FUNCTION), ...shader.matchAll(/#define (\w+)\(/g)]);
  const known = new Set([...kept, ...heads.map(([, name]) => name)]);
  const called = shaders.flatMap((shader) => shader.match(/(?<![\w.])[A-Za-z_]\w*(?=\()/g) ?? []);
  const unknown = called.find((name) => !known.has(name));
  if (unknown) throw new Error(`a shader calls ${unknown}(). If it is a function of GLSL, add it to LANGUAGE.`);
}

/** The functions of a shader, with their names, and the text between them. */
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

/** Capitals for names that are known in a whole shader; the most frequent get the shortest. */
function sharedNames(shaders, kept) {
  const shared = new Set(
    shaders.flatMap(partsOf).flatMap(({ name, text }) => (name ? [name] : (text.match(WORD) ?? []))),
  );
  const words = shaders.flatMap((shader) => shader.match(WORD) ?? []);
  const counts = new Map();
  for (const word of words) {
    if (shared.has(word) && !kept.has(word) && word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const names = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const taken = new Set([...kept, ...words]);
  const free = [...LARGE, ...LARGE.flatMap((first) => SMALL.map((second) => first + second))].filter(
    (name) => !taken.has(name),
  );
  return new Map(names.map((name, n) => [name, free[n]]));
}

/** Single letters for names local to one function; other functions use them again. */
function ownNames(text, kept, shared) {
  const words = [...new Set(text.match(WORD))];
  const free = [...SMALL, ...SMALL.map((letter) => `${letter}${letter}`)].filter((letter) => !words.includes(letter));
  const long = words.filter((word) => word.length > 1 && !kept.has(word) && !shared.has(word));
  return new Map(long.map((word, n) => [word, free[n]]));
}
