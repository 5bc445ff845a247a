/**
 * The walls of ARCHITECTURE.md: dependencies point one way, and what lies at or below the simulation is pure, so that
 * the same scene and seed give the same water on every machine.
 */
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  type Finding,
  freeNames,
  importsOf,
  logicOf,
  parse,
  place,
  readSources,
  type Source,
  visit,
} from './support/source.ts';

/** Each layer stands on those before it. */
const TOWER = ['core', 'kernels', 'surface', 'weather', 'layers', 'models', 'scene', 'simulation'];

/** What a layer may import, besides itself. */
const BELOW: Record<string, string[]> = {
  ...Object.fromEntries(TOWER.map((layer, level) => [layer, TOWER.slice(0, level)])),
  index: TOWER,
  optics: ['core', 'surface'],
  render: ['core', 'surface', 'optics'],
  worker: [...TOWER, 'optics', 'render'],
  element: [...TOWER, 'optics', 'render', 'worker'],
  three: [...TOWER, 'optics', 'render'],
  cli: [...TOWER, 'index', 'optics', 'render', 'worker'],
};

/** Which layers may import which packages. */
const PACKAGES: Record<string, string[]> = {
  valibot: ['scene'],
  'jpeg-js': ['cli'],
  three: ['three'],
  mediabunny: ['cli'],
  'node-webcodecs': ['cli'],
  'd3-scale': ['cli'],
};
/** The one file, of types alone, that names packages which a project may lack. */
const FRAMEWORK_TYPES = 'src/element/framework-types.ts';
const FRAMEWORKS = ['react', 'preact', 'vue', 'svelte/elements'];
const NODE_LAYERS = ['cli', 'worker'];

/** Where nothing may depend on the machine. Optics and rendering on the CPU are exact too. */
const PURE = [...TOWER, 'optics', 'index'];
const PURE_RENDERING = /^src\/render\/(picture|backdrop|offline|tracer|water)\//;

/** Exactly rounded, or exact: the same on every machine. The rest of Math is the engine's own approximation. */
const EXACT_MATH = new Set(
  'abs ceil clz32 floor fround imul max min round sign sqrt trunc PI SQRT2 SQRT1_2'.split(' '),
);

/** Globals of ECMAScript that differ from run to run or from machine to machine, and doors to those that do. */
const IMPURE = new Set('Date Intl WeakRef FinalizationRegistry globalThis eval Function'.split(' '));

/** Globals of pages, workers and Node. The compiler refuses them as well (tsconfig.core.json); this says it plainly. */
const OUTSIDE = new Set(
  (
    'window document self navigator location performance fetch crypto console setTimeout setInterval setImmediate ' +
    'queueMicrotask requestAnimationFrame postMessage Worker MessageChannel OffscreenCanvas Image ImageData ' +
    'HTMLElement HTMLCanvasElement WebGL2RenderingContext GPUDevice URL process Buffer require module global'
  ).split(' '),
);

const sources = readSources('src');

/** `core` for src/core/drops.ts, `index` for src/index.ts. */
function layerOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first.replace(/\.ts$/, '');
}

/** The imports of a file that its layer may not make. */
function crossings(source: Source): Finding[] {
  const layer = layerOf(source.path);
  return importsOf(source).filter(({ what }) => {
    if (what.startsWith('node:')) return !NODE_LAYERS.includes(layer);
    if (source.path === FRAMEWORK_TYPES && FRAMEWORKS.includes(what)) return false;
    if (!what.startsWith('.')) return !PACKAGES[what]?.includes(layer);
    const target = layerOf(posix.join(posix.dirname(source.path), what).replace(/\.js$/, '.ts'));
    return target !== layer && !BELOW[layer]?.includes(target);
  });
}

/** What in a file depends on more than its arguments. */
function impurities(source: Source): Finding[] {
  const found = freeNames(source).filter(({ what }) => IMPURE.has(what) || OUTSIDE.has(what));
  visit(source.tree, (node) => {
    const what = inexactMath(node) ?? unstable(node);
    if (what) found.push({ at: place(source, node), what });
  });
  return found;
}

/** Math by any other way than `Math.sqrt` and the like, and the power operator. */
function inexactMath(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText();
    return operator === '**' || operator === '**=' ? operator : undefined;
  }
  if (!ts.isIdentifier(node) || !/^(Math|Mathf|NativeMath|NativeMathf)$/.test(node.text)) return undefined;
  const { parent } = node;
  const member = ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : undefined;
  return member && EXACT_MATH.has(member) ? undefined : `${node.text}.${member ?? '?'}`;
}

/** Methods that follow the user's language, and SIMD that follows the processor. */
function unstable(node: ts.Node): string | undefined {
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : '';
  return /^(localeCompare|toLocale\w+|relaxed_\w+)$/.test(name) ? name : undefined;
}

/** Surfaces made by class, and first charts taken by number: code above the surfaces knows them by their interface. */
function chartsTaken(source: Source): Finding[] {
  const found: Finding[] = [];
  visit(source.tree, (node) => {
    const what = surfaceClass(node) ?? firstChart(node);
    if (what) found.push({ at: place(source, node), what });
  });
  return found;
}

