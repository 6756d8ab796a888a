import { randomBytes } from "node:crypto";
import type { ChatDeltaEvent, LlmCompletionResult, LlmToolCall, ModelPort } from "@toolwright/core";
import type { PlannedCall } from "../agent-commits.ts";

/** A call that somebody else than the model makes, under the id that it will have. */
export interface OwnCall extends PlannedCall {
  /** Default: a new one. */
  readonly id?: string;
}

/** Stands for the model in a run of one call that somebody else makes: it makes this call, and says nothing. */
export function oneCallModel(name: string, call: OwnCall): ModelPort {
  const asked: LlmToolCall = {
    id: call.id ?? newCallId(),
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  };
  return answering(name, {
    message: { role: "assistant", content: "", tool_calls: [asked] },
    model: name,
    finishReason: "tool_calls",
    toolCalls: [asked],
    usage: { inputTokens: 0, outputTokens: 0 },
  });
}

/** Stands for it once its call has been made: such a run is taken up to its end. */
export function silentModel(name: string): ModelPort {
  return answering(name, {
    message: { role: "assistant", content: "" },
    model: name,
    finishReason: "stop",
    usage: { inputTokens: 0, outputTokens: 0 },
  });
}

export function newCallId(): string {
  return `call_${randomBytes(9).toString("base64url")}`;
}

function answering(name: string, answer: LlmCompletionResult): ModelPort {
  return { name, completionStream: () => ({ stream: nothing(), final: Promise.resolve(answer) }) };
}

async function* nothing(): AsyncGenerator<ChatDeltaEvent> {}
