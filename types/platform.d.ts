/**
 * The few globals outside ECMAScript that the core may use: every browser, worker and Node has them. Whatever is not
 * declared here (window, document, fetch, setTimeout, process, …) does not compile at or below the simulation.
 */

declare namespace WebAssembly {
  interface MemoryDescriptor {
    initial: number;
    maximum?: number;
    shared?: boolean;
  }
  class Memory {
    constructor(descriptor: MemoryDescriptor);
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: ArrayBufferView<ArrayBuffer> | ArrayBuffer);
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    // biome-ignore lint/suspicious/noExplicitAny: as in TypeScript's own declaration; the kernels cast it once.
    readonly exports: Record<string, any>;
  }
  function validate(bytes: ArrayBufferView<ArrayBuffer> | ArrayBuffer): boolean;
}

declare function atob(text: string): string;
declare function btoa(bytes: string): string;
declare function structuredClone<T>(value: T): T;

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  decode(bytes?: ArrayBufferView | ArrayBuffer): string;
}
