import type { LlmToolCall } from "../../model/messages.ts";
import type { ChatDeltaEvent, LlmCompletionResult, LlmError } from "../../model/model-port.ts";
import type { ScriptCall, ScriptStep } from "./script-step.ts";

/** What a stream shows of a step: reasoning, text and calls, each in a few pieces. */
export function eventsOf(step: ScriptStep): readonly ChatDeltaEvent[] {
  return [
    ...pieces(step.reasoning ?? "").map((delta): ChatDeltaEvent => ({ type: "reasoning_delta", delta })),
    ...pieces(step.text ?? "").map((delta): ChatDeltaEvent => ({ type: "text_delta", delta })),
    ...(step.toolCalls ?? []).flatMap(callEvents),
  ];
}

/** What a step comes to, by the same rules as a real model's answer. */
export function resultOf(step: ScriptStep, model: string): LlmCompletionResult {
  const { usage, toolCalls = [], text = "" } = step;
  const common = { model, ...(usage === undefined ? {} : { usage }) };
  const message = { role: "assistant", content: text } as const;
  const dropped = toolCalls.length === 0 ? {} : { droppedCalls: toolCalls.length };
  const error = errorOf(step);
  if (error !== undefined) return { ...common, ...dropped, message, finishReason: "error", error };
  const { finishReason } = step;
  if (finishReason === "length" || finishReason === "content_filter") {
    return { ...common, ...dropped, message, finishReason };
  }
  if (toolCalls.length === 0) return { ...common, message, finishReason: "stop" };
  const calls = toolCalls.map(toToolCall);
  return { ...common, message: { ...message, tool_calls: calls }, finishReason: "tool_calls", toolCalls: calls };
}

function errorOf({ error, finishReason }: ScriptStep): LlmError | undefined {
  if (typeof error === "string") return { code: "http", message: error };
  if (error !== undefined) return { ...error, code: error.code ?? "http" };
  return finishReason === "error" ? { code: "http", message: "The script lets this call fail." } : undefined;
}

function callEvents(call: ScriptCall, index: number): ChatDeltaEvent[] {
  const { id = "", name } = call;
  const opening = { index, ...(id === "" ? {} : { id }), function: { name } };
  const rest = pieces(argumentsOf(call)).map((text) => ({ index, function: { arguments: text } }));
  return [opening, ...rest].map((delta): ChatDeltaEvent => ({ type: "tool_call_delta", delta }));
}

function toToolCall(call: ScriptCall): LlmToolCall {
  const text = argumentsOf(call);
  const isNothing = text.trim() === "" || text.trim() === "null";
  return {
    id: call.id ?? "",
    type: "function",
    function: { name: call.name, arguments: isNothing ? "{}" : text },
  };
}

function argumentsOf({ arguments: given = "" }: ScriptCall): string {
  return typeof given === "string" ? given : JSON.stringify(given);
}

/** The text in at most four pieces of whole characters. */
function pieces(text: string): readonly string[] {
  const characters = [...text];
  const size = Math.max(1, Math.ceil(characters.length / 4));
  return [0, 1, 2, 3]
    .map((place) => characters.slice(place * size, (place + 1) * size).join(""))
    .filter((piece) => piece !== "");
}
