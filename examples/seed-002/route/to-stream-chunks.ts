import type { AiEvent } from "@toolwright/core";
import type { GraphFinal, GraphRun } from "@toolwright/core/graph";
import type { AssistantStreamChunk } from "assistant-stream";

/**
 * A run as chunks of assistant-stream, one part for each text and each call, in the order of the events.
 * The chunks are made here and not by `controller.addToolCallPart()`, which loses their order while two calls are open
 * (see the test); that of assistant-stream 0.3.44 loses arguments, too.
 */
export async function* toStreamChunks({ stream, final }: GraphRun): AsyncGenerator<AssistantStreamChunk> {
  const parts = new Parts();
  for await (const event of stream) yield* parts.add(event);
  yield* parts.closeText();
  yield endOf(await final);
}

class Parts {
  #next = 0;
  #text: number | undefined;
  readonly #calls = new Map<string, number>();

  *add(event: AiEvent): Generator<AssistantStreamChunk> {
    if (event.type === "text_delta") yield* this.#addText(event.delta);
    if (event.type === "tool_call_start") yield* this.#start(event);
    if (event.type === "tool_call_result") yield* this.#settle(event);
  }

  *closeText(): Generator<AssistantStreamChunk> {
    if (this.#text === undefined) return;
    yield { path: [this.#text], type: "part-finish" };
    this.#text = undefined;
  }

  *#addText(textDelta: string): Generator<AssistantStreamChunk> {
    if (this.#text === undefined) {
      this.#text = this.#next++;
      yield { path: [], type: "part-start", part: { type: "text" } };
    }
    yield { path: [this.#text], type: "text-delta", textDelta };
  }

  *#start({
    toolCallId,
    toolName,
    args,
  }: Extract<AiEvent, { type: "tool_call_start" }>): Generator<AssistantStreamChunk> {
    yield* this.closeText();
    const path = [this.#next++];
    this.#calls.set(toolCallId, path[0] ?? 0);
    yield { path: [], type: "part-start", part: { type: "tool-call", toolCallId, toolName } };
    yield { path, type: "text-delta", textDelta: JSON.stringify(args) };
    yield { path, type: "tool-call-args-text-finish" };
  }

  *#settle({
    toolCallId,
    result,
    isError,
  }: Extract<AiEvent, { type: "tool_call_result" }>): Generator<AssistantStreamChunk> {
    const place = this.#calls.get(toolCallId);
    if (place === undefined) return;
    this.#calls.delete(toolCallId);
    yield { path: [place], type: "result", result, isError };
    yield { path: [place], type: "part-finish" };
  }
}

const FAILED = "The answer could not be finished.";

/** Never `tool-calls`, for which a client would wait; and no text of a provider. */
function endOf(final: GraphFinal): AssistantStreamChunk {
  if (!final.ok) return { path: [], type: "error", error: FAILED, code: final.error.code };
  const finishReason = final.finishReason === "content_filter" ? "content-filter" : final.finishReason;
  return { path: [], type: "message-finish", finishReason, usage: { ...final.usage } };
}
