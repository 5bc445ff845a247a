/** What the process holds, after the garbage is gone. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** [bytes]. */
export interface MemoryUse {
  readonly heap: number;
  /** Outside the heap: typed arrays and wasm memory. */
  readonly arrayBuffers: number;
}

/** The memory in use now; without collecting first it would be mostly garbage. */
export function measureMemory(): MemoryUse {
  const collect = collector();
  // Twice: what finalisers let go of in the first round is freed in the second.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, arrayBuffers };
}

/** `global.gc` of `node --expose-gc`, or the same function from a context made after switching that flag on. */
function collector(): () => void {
  const exposed = (globalThis as { gc?: () => void }).gc;
  if (exposed) return () => exposed();
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
