/** How the build shortens shaders and leaves parts out; test/browser/element-lean compares the files' pictures. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { shortShaders } from '../../scripts/shaders.mjs';

/** A module that exports these shaders, shortened. */
async function shortened(...shaders: string[]): Promise<string[]> {
  const code = shaders.map((text, n) => `export const S${n} = ${JSON.stringify(text)};\n`).join('');
  const short = await shortShaders(code);
  return Object.values(await import(`data:text/javascript,${encodeURIComponent(short)}`));
}

test('shaders keep their uniforms, fields and language, and lines that must be lines', async () => {
  const [shader] = await shortened(`uniform vec2 size;
  // Round.
  float inside(vec2 place){
    return length(place.xy)/size.x;
  }
#ifdef LIVE
  float alive;
#endif
`);
  expect(shader).toBe(
    'uniform vec2 size;float A(vec2 a){return length(a.xy)/size.x;}\n#ifdef LIVE\nfloat B;\n#endif\n',
  );
});

test('shaders may be formatted as any code', async () => {
  const [shader] = await shortened(`
/* The parts of a tone.
   Both are // light. */
float part( float light )
{
  if (light > 0.50)   // a comment at the end
    return
      1.0 - -light;
  else
    return .5 + +light * 10.0e-3 + 0.0;
}
`);
  expect(shader).toBe('float A(float a){if(a>.5)return 1.- -a;else return .5+ +a*10.e-3+0.;}');
});

test('macros keep their parameters, and those without keep the space that says so', async () => {
  const [shader] = await shortened(`
  #define HALF (0.5)
  # define twice(value) \\
    ((value) + (value))
  void main() { float sum = twice(HALF); }
  `);
  expect(shader).toBe('#define B (.5)\n#define C(A)((A)+(A))\nvoid main(){float a=C(B);}');
});

test('names of fields stay, and a name of one function is not that of another', async () => {
  const [shader] = await shortened(`
  struct Ray { vec2 slopes; };
  vec2 first(Ray ray) { vec2 slopes = ray.slopes.yx; return slopes; }
  vec2 second(vec2 other, Ray ray) { return other + first(ray); }
  `);
  expect(shader).toBe(
    'struct A{vec2 slopes;};vec2 B(A a){vec2 slopes=a.slopes.yx;return slopes;}vec2 C(vec2 a,A b){return a+B(b);}',
  );
});

test('functions that a shader does not call are left out, and declarations of one type are one', async () => {
  const [shader] = await shortened(`
  float used(float x) { return x; }
  float deeper(float x) { return x; }
  float unused(float x) { return deeper(x); }
  void main() {
    float first = used(1.0);
    float second = first;
    int third = 1;
    for (int n = 0; n < 3; n++) { int fourth = n; }
    int fifth = 2;
  }
  `);
  expect(shader).toBe(
    'float A(float x){return x;}void main(){float a=A(1.),b=a;int c=1;for(int n=0;n<3;n++){int d=n;}int e=2;}',
  );
});

test('more names than letters stay apart', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `name${n}`);
  const [shader] = await shortened(`void main() { ${names.map((name) => `float ${name} = 1.0;`).join('\n')} }`);
  const short = [...shader.matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(new Set(short).size).toBe(60);
  for (const word of ['do', 'if', 'in']) expect(short).not.toContain(word);
});

test('a function that the build does not know fails it', async () => {
  await expect(shortened('void main(){float a=erf(1.);}')).rejects.toThrow('a shader calls erf()');
});

test('names that two shaders share stay shared', async () => {
  const [vertex, fragment] = await shortened(
    'out vec2 where;void main(){where=vec2(1.);}',
    'in vec2 where;void main(){}',
  );
  const name = /out vec2 (\w+);/.exec(vertex)?.[1];
  expect(name).not.toBe('where');
  expect(fragment).toContain(`in vec2 ${name};`);
});

const built = (file: string) => readFile(fileURLToPath(new URL(`../../dist/browser/${file}`, import.meta.url)), 'utf8');

/** A piece of text that only the code of a part has. */
const MARKS = [
  ['fog', 'fogCell', ['element.js']],
  ['glow', 'textureSize(glow,0)', ['element.js', 'lean.js']],
  ['trails', 'sampler2D trails', ['element.js', 'lean.js']],
  ['snapshots', 'toBlob', ['element.js', 'lean.js']],
  ['videos', 'currentTime', ['element.js', 'lean.js']],
  ['strokes', 'stroke.width', ['element.js', 'lean.js']],
  ['fine drops', 'generation', ['element.js', 'lean.js', 'beads.js']],
] as const;

test.each(MARKS)('the code for %s is in the files that need it, and in no other', async (_part, mark, files) => {
  const found: string[] = [];
  for (const file of ['element.js', 'lean.js', 'beads.js']) if ((await built(file)).includes(mark)) found.push(file);
  expect(found).toEqual(files);
});
