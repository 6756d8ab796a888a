import type { ChatDeltaEvent, Completion, LlmCompletionResult, LlmToolCall, ModelPort } from "../../src/index.ts";
import { deferred } from "../making.ts";

/** A model whose deltas have all arrived long before its completion, which may say something else. */
export class EarlyModel implements ModelPort {
  readonly name = "early";
  readonly #preview: readonly number[];
  readonly #meant: readonly number[];
  readonly #streamed = deferred<void>();
  readonly #finished = deferred<void>();
  #requests = 0;

  constructor(preview: readonly number[], meant: readonly number[]) {
    this.#preview = preview;
    this.#meant = meant;
  }

  /** Resolves when every delta has been read. */
  get previewed(): Promise<void> {
    return this.#streamed.promise;
  }

  finish(): void {
    this.#finished.resolve();
  }

  completionStream(): Completion {
    this.#requests += 1;
    const message = { role: "assistant", content: "" } as const;
    if (this.#requests > 1) {
      return { stream: nothing(), final: Promise.resolve({ message, model: "early", finishReason: "stop" }) };
    }
    const toolCalls = this.#meant.map(callOf);
    const final: LlmCompletionResult =
      toolCalls.length === 0
        ? { message, model: "early", finishReason: "stop" }
        : { message, model: "early", finishReason: "tool_calls", toolCalls };
    return { stream: this.#deltas(), final: this.#finished.promise.then(() => final) };
  }

  async *#deltas(): AsyncGenerator<ChatDeltaEvent> {
    for (const [index, n] of this.#preview.entries()) {
      const { id, function: asked } = callOf(n, index);
      yield { type: "tool_call_delta", delta: { index, id, function: asked } };
    }
    this.#streamed.resolve();
  }
}

function callOf(n: number, index: number): LlmToolCall {
  return { id: `c${index}`, type: "function", function: { name: "tool", arguments: JSON.stringify({ n }) } };
}

async function* nothing(): AsyncGenerator<ChatDeltaEvent> {}
