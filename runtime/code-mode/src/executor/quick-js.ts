import { anObject, checkOptions, oneOf } from "@toolwright/core/internal";
import type { ProgramExecutor, ProgramSession, ProgramToOpen } from "./program-executor.ts";
import { loadWasm } from "./quickjs/load-wasm.ts";

export interface QuickJsOptions {
  /** `false` runs programs on this thread. A long one then blocks it, up to the limit of computing and beyond it. */
  readonly threads?: boolean;
  /** `quickjs-wasi/quickjs.wasm`, where Node cannot read it from the package: bytes, or a `WebAssembly.Module`. */
  readonly wasm?: object;
}

/** Programs in QuickJS, a JavaScript engine in WebAssembly. It is loaded when the first program runs. */
export function quickJs(options: QuickJsOptions = {}): ProgramExecutor {
  checkOptions<QuickJsOptions>(options, { of: "quickJs", rules: { threads: oneOf(true, false), wasm: anObject } });
  return { name: "quickjs", open: (program) => openInline(program, options) };
}

async function openInline(program: ProgramToOpen, options: QuickJsOptions): Promise<ProgramSession> {
  const [{ openMachine }, wasm] = await Promise.all([import("./quickjs/machine.ts"), loadWasm(options.wasm)]);
  const { signal } = program;
  let isClosed = false;
  const machine = await openMachine({ ...program, wasm, isStopped: () => isClosed || signal.aborted });
  return {
    start: async () => machine.start(),
    settle: async (call, outcome, timeMs) => machine.settle(call, outcome, timeMs),
    async close() {
      isClosed = true;
    },
  };
}
