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

test('a function of the language that the build does not know fails it', async () => {
  await expect(shortened('void main(){float a=sinh(1.);}')).rejects.toThrow('a shader calls sinh()');
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
  ['trails', 'texelFetch(trail,', ['element.js', 'lean.js']],
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
