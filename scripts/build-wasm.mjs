/** Compiles the SIMD kernels and inlines them as text, the one form that Node and every bundler load without settings. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDue, needs, ROOT, StageError, writeWhole } from './stages.mjs';

const SOURCES = 'src/kernels/assembly';
/** What both the kernels and TypeScript import. */
const RECORDS = ['src/kernels/records', 'src/core/body-record.ts', 'src/core/box-record.ts'];
/** All kernels, and those of the lean build. */
const MODULES = [
  {
    entry: `${SOURCES}/index.ts`,
    output: 'src/kernels/simd-wasm.generated.ts',
    constant: 'SIMD_WASM',
    level: '-O3',
  },
  {
    entry: `${SOURCES}/lean.ts`,
    output: 'src/kernels/lean-wasm.generated.ts',
    constant: 'LEAN_WASM',
    level: '-O3s',
  },
];

// No relaxed SIMD: its results differ between machines. `abort` would be an import nobody fills.
const FLAGS = '--noAssert --enable simd --runtime stub --importMemory --use abort='.split(' ');

export async function buildWasm(force) {
  for (const { entry } of MODULES) needs(entry, 'the SIMD kernels start there');
  const outputs = MODULES.map(({ output }) => output);
  if (!force && !isDue([SOURCES, ...RECORDS, 'scripts/build-wasm.mjs', 'package-lock.json'], outputs)) return false;
  for (const { entry, output, constant, level } of MODULES) {
    const wasm = await compile(entry, level);
    writeWhole(
      output,
      '// Written by scripts/build-wasm.mjs.\n' +
        "import type { WasmText } from './simd-module.js';\n\n" +
        `/** SIMD kernels, ${wasm.length} bytes of WebAssembly. */\n` +
        `export const ${constant}: WasmText = ${JSON.stringify(textOf(wasm))};\n`,
    );
  }
  return true;
}
buildWasm.title = 'SIMD kernels';

async function compile(entry, level) {
  const { default: asc } = await import('assemblyscript/asc');
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-wasm-'));
  try {
    const wasm = join(folder, 'kernels.wasm');
    const { error, stderr } = await asc.main([entry, '--baseDir', ROOT, '--outFile', wasm, level, ...FLAGS]);
    if (error) throw new StageError(`the SIMD kernels do not compile.\n${stderr.toString().trim()}`);
    return readFileSync(wasm);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The commonest characters of minified code. Where bytes use them most as well, gzip spells both with few bits. */
const COMMON = 'te,i(r.ns)a=ohl ';

/**
 * Writes bytes in the characters from space to tilde, as `src/kernels/simd-module.ts` reads them. Digits of any base would
 * cut through the pieces that repeat; this keeps bytes apart.
 */
function textOf(wasm) {
  const swaps = swapsFor(wasm);
  const swapped = (byte) => (swaps.includes(byte) ? swaps[swaps.indexOf(byte) ^ 1] : byte);
  const charOf = (byte) => ['', '}', '~'][Math.floor(byte / 93)] + String.fromCharCode(32 + (byte % 93));
  return { text: Array.from(wasm, (byte) => charOf(swapped(byte))).join(''), swaps };
}

/** Pairs of bytes that change places, so that the commonest bytes get the commonest characters. */
function swapsFor(wasm) {
  const counts = new Array(256).fill(0);
  for (const byte of wasm) counts[byte] += 1;
  const commonest = [...counts.keys()].sort((a, b) => counts[b] - counts[a]).slice(0, COMMON.length);
  const places = Array.from(COMMON, (char) => char.charCodeAt(0) - 32);
  const bytes = commonest.filter((byte) => !places.includes(byte));
  return places.filter((place) => !commonest.includes(place)).flatMap((place, n) => [place, bytes[n]]);
}
