/** What the build does to dist/browser/lean.js, on small pieces of code; test/browser/element-lean holds the result. */
import { fileURLToPath } from 'node:url';
import { WINDOW, WINDOW_BEADS } from 'rivulet/element/lean';
import { expect, test } from 'vitest';
import { finishShaders } from '../../scripts/lean/finish-shaders.mjs';
import { inlineTables } from '../../scripts/lean/inline-tables.mjs';
import { leaveOut } from '../../scripts/lean/leave-out.mjs';
import { seenNames } from '../../scripts/lean/seen-names.mjs';
import { shortenShaders } from '../../scripts/lean/shorten-shaders.mjs';
import { specialise } from '../../scripts/lean/specialise.mjs';

/** Without blanks, which minifiers take away. */
const dense = (code: string) => code.replace(/\s+/g, '');

test('what nobody asks for is left out, and what only that asked for', () => {
  const code = `class A { used() { this.#own(); } #own() {} save() { this.walk(); } walk() {} seen() {} get size() {} }
    const b = { draw() {}, walk: () => 1, kept: 2 }; new A().used(b.draw);`;
  expect(dense(leaveOut(code, new Set(['seen'])))).toBe(
    'classA{used(){this.#own();}#own(){}seen(){}}constb={draw(){},kept:2};newA().used(b.draw);',
  );
});

test('private names are asked for in their own class only, and fields that hold functions as methods are', () => {
  const code = `class A { #pass() {} #told = () => this.meet(); meet() {} run() { return class { #pass() {} go() { this.#pass(); } }; } }
    new (new A().run())().go();`;
  expect(dense(leaveOut(code, new Set()))).toBe(
    'classA{run(){returnclass{#pass(){}go(){this.#pass();}};}}new(newA().run())().go();',
  );
});

test('fields that say nothing are left out, but only if the constructor fills them', () => {
  const code =
    'class A { a; b; #c; d = 1; constructor(e) { this.a = e; if (e) this.b = 1; this.#c = this.b; f(this.#c); } } new A();';
  expect(dense(leaveOut(code, new Set()))).toBe(
    'classA{b;#c;d=1;constructor(e){this.a=e;if(e)this.b=1;this.#c=this.b;f(this.#c);}}newA();',
  );
});

test('private fields that nobody reads are left out, with what writes them and does nothing else', () => {
  const left = (fields: string, makes: string) =>
    dense(leaveOut(`class A { ${fields} constructor(e) { ${makes} } } new A();`, new Set()));
  expect(left('#a = 1; #b;', 'this.#a = e.x; this.#b = -e;')).toBe('classA{constructor(e){}}newA();');
  // A value that may do something stays, and so does one that is read, be it for another that is not.
  expect(left('#a;', 'this.#a = f(e);')).toBe('classA{#a;constructor(e){this.#a=f(e);}}newA();');
  expect(left('#a = 1; #b;', 'this.#b = this.#a;')).toBe('classA{#a=1;constructor(e){}}newA();');
  expect(left('#a = 0;', 'this.#a += 1;')).toBe('classA{#a=0;constructor(e){this.#a+=1;}}newA();');
});

test('a name asked for only in a function that is itself asked for stays', () => {
  const code = 'class A { a() { this.b(); } b() { this.c(); } c() {} } new A().a();';
  expect(leaveOut(code, new Set())).toBe(code);
});

test('numbers of constant tables are written out', () => {
  const code = 'var BODY = { x: 0, head: 5, name: "b" }; f(BODY.head, BODY.name);';
  expect(inlineTables(code)).toContain('f(5, BODY.name)');
});

test.each(['TABLE.a = 2;', 'TABLE.a++;', 'g(TABLE);', 'TABLE[k];', 'h({ ...TABLE });'])(
  'a table stays where %s may show or change it',
  (other) => {
    const code = `var TABLE = { a: 1 }; f(TABLE.a); ${other}`;
    expect(inlineTables(code)).toBe(code);
  },
);

