import type { ChatDeltaEvent, Completion, LlmCompletionResult, LlmToolCall, ModelPort } from "../../src/index.ts";

/** A model that asks once for a call at every index it is given, in that order; each call names its place. */
export class IndexedModel implements ModelPort {
  readonly name = "indexed";
  readonly #indexes: readonly (number | undefined)[];
  #asked = false;

  constructor(indexes: readonly (number | undefined)[]) {
    this.#indexes = indexes;
  }

  completionStream(): Completion {
    const base = { message: { role: "assistant", content: "" }, model: "indexed" } as const;
    const final: LlmCompletionResult = this.#asked
      ? { ...base, finishReason: "stop" }
      : { ...base, finishReason: "tool_calls", toolCalls: this.#indexes.map(callOf) };
    this.#asked = true;
    return { stream: nothing(), final: Promise.resolve(final) };
  }
}

function callOf(index: number | undefined, n: number): LlmToolCall {
  const asked = { name: "tool", arguments: JSON.stringify({ n }) };
  return { id: `c${n}`, type: "function", function: asked, ...(index === undefined ? {} : { index }) };
}

async function* nothing(): AsyncGenerator<ChatDeltaEvent> {}
