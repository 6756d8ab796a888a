import type { AssistantMessage, Json, JsonObject, LlmCompletionResult, LlmToolCall } from "@toolwright/core";
import { isJsonObject, jsonIn } from "@toolwright/core/internal";
import { fieldOf, listOf, textOf } from "../openai-compatible/wire/json-field.ts";
import type { ProgramNews } from "../programs/unfinished-programs.ts";

/**
 * The caller of a call that a program makes, as it goes back with the call and with its output. Undefined for a call
 * that the model makes itself. In the words of openai-node, `ResponseFunctionToolCall.caller`.
 */
export function programCaller(item: Json): JsonObject | undefined {
  const caller = fieldOf(item, "caller");
  return isJsonObject(caller) && caller.type === "program" ? caller : undefined;
}

/** An answer whose calls say which program makes them. The state that is kept of it holds its items in their order. */
export function withPrograms(completion: LlmCompletionResult): LlmCompletionResult {
  if (completion.finishReason !== "tool_calls") return completion;
  const programs = new Map<string, string>();
  for (const item of itemsOf(completion.message)) {
    const caller = programCaller(item);
    if (caller !== undefined) programs.set(textOf(item, "call_id"), textOf(caller, "caller_id"));
  }
  if (programs.size === 0) return completion;
  const named = (call: LlmToolCall) => {
    const programId = programs.get(call.id) ?? "";
    return programId === "" ? call : { ...call, programId };
  };
  const toolCalls = completion.toolCalls.map(named);
  return { ...completion, message: { ...completion.message, tool_calls: toolCalls }, toolCalls };
}

/** The programs that begin and end in a message of this model, by the items that are kept of it. */
export function programNews(message: AssistantMessage): ProgramNews {
  const items = itemsOf(message).flatMap((item): readonly JsonObject[] => {
    const program = programItem(item);
    return program === undefined ? [] : [program];
  });
  const idsOf = (type: string) =>
    items.filter((item) => textOf(item, "type") === type).map((item) => textOf(item, "call_id"));
  return { begun: idsOf("program"), ended: idsOf("program_output") };
}

/** A program, or what came of one, among the kept items: both stand there as they were sent. */
export function programItem(item: Json): JsonObject | undefined {
  if (typeof item !== "string" || !item.includes("program")) return undefined;
  const read = jsonIn(item);
  return isJsonObject(read) && ["program", "program_output"].includes(textOf(read, "type")) ? read : undefined;
}

function itemsOf({ providerState }: AssistantMessage): readonly Json[] {
  return listOf(fieldOf(providerState, "message"), "items");
}