function surfaceClass(node: ts.Node): string | undefined {
  if (!ts.isImportSpecifier(node) || !/^(Pane|Cylinder|Box|Bezier)$/.test((node.propertyName ?? node.name).text))
    return undefined;
  const { moduleSpecifier } = node.parent.parent.parent;
  return /\/surface\//.test(moduleSpecifier.getText()) ? node.getText() : undefined;
}

function firstChart(node: ts.Node): string | undefined {
  const isFirst = ts.isElementAccessExpression(node) && node.argumentExpression.getText() === '0';
  return isFirst && /\bcharts$/.test(node.expression.getText()) ? node.getText() : undefined;
}

describe('walls', () => {
  test('there is something to look at', () => {
    expect(sources.length).toBeGreaterThan(10);
  });

  test('every folder of src is a known layer', () => {
    expect([...new Set(sources.map(({ path }) => layerOf(path)))].filter((layer) => !(layer in BELOW))).toEqual([]);
  });

  test('dependencies point one way', () => {
    expect(sources.flatMap(crossings)).toEqual([]);
  });

  test('frameworks are named by types alone', () => {
    const { tree } = sources.find(({ path }) => path === FRAMEWORK_TYPES)!;
    const { outputText } = ts.transpileModule(tree.text, { compilerOptions: { module: ts.ModuleKind.ESNext } });
    expect(outputText.replace(/^\s*\/\/.*$|\/\*.*?\*\//gms, '').trim()).toBe('export {};');
  });

  test('nothing at or below the simulation, nor rendering on the CPU, touches page, Node, chance, clock or inexact math', () => {
    const pure = sources.filter(({ path }) => PURE.includes(layerOf(path)) || PURE_RENDERING.test(path));
    expect(pure.flatMap(impurities)).toEqual([]);
  });

  test('only src/surface makes surfaces, and no code takes the first chart for all of them', () => {
    expect(sources.filter(({ path }) => layerOf(path) !== 'surface').flatMap(chartsTaken)).toEqual([]);
  });

  test('an index.ts only re-exports', () => {
    const indexes = sources.filter(({ path }) => path.endsWith('/index.ts') && !path.includes('/assembly/'));
    expect(indexes.flatMap(logicOf)).toEqual([]);
  });
});

describe('the test of the walls', () => {
  const seen = (text: string, path = 'src/core/example.ts') => {
    const source = parse(path, text);
    return [...crossings(source), ...impurities(source)].map(({ what }) => what);
  };

  test.each([
    ['src/core/a.ts', "import { b } from '../models/b.js';", '../models/b.js'],
    ['src/render/offline/a.ts', "import type { Model } from '../../models/model.js';", '../../models/model.js'],
    ['src/render/offline/a.ts', "export * from '../../simulation/simulation.js';", '../../simulation/simulation.js'],
    ['src/surface/a.ts', "type A = import('../scene/schema.js').Scene;", '../scene/schema.js'],
    ['src/core/a.ts', "const a = await import('../cli/main.js');", '../cli/main.js'],
    ['src/core/a.ts', "import * as v from 'valibot';", 'valibot'],
    ['src/simulation/a.ts', "import { readFileSync } from 'node:fs';", 'node:fs'],
    ['src/models/a.ts', "export { a } from '../index.js';", '../index.js'],
  ])('finds the import in %s: %s', (path, text, what) => {
    expect(seen(text, path)).toEqual([what]);
  });

  test.each([
    ['const a = Math.random();', 'Math.random'],
    ['const a = Math.hypot(1, 2);', 'Math.hypot'],
    ['const { sin } = Math;', 'Math.?'],
    ["const a = Math['cos'](1);", 'Math.?'],
    ['const a = 2 ** 3;', '**'],
    ['let a = 2; a **= 3;', '**='],
    ['const a = Date.now();', 'Date'],
    ['const a = { at: performance.now() };', 'performance'],
    ['document.title;', 'document'],
    ['const a = { process };', 'process'],
    ['const a = globalThis.crypto;', 'globalThis'],
    ['const a = (b: string) => b.localeCompare(b);', 'localeCompare'],
    ['const a = f32x4.relaxed_madd(b, c, d);', 'relaxed_madd'],
  ])('finds what is impure: %s', (text, what) => {
    expect(seen(text)).toEqual([what]);
  });

  test.each([
    ["import { Pane } from '../surface/pane.js';", 'Pane'],
    ["import { type Options, Box as B } from '../surface/box.js';", 'Box as B'],
    ["import { Pane } from './pane.js';", undefined],
    ['const a = this.state.charts[0].heap;', 'this.state.charts[0]'],
    ['const a = charts[number];', undefined],
  ])('finds surfaces and first charts: %s', (text, what) => {
    const found = chartsTaken(parse('src/models/example.ts', text));
    expect(found.map((one) => one.what)).toEqual(what ? [what] : []);
  });

  test.each([
    '// Math.random() and document\nconst a = "Math.sin(2 ** 3) Date";',
    'const a = Math.sqrt(Math.fround(2) * Math.PI);',
    'function f(window: number) { return window; }',
    'const a = { document: 1, b: (c: { self: number }) => c.self };',
    'import { sin } from "./math.js"; sin(1);',
  ])('leaves alone: %s', (text) => {
    expect(seen(text)).toEqual([]);
  });
});
