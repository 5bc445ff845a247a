/**
 * Shortens the shaders of bundled files, so that their sources can be readable. Each shader is split into tokens and written
 * again without comments, spare spaces and functions that it does not call, with short numbers, and with short names for what
 * only shaders name. The order of operations never changes, so neither does what the shader computes.
 */

/** The module that exports the shaders. */
export const SHADERS = 'render/webgl/shaders.js';

/** Keywords, types, built-in variables and functions of GLSL ES 3.00, and its directives. These keep their names. */
const LANGUAGE =
  `bool break bvec2 bvec3 bvec4 case centroid const continue default discard do else false flat float for highp if in inout int
  invariant isampler2D ivec2 ivec3 ivec4 layout location lowp mat2 mat3 mat4 mediump out precision return sampler2D sampler3D
  samplerCube smooth struct switch true uint uniform usampler2D uvec2 uvec3 uvec4 vec2 vec3 vec4 void while
  main define defined elif else endif error es extension if ifdef ifndef undef version
  gl_FragCoord gl_FragDepth gl_FrontFacing gl_InstanceID gl_PointCoord gl_PointSize gl_Position gl_VertexID
  abs acos acosh all any asin asinh atan atanh ceil clamp cos cosh cross dFdx dFdy degrees determinant distance dot equal
  exp exp2 faceforward floatBitsToInt floatBitsToUint floor fract fwidth greaterThan greaterThanEqual intBitsToFloat inverse
  inversesqrt isinf isnan length lessThan lessThanEqual log log2 matrixCompMult max min mix mod modf normalize not notEqual
  outerProduct packHalf2x16 packSnorm2x16 packUnorm2x16 pow radians reflect refract round roundEven sign sin sinh smoothstep
  sqrt step tan tanh texelFetch texelFetchOffset texture textureGrad textureLod textureLodOffset textureOffset textureProj
  textureSize transpose trunc uintBitsToFloat unpackHalf2x16 unpackSnorm2x16 unpackUnorm2x16`.split(/\s+/);

