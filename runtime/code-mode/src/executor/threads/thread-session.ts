import type { CallOutcome, ProgramSession, ProgramToOpen, Turn } from "../program-executor.ts";
import type { Reply, Request } from "./messages.ts";
import type { ProgramThread } from "./program-thread.ts";
import type { ThreadPool } from "./thread-pool.ts";
import { ThreadWatch } from "./thread-watch.ts";

export interface ThreadToOpen {
  readonly pool: ThreadPool;
  readonly wasm: Promise<WebAssembly.Module>;
}

/** Opens a program in a thread of the pool. */
export async function openInThread(program: ProgramToOpen, { pool, wasm }: ThreadToOpen): Promise<ProgramSession> {
  const { signal, ...given } = program;
  // The thread starts while the machine is compiled.
  const thread = pool.take();
  const control = new Int32Array(new SharedArrayBuffer(8));
  try {
    const opened = await thread.ask({ kind: "open", program: { ...given, wasm: await wasm, control } });
    if (opened.kind !== "done")
      throw new Error(`No machine could be opened. ${"message" in opened ? opened.message : ""}`);
  } catch (error) {
    await thread.end();
    throw error;
  }
  return new ThreadSession({ program, pool, thread, watch: new ThreadWatch(thread, control) });
}

interface OpenThread {
  readonly program: ProgramToOpen;
  readonly pool: ThreadPool;
  readonly thread: ProgramThread;
  readonly watch: ThreadWatch;
}

class ThreadSession implements ProgramSession {
  readonly #open: OpenThread;
  readonly #stopping = new AbortController();
  readonly #stop = () => {
    this.#stopping.abort();
    this.#open.watch.stop();
  };
  #turn: Promise<unknown> = Promise.resolve();
  #over: Turn | undefined;
  #usedMs = 0;
  #closed: Promise<void> | undefined;

  constructor(open: OpenThread) {
    this.#open = open;
    open.program.signal.addEventListener("abort", this.#stop);
    if (open.program.signal.aborted) this.#stop();
  }

  start(): Promise<Turn> {
    return this.#inOrder({ kind: "start" });
  }

  settle(call: number, outcome: CallOutcome, timeMs: number): Promise<Turn> {
    return this.#inOrder({ kind: "settle", call, outcome, timeMs });
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { program, pool, thread, watch } = this.#open;
    program.signal.removeEventListener("abort", this.#stop);
    this.#stop();
    await this.#turn;
    watch.close();
    await pool.giveBack(thread);
  }

  #inOrder(request: Request): Promise<Turn> {
    const turn = this.#turn.then(() => this.#take(request));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #take(request: Request): Promise<Turn> {
    if (this.#over) return this.#over;
    const { pool, watch, program } = this.#open;
    const leftMs = program.limits.cpuMs - this.#usedMs;
    const reply = await pool.compute(() => watch.take(request, leftMs), this.#stopping.signal);
    if (reply?.kind === "refused") throw new TypeError(reply.message);
    const turn = reply?.kind === "turn" ? reply.turn : failedTurn(reply);
    this.#usedMs += turn.cpuMs;
    if (turn.failed) this.#over = { ...turn, cpuMs: 0 };
    return turn;
  }
}

function failedTurn(reply: Reply | undefined): Turn {
  const failed = reply?.kind === "died" ? reply.failed : "stopped";
  return { calls: [], console: [], shown: [], failed, cpuMs: 0 };
}
