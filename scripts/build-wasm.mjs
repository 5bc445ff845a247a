/** Compiles the SIMD kernels and inlines them as text, the one form that Node and every bundler load without settings. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDue, needs, ROOT, StageError, writeWhole } from './stages.mjs';

const SOURCES = 'src/kernels/assembly';
/** All kernels, and those of the lean build. */
const MODULES = [
  {
    entry: `${SOURCES}/index.ts`,
    output: 'src/kernels/simd-wasm.generated.ts',
    constant: 'SIMD_WASM_HEX',
    level: '-O3',
  },
  {
    entry: `${SOURCES}/lean.ts`,
    output: 'src/kernels/lean-wasm.generated.ts',
    constant: 'LEAN_WASM_HEX',
    level: '-O3s',
  },
];

// No relaxed SIMD: its results differ between machines. `abort` would be an import nobody fills.
const FLAGS = '--noAssert --enable simd --runtime stub --importMemory --use abort='.split(' ');

export async function buildWasm(force) {
  for (const { entry } of MODULES) needs(entry, 'the SIMD kernels start there');
  const outputs = MODULES.map(({ output }) => output);
  if (!force && !isDue([SOURCES, 'scripts/build-wasm.mjs', 'package-lock.json'], outputs)) return false;
  for (const { entry, output, constant, level } of MODULES) {
    const wasm = await compile(entry, level);
    // Hexadecimal, not base64: longer as text, but bytes that repeat stay alike, and gzip makes a fifth less of it.
    writeWhole(
      output,
      '// Written by scripts/build-wasm.mjs.\n' +
        `/** SIMD kernels, ${wasm.length} bytes of WebAssembly. */\n` +
        `export const ${constant} =\n  '${wasm.toString('hex')}';\n`,
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
