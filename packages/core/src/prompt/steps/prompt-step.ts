import type { JournalEvent } from "../../journal/event.ts";
import { type StepPart, type StepRecord, stepRecords } from "../../journal/step-records.ts";
import type { Json } from "../../json/json.ts";
import type { AssistantMessage, Message, ToolMessage } from "../../model/messages.ts";
import type { Part } from "../../result/part.ts";
import { outputValue } from "./last-tool.ts";

/** A tool's result in the input of the step after it. */
export interface ToolResultPart {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly result: Json;
}

/** A message as 000 shows it. */
export type PromptStepMessage =
  | { readonly role: "system" | "user"; readonly content: string | readonly Part[] }
  | { readonly role: "assistant"; readonly content: string | readonly StepPart[] }
  | { readonly role: "tool"; readonly content: readonly ToolResultPart[] };

/** A step record whose messages are written as 000 shows them. */
export interface PromptStep extends Omit<StepRecord, "input"> {
  readonly input: { readonly prompt: readonly PromptStepMessage[] };
}

/** The steps of the last run of these events. */
export function promptSteps(events: readonly JournalEvent[]): PromptStep[] {
  const results = new Map<string, Json>();
  for (const { type, data } of events) {
    if (type === "tool_call_end") results.set(data.toolCallId, outputValue(data.result.output));
  }
  return stepRecords(events).map((record) => ({ ...record, input: { prompt: shown(record.input.prompt, results) } }));
}

function shown(messages: readonly Message[], results: ReadonlyMap<string, Json>): PromptStepMessage[] {
  const names = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === "tool") return { role: "tool", content: [resultPart(message, { names, results })] };
    if (message.role !== "assistant") return { role: message.role, content: message.content };
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
    return { role: "assistant", content: assistantContent(message) };
  });
}

interface Known {
  readonly names: ReadonlyMap<string, string>;
  readonly results: ReadonlyMap<string, Json>;
}

/** The result as the tool gave it; what the model read, where only that is known. */
function resultPart({ tool_call_id: toolCallId, content }: ToolMessage, { names, results }: Known): ToolResultPart {
  const read: Json = typeof content === "string" ? content : content.map((part) => ({ ...part }));
  const result = results.has(toolCallId) ? (results.get(toolCallId) ?? null) : read;
  return { type: "tool-result", toolCallId, toolName: names.get(toolCallId) ?? "", result };
}

function assistantContent({ content, tool_calls }: AssistantMessage): string | StepPart[] {
  if (tool_calls === undefined) return content;
  const calls = tool_calls.map((call): StepPart => {
    const input: unknown = JSON.parse(call.function.arguments);
    return { type: "tool-call", toolCallId: call.id, toolName: call.function.name, input };
  });
  return content === "" ? calls : [{ type: "text", text: content }, ...calls];
}
