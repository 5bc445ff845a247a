/** Compiles the SIMD kernels and inlines them as text, the one form that Node and every bundler load without settings. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDue, needs, ROOT, TaskError, writeWhole } from './tasks.mjs';

const SOURCES = 'src/kernels/assembly';
const ENTRY = `${SOURCES}/index.ts`;
/** What both the kernels and TypeScript import. */
const RECORDS = ['src/kernels/records', 'src/core/body-record.ts', 'src/core/box-record.ts'];
const OUTPUT = 'src/kernels/simd-wasm.generated.ts';

// No relaxed SIMD: its results differ between machines. `abort` would be an import that is never provided.
const FLAGS = '-O3 --noAssert --enable simd --runtime stub --importMemory --use abort='.split(' ');

export async function buildWasm(force) {
  needs(ENTRY, 'the SIMD kernels start there');
  if (!force && !isDue([SOURCES, ...RECORDS, 'scripts/build-wasm.mjs', 'package-lock.json'], [OUTPUT])) return false;
  const wasm = await compile();
  writeWhole(
    OUTPUT,
    '// Written by scripts/build-wasm.mjs.\n' +
      "import type { WasmText } from './simd.js';\n\n" +
      `/** SIMD kernels, ${wasm.length} bytes of WebAssembly. */\n` +
      `export const SIMD_WASM: WasmText = ${JSON.stringify(textOf(wasm))};\n`,
  );
  return true;
}
buildWasm.title = 'SIMD kernels';

async function compile() {
  const { default: asc } = await import('assemblyscript/asc');
  const folder = mkdtempSync(join(tmpdir(), 'rivulet-wasm-'));
  try {
    const wasm = join(folder, 'kernels.wasm');
    const { error, stderr } = await asc.main([ENTRY, '--baseDir', ROOT, '--outFile', wasm, ...FLAGS]);
    if (error) throw new TaskError(`the SIMD kernels do not compile.\n${stderr.toString().trim()}`);
    return readFileSync(wasm);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The commonest characters of minified code. Where bytes use them most as well, gzip spells both with few bits. */
const COMMON = 'te,i(r.ns)a=ohl ';

/**
 * Writes bytes in the characters from space to tilde, as `src/kernels/simd.ts` reads them. Digits of any base would
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