/** Gaps, words, numbers and marks of a text without comments; a mark of several characters is one token. */
const TOKEN = new RegExp(
  [
    /(?<gap>\s+)/,
    /(?<word>[A-Za-z_]\w*)/,
    /(?<number>0[xX][\da-fA-F]+[uU]?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[uUfF]?)/,
    /(?<mark>\+\+|--|<<=?|>>=?|&&|\|\||\^\^|[-+*/%&|^<>=!]=|[^\w\s])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);
/** Two marks that must not touch, because together they would be another one. */
const FUSED = /^(?:\+\+|--|<<|>>|&&|\|\||\^\^|[-+*/%&|^<>=!]=|\/\/|\/\*)$/;

/** A type of variables. */
const TYPE = /^(?:bool|float|u?int|[biu]?vec[234]|mat[234])$/;

const SMALL = [...'abcdefghijklmnopqrstuvwxyz'];
const LARGE = SMALL.map((letter) => letter.toUpperCase());

/** @param {string} code the module of shaders, bundled with all that it imports. Returns a module with the same exports. */
export async function shortShaders(code) {
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const shaders = Object.values(module).map((shader) => usedParts(partsOf(tokensOf(shader))).map(joined));
  const kept = keptWords(shaders.flat(2));
  checkCalls(shaders.flat(2), kept);
  const shared = sharedNames(shaders.flat(), kept);
  const short = shaders.map((parts) => textOf(parts.flatMap((part) => renamed(part, kept, shared))));
  return Object.keys(module)
    .map((name, n) => `export const ${name} = ${JSON.stringify(short[n])};\n`)
    .join('');
}

/**
 * The tokens of a shader: `kind` is word, field (a word after a point), number, mark, space (which must stay) or line (the
 * break before or after a directive).
 */
function tokensOf(shader) {
  const tokens = [];
  const bare = shader.replace(/\\\n/g, ' ').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, ' ');
  // Text and directives in turn.
  for (const [n, piece] of bare.split(/^[ \t]*(#.*)$/m).entries()) {
    const ends = n % 2 === 1 ? [{ kind: 'line', text: '\n' }] : [];
    tokens.push(...ends, ...pieceTokens(piece), ...ends);
  }
  return tokens;
}

function pieceTokens(piece) {
  const tokens = [];
  for (let at = 0; at < piece.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const { groups } = TOKEN.exec(piece);
    const [kind, text] = Object.entries(groups).find(([, found]) => found !== undefined);
    const [before, last] = tokens.slice(-2);
    if (kind === 'number') tokens.push({ kind, text: shortNumber(text) });
    else if (kind === 'word') tokens.push({ kind: last?.text === '.' ? 'field' : kind, text });
    else if (kind === 'mark') tokens.push({ kind, text });
    // `#define A (b)` is a macro without parameters, `#define A(b)` one with a parameter.
    else if (before?.text === 'define') tokens.push({ kind: 'space', text: ' ' });
  }
  return tokens;
}

/** 0.50 as .5 and 2.0 as 2., which are the same numbers. */
function shortNumber(text) {
  const [, whole, fraction, rest] = /^(\d*)\.(\d*)(.*)$/.exec(text) ?? [];
  if (fraction === undefined) return text;
  const digits = fraction.replace(/0+$/, '');
  return `${digits && whole === '0' ? '' : whole}.${digits}${rest}`;
}

/** The text of tokens, with the spaces and line breaks that they need. */
function textOf(tokens) {
  let text = '';
  let last = { kind: 'line', text: '' };
  for (const token of tokens) {
    if (token.kind === 'line' && last.kind === 'line') continue;
    text += mustPart(last, token) ? ` ${token.text}` : token.text;
    last = token;
  }
  return text;
}

function mustPart(last, { kind, text }) {
  if (kind === 'mark') return last.kind === 'mark' && FUSED.test(last.text.slice(-1) + text[0]);
  return (kind === 'word' || kind === 'number') && /word|field|number/.test(last.kind);
}

/** The functions of a shader, each with its `name`, and the tokens between them. */
function partsOf(tokens) {
  const parts = [[]];
  let depth = 0;
  for (const [n, token] of tokens.entries()) {
    if (depth === 0 && token.text === '{' && tokens[n - 1].text === ')') {
      const rest = parts.at(-1);
      const head = rest.splice(rest.findLastIndex(({ text }) => text === '(') - 2);
      parts.push(Object.assign(head, { name: head[1].text }));
    }
    parts.at(-1).push(token);
    depth += Number(token.text === '{') - Number(token.text === '}');
    if (depth === 0 && token.text === '}' && parts.at(-1).name) parts.push([]);
  }
  return parts;
}

/** The parts of a shader without functions that it does not call. A text without `main` is left whole. */
function usedParts(parts) {
  if (!parts.some(({ name }) => name === 'main')) return parts;
  const isNamed = (name) => parts.some((part) => part.name !== name && part.some(({ text }) => text === name));
  const used = parts.filter(({ name }) => !name || name === 'main' || isNamed(name));
  return used.length === parts.length ? parts : usedParts(used);
}

/** A part with one statement for variables of one type that are declared one after another. */
function joined(part) {
  const tokens = [];
  let type = '';
  for (const [n, token] of part.entries()) {
    if (/^[;{}\n]$/.test(part[n - 1]?.text)) {
      const declared = TYPE.test(token.text) && part[n + 1].kind === 'word' ? token.text : '';
      const isNext = declared && declared === type;
      type = declared;
      if (isNext) {
        tokens[tokens.length - 1] = { kind: 'mark', text: ',' };
        continue;
      }
    }
    tokens.push(token);
  }
  return Object.assign(tokens, { name: part.name });
}

/** Words that keep their names: of the language, fields, uniforms, which the program finds by name, and what it defines. */
function keptWords(tokens) {
  const kept = new Set(LANGUAGE);
  let isUniform = false;
  for (const [n, { kind, text }] of tokens.entries()) {
    if (text === 'uniform') isUniform = true;
    if (text === ';') isUniform = false;
    const isAsked = /^(ifn?def|defined)$/.test(tokens[n - 1]?.text);
    if (kind === 'field' || (kind === 'word' && (isUniform || isAsked))) kept.add(text);
  }
  return kept;
}

/** Throws if a shader calls what neither a shader defines nor `LANGUAGE` names: a function of GLSL would be renamed. */
function checkCalls(tokens, kept) {
  const known = new Set(kept);
  for (const [n, { kind, text }] of tokens.entries()) {
    const before = tokens[n - 1];
    // A name after a type or `define` is declared here.
    if (kind === 'word' && before?.kind === 'word' && before.text !== 'return' && before.text !== 'else')
      known.add(text);
  }
  const called = tokens.filter(({ kind }, n) => kind === 'word' && tokens[n + 1]?.text === '(');
  const unknown = called.find(({ text }) => !known.has(text));
  if (unknown) throw new Error(`a shader calls ${unknown.text}(). If it is a function of GLSL, add it to LANGUAGE.`);
}

/** Capitals for names that are known in a whole shader; the most frequent get the shortest. */
function sharedNames(parts, kept) {
  const words = parts.flat().filter(({ kind }) => kind === 'word');
  const counts = new Map();
  for (const part of parts) {
    const shared = part.name ? [part.name] : part.filter(({ kind }) => kind === 'word').map(({ text }) => text);
    for (const name of shared) if (!kept.has(name) && name.length > 1) counts.set(name, 0);
  }
  for (const { text } of words) if (counts.has(text)) counts.set(text, counts.get(text) + 1);
  const names = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const taken = new Set([...kept, ...words.map(({ text }) => text)]);
  const free = [...LARGE, ...LARGE.flatMap((first) => SMALL.map((second) => first + second))].filter(
    (name) => !taken.has(name),
  );
  return new Map(names.map((name, n) => [name, free[n]]));
}

/** A part with short names; names local to one function get small letters, which other functions use again. */
function renamed(part, kept, shared) {
  const words = [...new Set(part.filter(({ kind }) => kind === 'word').map(({ text }) => text))];
  const taken = new Set([...kept, ...words]);
  const free = [...SMALL, ...SMALL.flatMap((first) => SMALL.map((second) => first + second))].filter(
    (name) => !taken.has(name),
  );
  const own = words.filter((word) => word.length > 1 && !kept.has(word) && !shared.has(word));
  const names = new Map([...shared, ...own.map((word, n) => [word, free[n]])]);
  return part.map((token) => (token.kind === 'word' ? { ...token, text: names.get(token.text) ?? token.text } : token));
}
