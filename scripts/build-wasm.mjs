/** Compiles the SIMD kernels and inlines them as text, the one form that Node and every bundler load without settings. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDue, needs, ROOT, StageError, writeWhole } from './stages.mjs';

const SOURCES = 'src/kernels/assembly';
const ENTRY = `${SOURCES}/index.ts`;
// Hexadecimal, not base64: longer as text, but bytes that repeat stay alike, and gzip makes a fifth less of it.
const OUTPUT = 'src/kernels/simd-wasm.generated.ts';

// No relaxed SIMD: its results differ between machines. `abort` would be an import nobody fills.
const FLAGS = '-O3 --noAssert --enable simd --runtime stub --importMemory --use abort='.split(' ');

export async function buildWasm(force) {
  needs(ENTRY, 'the SIMD kernels start there');
  if (!force && !isDue([SOURCES, 'scripts/build-wasm.mjs', 'package-lock.json'], [OUTPUT])) return false;
  const wasm = await compile();
  writeWhole(
    OUTPUT,
    '// Written by scripts/build-wasm.mjs.\n' +
      `/** The SIMD kernels, ${wasm.length} bytes of WebAssembly. */\n` +
      `export const SIMD_WASM_HEX =\n  '${wasm.toString('hex')}';\n`,
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
    if (error) throw new StageError(`the SIMD kernels do not compile.\n${stderr.toString().trim()}`);
    return readFileSync(wasm);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
