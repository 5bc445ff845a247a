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
      `/** SIMD kernels, ${wasm.length} bytes of WebAssembly. */\n` +
      `export const SIMD_WASM = ${JSON.stringify({ text: textOf(wasm) })};\n`,
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

/**
 * Writes bytes in the characters from space to tilde, as `src/kernels/simd.ts` reads them. Digits of any base would
 * cut through the pieces that repeat; this keeps bytes apart.
 */
function textOf(wasm) {
  const charOf = (byte) => ['', '}', '~'][Math.floor(byte / 93)] + String.fromCharCode(32 + (byte % 93));
  return Array.from(wasm, charOf).join('');
}
