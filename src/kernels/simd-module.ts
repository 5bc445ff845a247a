import { heapOf, type Kernels, type OpenKernels } from './kernels.js';

type WasmFunction = (...numbers: number[]) => number;

/** Kernels that are compiled to WebAssembly. */
export interface SimdModule {
  /** False where WebAssembly or its SIMD is missing or forbidden. */
  runs(): boolean;
  /** Only where it runs. */
  readonly open: OpenKernels;
}

/** The kernels in these bytes, given as hexadecimal digits. Compiled code is no state: one copy serves every simulation. */
export function simdModule(hex: string): SimdModule {
  let compiled: WebAssembly.Module | null | undefined;
  const compile = (): WebAssembly.Module | null => {
    if (compiled !== undefined) return compiled;
    try {
      const bytes = new Uint8Array(hex.length / 2);
      for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
      compiled = new WebAssembly.Module(bytes);
    } catch {
      compiled = null;
    }
    return compiled;
  };
  return {
    runs: () => compile() !== null,
    open: (bytes) => {
      const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) });
      const instance = new WebAssembly.Instance(compile() as WebAssembly.Module, { env: { memory } });
      return {
        heap: heapOf(memory.buffer as ArrayBuffer),
        kernels: inWords(instance.exports as Record<string, WasmFunction>),
      };
    },
  };
}

/** The contract counts in words, WebAssembly in bytes. */
function inWords(wasm: Record<string, WasmFunction>): Kernels {
  const { smooth, erode, copy, clear, growIds, spread, settle, drain, scan, relabel, anchor } = wasm;
  const { stamp, cap, stampBody, capBody, erase, lay, lift, regionHeight, regionMean } = wasm;
  return {
    kind: 'simd',
    smooth: (source, target, stride, row0, row1, col0, col1, threshold) =>
      smooth(source << 2, target << 2, stride, row0, row1, col0, col1, threshold),
    erode: (source, target, guard, step, stride, row0, row1, col0, col1) =>
      erode(source << 2, target << 2, guard << 2, step, stride, row0, row1, col0, col1),
    copy: (source, target, stride, row0, row1, col0, col1) => {
      copy(source << 2, target << 2, stride, row0, row1, col0, col1);
    },
    clear: (target, stride, row0, row1, col0, col1) => {
      clear(target << 2, stride, row0, row1, col0, col1);
    },
    growIds: (heights, ids, target, stride, row0, row1, col0, col1, threshold) => {
      growIds(heights << 2, ids << 2, target << 2, stride, row0, row1, col0, col1, threshold);
    },
    spread: (
      source,
      target,
      guard,
      line,
      stride,
      columns,
      rectangles,
      count,
      threshold,
      smoothing,
      erosion,
      losses,
    ) => {
      spread(
        source << 2,
        target << 2,
        guard << 2,
        line << 2,
        stride,
        columns,
        rectangles << 2,
        count,
        threshold,
        smoothing,
        erosion,
        losses << 2,
      );
    },
    settle: (source, heights, ids, stride, rectangles, count, threshold, found) => {
      settle(source << 2, heights << 2, ids << 2, stride, rectangles << 2, count, threshold, found << 2);
    },
    drain: (heights, affinity, stride, rectangles, count, share, found) =>
      drain(heights << 2, affinity << 2, stride, rectangles << 2, count, share, found << 2),
    scan: (ids, stillIds, contacts, stride, rectangles, count, diagonal, first, row0) => {
      scan(ids << 2, stillIds << 2, contacts << 2, stride, rectangles << 2, count, diagonal, first, row0);
    },
    relabel: (ids, table, mask, stride, rectangles, count, found) => {
      relabel(ids << 2, table << 2, mask, stride, rectangles << 2, count, found << 2);
    },
    anchor: (source, sourceIds, target, targetIds, stride, row0, row1, col0, col1) =>
      anchor(source << 2, sourceIds << 2, target << 2, targetIds << 2, stride, row0, row1, col0, col1),
    stamp: (heights, ids, stillIds, contacts, stride, rows, columns, cellSize, x, y, radius, id, row0) =>
      stamp(
        heights << 2,
        ids << 2,
        stillIds << 2,
        contacts << 2,
        stride,
        rows,
        columns,
        cellSize,
        x,
        y,
        radius,
        id,
        row0,
      ),
    cap: (heights, stride, rows, columns, cellSize, x, y, radius) => {
      cap(heights << 2, stride, rows, columns, cellSize, x, y, radius);
    },
    stampBody: (heights, ids, stillIds, contacts, stride, cellSize, body, row0, row1, col0, col1, id) =>
      stampBody(
        heights << 2,
        ids << 2,
        stillIds << 2,
        contacts << 2,
        stride,
        cellSize,
        body << 2,
        row0,
        row1,
        col0,
        col1,
        id,
      ),
    capBody: (heights, stride, cellSize, body, row0, row1, col0, col1) => {
      capBody(heights << 2, stride, cellSize, body << 2, row0, row1, col0, col1);
    },
    erase: (still, stillIds, stride, row0, row1, col0, col1, id) =>
      erase(still << 2, stillIds << 2, stride, row0, row1, col0, col1, id),
    lay: (scratch, still, stillIds, ids, contacts, stride, row0, row1, col0, col1, id, threshold, smoothed, diagonal) =>
      lay(
        scratch << 2,
        still << 2,
        stillIds << 2,
        ids << 2,
        contacts << 2,
        stride,
        row0,
        row1,
        col0,
        col1,
        id,
        threshold,
        smoothed,
        diagonal,
      ),
    lift: (still, stillIds, heights, ids, stride, row0, row1, col0, col1, id) =>
      lift(still << 2, stillIds << 2, heights << 2, ids << 2, stride, row0, row1, col0, col1, id),
    regionHeight: (still, stillIds, heights, ids, stride, rows, columns, row, col, own) =>
      regionHeight(still << 2, stillIds << 2, heights << 2, ids << 2, stride, rows, columns, row, col, own),
    regionMean: (map, stride, rows, columns, row, col) => regionMean(map << 2, stride, rows, columns, row, col),
  };
}