test('shaders keep their uniforms, fields and language, and lines that must be lines', () => {
  const code =
    'var a = `uniform vec2 size;\n  // Round.\n  float inside(vec2 place){return length(place.xy)/size.x;}\n#define LIVE\n`;' +
    "f('LIVE', 'inside');";
  expect(shortenShaders(code.replace("'inside'", '0'))).toBe(
    "var a = `uniform vec2 size;float A(vec2 a){return length(a.xy)/size.x;}\n#define LIVE\n`;f('LIVE', 0);",
  );
  expect(shortenShaders(code)).toContain('float inside(vec2 a)');
});

test.each([`gl[\`uniform\${n}fv\`](place, value);`, `f(\`#define \${kind}\n\${text}\`);`])(
  'what only has words of shaders in it stays: %s',
  (code) => expect(shortenShaders(code)).toBe(code),
);

test('shaders are put together when they are built', async () => {
  const code = 'const SIZE = 2; const PART = "float a;"; export const WHOLE = PART + "\\n  float b=" + SIZE + ".;`";';
  expect(await finishShaders(code)).toBe('export const WHOLE = `float a;float b=2.;\\``;\n');
});

test('names that pages, browsers, workers and texts know are seen; those of the model are not', () => {
  const dist = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));
  const files = ['element/lean-file.d.ts', 'element/rivulet-pane.d.ts', 'core/errors.d.ts', 'worker/protocol.d.ts'];
  const code = "f('uniform float reach'); const UNITS = { cubit: { ell: 1 } }; UNITS[key];";
  const seen = seenNames(files.map(dist), code);
  const known =
    'onReady maxPixelRatio setPointer pane rain rate path changedSince charts ask patch answer uniform wipe'.split(' ');
  const platform = 'pointerdown connectedCallback drawArrays WorkerGlobalScope subarray'.split(' ');
  for (const name of [...known, ...platform, 'reach', 'cubit', 'ell'])
    expect([name, seen.has(name)]).toEqual([name, true]);
  for (const name of ['movingCount', 'slotOf', 'trailIds']) expect([name, seen.has(name)]).toEqual([name, false]);
});

test('what a finished scene fixes is written into the code, but nothing that is written to', () => {
  const { transform } = specialise(WINDOW);
  const code = `function f({ fields, sideways }) { const { relax, impact: way } = state.options; this.fog = chart.fog; }`;
  expect(dense(transform(code, '/dist/models/maps/a.js')?.code ?? '')).toBe(
    'functionf({fields}){constsideways=false;constrelax=true,way=0.4;this.fog=null;}',
  );
  expect(transform(code, '/dist/core/a.js')).toBeNull();
});

test('a model without maps draws no trails, and has no film to leave', () => {
  const { transform } = specialise(WINDOW_BEADS);
  const drawn = transform('f(DRAWN.trail ? new Trails() : null, chart.trail)', '/dist/render/webgl/a.js');
  expect(drawn?.code).toBe('f(null ? new Trails() : null, null)');
  const left = transform('if (world.layers.film && region.wear.film) leave(state.options.noise);', '/dist/models/a.js');
  expect(left?.code).toBe('if (null && null) leave(0);');
});

test('methods that a page never asks a simulation for are left out of its class alone', () => {
  const { transform } = specialise(WINDOW);
  const code = 'class A { step() {} clear() { this.drops.clear(); } }';
  expect(dense(transform(code, '/dist/simulation/simulation.js')?.code ?? '')).toBe('classA{step(){}}');
  expect(dense(transform(code, '/dist/models/maps/drops.js')?.code ?? '')).toBe(dense(code));
});

test('what nobody can hand over is written into the function that would get it', () => {
  const { transform } = specialise(WINDOW);
  const code = 'function f(a, paint = null) { this.#paint = paint; return this.#paint && paint(a); }';
  expect(dense(transform(code, '/dist/element/a.js')?.code ?? '')).toBe(
    'functionf(a,_paint=null){constpaint=null;this.#paint=paint;returnnull&&paint(a);}',
  );
});
