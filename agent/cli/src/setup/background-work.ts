import { EventEmitter, once } from "node:events";
import type { ActivityStream, SettledCall } from "@toolwright/core";
import { contentText, lateSignal } from "@toolwright/core/internal";

/** How long a command that has said its last word waits for what still goes on, in milliseconds. */
const PATIENCE_MS = 600_000;

/** What calls have left to go on in the background: a command that ends would end it, too. */
export class BackgroundWork {
  readonly #open = new Set<string>();
  /** It may come back before its call has ended. */
  readonly #back = new Set<string>();
  /** Meant for people alone. */
  readonly #untold = new Set<string>();
  #late: SettledCall[] = [];
  readonly #changes = new EventEmitter();

  constructor(activity: ActivityStream) {
    activity.subscribe("tool_call_end", ({ data }) => {
      if (data.result.async === true && !this.#back.has(data.toolCallId)) this.#open.add(data.toolCallId);
    });
    activity.subscribe("async_result", ({ data: { toolCallId, deliver } }) => {
      this.#back.add(toolCallId);
      if (deliver === "user") this.#untold.add(toolCallId);
      // What no run hears is handed on right after the event.
      setImmediate(() => {
        this.#open.delete(toolCallId);
        this.#changes.emit("change");
      });
    });
  }

  /** How many calls go on. */
  get open(): number {
    return this.#open.size;
  }

  /** For `onAsyncResult`: what came back, and no run has heard of. */
  readonly hear = (late: SettledCall): void => {
    this.#late.push(late);
  };

  /**
   * Waits until nothing goes on any more, the signal is aborted, or the time is over. Resolves to what came back since
   * it was asked last, and whether a model may be told of it.
   */
  async rest(signal: AbortSignal, patienceMs = PATIENCE_MS): Promise<readonly LateCall[]> {
    const stop = AbortSignal.any([signal, lateSignal(patienceMs)]);
    if (this.#open.size > 0)
      process.stderr.write(`toolwright: ${this.#words} goes on in the background; Ctrl-C ends it.\n`);
    while (this.#open.size > 0 && !stop.aborted)
      await once(this.#changes, "change", { signal: stop }).catch(() => undefined);
    if (this.#open.size > 0) process.stderr.write(`toolwright: ${this.#words} was not waited for any longer.\n`);
    const late = this.#late;
    this.#late = [];
    return late.map((call) => ({ call, isForModel: !this.#untold.has(call.toolCallId) }));
  }

  get #words(): string {
    return this.#open.size === 1 ? "a call" : `the work of ${this.#open.size} calls`;
  }
}

/** What a model is told of such a call. */
export function lateNote({ toolName, message }: SettledCall): string {
  return `[${toolName} came back: ${contentText(message.content)}]`;
}

/** A call that came back after its run. */
interface LateCall {
  readonly call: SettledCall;
  readonly isForModel: boolean;
}
