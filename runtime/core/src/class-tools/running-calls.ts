import { type AsyncStorage, createAsyncStorage } from "../async/async-storage.ts";
import type { ToolContext } from "../tool/tool.ts";

/** What one call of a class tool has to itself. */
export interface RunningCall {
  readonly context: ToolContext;
  /** The captured parameters as an error shows them. */
  parameters: string;
  /** The files that the tool says it has read or written. */
  readonly files: string[];
}

/** Tells the calls of one instance apart. */
interface RunningCalls {
  /** Runs `work` as the given call of the tool. */
  run<T>(tool: object, call: RunningCall, work: () => Promise<T>): Promise<T>;
  /** The call of the tool that the running code belongs to. */
  current(tool: object): RunningCall | undefined;
}

/** Calls side by side where the host can tell them apart, else the calls of one instance one after the other. */
export function createRunningCalls(): RunningCalls {
  const storage = createAsyncStorage<CallOfTool>();
  return storage === undefined ? new CallsInTurn() : new CallsSideBySide(storage);
}

type CallOfTool = ReadonlyMap<object, RunningCall>;

class CallsSideBySide implements RunningCalls {
  readonly #storage: AsyncStorage<CallOfTool>;

  constructor(storage: AsyncStorage<CallOfTool>) {
    this.#storage = storage;
  }

  /** A tool may call another one, and be asked for something by it: the calls around stay known. */
  run<T>(tool: object, call: RunningCall, work: () => Promise<T>): Promise<T> {
    return this.#storage.run(new Map(this.#storage.getStore()).set(tool, call), work);
  }

  current(tool: object): RunningCall | undefined {
    return this.#storage.getStore()?.get(tool);
  }
}

class CallsInTurn implements RunningCalls {
  readonly #last = new WeakMap<object, Promise<unknown>>();
  readonly #running = new WeakMap<object, RunningCall>();

  run<T>(tool: object, call: RunningCall, work: () => Promise<T>): Promise<T> {
    const turn = Promise.resolve(this.#last.get(tool)).then(() => this.#runNow(tool, call, work));
    this.#last.set(
      tool,
      turn.catch(() => undefined),
    );
    return turn;
  }

  current(tool: object): RunningCall | undefined {
    return this.#running.get(tool);
  }

  async #runNow<T>(tool: object, call: RunningCall, work: () => Promise<T>): Promise<T> {
    // The call may have ended while it waited.
    call.context.signal.throwIfAborted();
    this.#running.set(tool, call);
    try {
      return await work();
    } finally {
      this.#running.delete(tool);
    }
  }
}
