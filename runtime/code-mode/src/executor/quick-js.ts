import { aCount, checkOptions, type OptionRule, oneOf } from "@toolwright/core/internal";
import type { ProgramExecutor, ProgramSession, ProgramToOpen } from "./program-executor.ts";
import { loadWasm } from "./quickjs/load-wasm.ts";
import type { ThreadPool } from "./threads/thread-pool.ts";

export interface QuickJsOptions {
  /** How many programs compute at once, each in a thread; the others wait in order. Default 2. */
  readonly workers?: number;
  /**
   * `false` runs programs on this thread, as is done where there is no Node. A long one then blocks it, up to the limit
   * of computing, and beyond it in a built-in function.
   */
  readonly threads?: boolean;
  /** `quickjs-wasi/quickjs.wasm`, where Node cannot read it from the package: bytes, or a `WebAssembly.Module`. */
  readonly wasm?: object;
}

/** A download of it that was not awaited is none yet. */
const aMachine: OptionRule = {
  form: "bytes or a WebAssembly.Module",
  fits: (value) => typeof value === "object" && value !== null && !("then" in value),
};

/** Programs in QuickJS, a JavaScript engine in WebAssembly. It is loaded when the first program runs. */
export function quickJs(options: QuickJsOptions = {}): ProgramExecutor {
  checkOptions<QuickJsOptions>(options, {
    of: "quickJs",
    rules: { workers: aCount(1), threads: oneOf(true, false), wasm: aMachine },
  });
  const { workers = 2, threads: isThreaded = globalThis.process?.versions?.node !== undefined } = options;
  let pool: ThreadPool | undefined;
  const threads = async () => {
    const [{ openInThread }, { ThreadPool }, { workerUrl }] = await Promise.all([
      import("./threads/thread-session.ts"),
      import("./threads/thread-pool.ts"),
      // Loaded by itself, so that it keeps a file of its own where the package is joined: a thread starts with it.
      import("./threads/program-worker.ts"),
    ]);
    pool ??= new ThreadPool({ most: workers, workerUrl });
    return { openInThread, pool };
  };
  const beginThread = async () => (await threads()).pool.prepare();
  return {
    name: "quickjs",
    async prepare() {
      // A thread takes longest to begin, so that it comes before what this one has to load and to read.
      if (isThreaded) await beginThread().catch(toldByOpen);
      loadWasm(options.wasm).catch(toldByOpen);
    },
    async open(program) {
      // Compiled once for the process; a failure is told by the `await` of those who need it.
      const wasm = loadWasm(options.wasm);
      if (!isThreaded) return openInline(program, await wasm);
      wasm.catch(() => undefined);
      const { openInThread, pool } = await threads();
      return openInThread(program, { pool, wasm });
    },
  };
}

/** What fails before a program is opened fails once more then. */
const toldByOpen = () => undefined;

async function openInline(program: ProgramToOpen, wasm: WebAssembly.Module): Promise<ProgramSession> {
  const { openMachine } = await import("./quickjs/machine.ts");
  const { signal, ...given } = program;
  // The objects of a machine are old from its beginning, so that what they hold would become old, too.
  let run: AbortSignal | undefined = signal;
  const machine = await openMachine({ ...given, wasm, isStopped: () => run?.aborted !== false });
  return {
    start: async () => machine.start(),
    settle: async (call, outcome, timeMs) => machine.settle(call, outcome, timeMs),
    close: async () => {
      machine.close();
      run = undefined;
    },
  };
}
