/**
 * The examples of docs/frameworks.md as a user meets them: the packed package in empty projects, the compilers of the
 * frameworks, and Vite's development server without settings. Needs a registry.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { npm, start } from '../support/npm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMPILER = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
};
const REACT = { packages: ['react@19', 'react-dom@19', '@types/react@19', '@types/react-dom@19'], jsx: 'react-jsx' };

interface Framework {
  readonly section: string;
  readonly packages: readonly string[];
  /** The program that checks types, and its arguments. */
  readonly check: readonly string[];
  readonly options?: object;
  /** Vue's compiler accepts unknown attributes unless it is configured not to. */
  readonly settings?: object;
  /** Opens the page in the development server. */
  readonly isOpened?: boolean;
}

const TSC = ['typescript/bin/tsc', '-p', '.'];
const FRAMEWORKS: Record<string, Framework> = {
  'React 19 and Vite 7': {
    section: 'React',
    packages: [...REACT.packages, 'typescript@6', 'vite@7'],
    check: TSC,
    options: { jsx: REACT.jsx },
  },
  'React 19 and Vite 8': {
    section: 'React',
    packages: [...REACT.packages, 'typescript@6', 'vite@8'],
    check: TSC,
    options: { jsx: REACT.jsx },
  },
  // Next itself is 380 MB: built and opened by hand, its files are only compiled here.
  'Next, types only': {
    section: 'Next',
    packages: [...REACT.packages, 'typescript@6'],
    check: TSC,
    options: { jsx: REACT.jsx },
    isOpened: false,
  },
  'Preact and Vite 8': {
    section: 'Preact',
    packages: ['preact@10', 'typescript@6', 'vite@8'],
    check: TSC,
    options: { jsx: 'react-jsx', jsxImportSource: 'preact' },
  },
  'Vue 3 and Vite 8': {
    section: 'Vue',
    packages: ['vue@3', '@vitejs/plugin-vue@6', 'vue-tsc@3', 'typescript@6', 'vite@8'],
    check: ['vue-tsc/bin/vue-tsc.js', '-p', '.'],
    settings: { vueCompilerOptions: { strictTemplates: true } },
  },
  'Svelte 5 and Vite 8': {
    section: 'Svelte',
    packages: ['svelte@5', '@sveltejs/vite-plugin-svelte', 'svelte-check@4', 'typescript@6', 'vite@8'],
    check: ['svelte-check/bin/svelte-check', '--output', 'machine'],
    options: { types: ['svelte'] },
  },
};

let folder: string;
let tarball: string;
let sections: Map<string, string>;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rivulet-frameworks-'));
  const packed = await npm(['pack', ROOT, '--json', '--ignore-scripts', '--pack-destination', folder], folder);
  tarball = join(folder, JSON.parse(packed)[0].filename);
  const page = await readFile(join(ROOT, 'docs/frameworks.md'), 'utf8');
  const parts = page.split(/^## /m).slice(1);
  sections = new Map(parts.map((text) => [text.slice(0, text.indexOf('\n')), text]));
  browser = await launchBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the files that a section of the page shows into a project. */
async function writeExample(section: string, project: string): Promise<[path: string, code: string][]> {
  const shown = sections.get(section) ?? '';
  const written: [string, string][] = [];
  for (const [, path, code] of shown.matchAll(/^`([^`\n]+)`:\n\n```\w+\n(.*?)^```/gms)) {
    const file = join(project, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, code);
    written.push([file, code]);
  }
  return written;
}

async function run(project: string, [program, ...args]: readonly string[]): Promise<string> {
  const path = join(project, 'node_modules', program);
  return start(process.execPath, [path, ...args], project).then(
    () => '',
    (error: { stdout?: string }) => error.stdout || String(error),
  );
}

/** Opens the project's page in the development server of its own Vite; returns how the pane runs. */
async function openInDev(project: string): Promise<{ runs: unknown; complaints: string[] }> {
  const { createServer } = await import(pathToFileURL(join(project, 'node_modules/vite/dist/node/index.js')).href);
  const server = await createServer({ root: project, server: { port: 0 }, logLevel: 'silent' });
  const { page, complaints, close } = await openPage(browser);
  try {
    await server.listen();
    await page.goto(server.resolvedUrls.local[0]);
    await page.waitForFunction("document.querySelector('rivulet-pane')?.pane?.frame?.drops.count > 0");
    const runs = await page.evaluate(`(({ pane }) => [pane.runs, pane.scene.camera.focus])(
      document.querySelector('rivulet-pane'))`);
    return { runs, complaints };
  } finally {
    await close();
    await server.close();
  }
}

describe.each(Object.keys(FRAMEWORKS))('%s', (name) => {
  const { section, packages, check, options, settings, isOpened = true } = FRAMEWORKS[name];
  let project: string;
  let example: [path: string, code: string][];

  beforeAll(async () => {
    project = join(folder, name.replace(/\W+/g, '-'));
    await mkdir(project);
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
    await npm(['install', tarball, ...packages, '--prefer-offline', '--no-audit', '--no-fund'], project);
    const compilerOptions = { ...COMPILER, ...options };
    // Without vite.config.ts, which needs the types of Node.
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['src', 'app'], ...settings }),
    );
    example = await writeExample(section, project);
  }, 600_000);

  test('the example compiles, and a misspelt attribute does not', async () => {
    expect(await run(project, check)).toBe('');
    const [path, code] = example.find(([, text]) => text.includes('<rivulet-pane'))!;
    await writeFile(path, code.replace('focus="glass"', 'focuss="glass"'));
    expect(await run(project, check)).toContain('focuss');
    await writeFile(path, code);
  });

  test.runIf(isOpened)('it rains in the development server, in a worker, as the attributes say', async () => {
    expect(await openInDev(project)).toEqual({ runs: ['worker', 'glass'], complaints: [] });
  });
});
