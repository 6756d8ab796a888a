import type { ChatDeltaEvent, Completion, LlmCompletionResult } from "@toolwright/core";
import type { Expected } from "../fixtures/fixture.ts";

export interface Observed {
  readonly events: readonly ChatDeltaEvent[];
  readonly result: LlmCompletionResult;
}

/** Reads a completion to its end. */
export async function observe(completion: Completion): Promise<Observed> {
  const events: ChatDeltaEvent[] = [];
  for await (const event of completion.stream) events.push(event);
  return { events, result: await completion.final };
}

/** What a completion came to, in the form of a fixture's expectation. */
export function summarise({ events, result }: Observed): Expected {
  const { toolCalls, message, finishReason, droppedCalls, error } = result;
  const reasoning = events.map((event) => (event.type === "reasoning_delta" ? event.delta : "")).join("");
  return {
    finish: finishReason,
    ...(toolCalls === undefined
      ? {}
      : { calls: toolCalls.map((call) => [call.id, call.function.name, call.function.arguments] as const) }),
    ...(message.content === "" ? {} : { text: message.content }),
    ...(reasoning === "" ? {} : { reasoning }),
    ...(error === undefined ? {} : { error: error.code }),
    ...(droppedCalls === undefined ? {} : { dropped: droppedCalls }),
  };
}
