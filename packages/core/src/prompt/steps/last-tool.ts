import type { JournalEvent } from "../../journal/event.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import type { ToolOutput } from "../../result/output.ts";

/** A call that has ended. */
export interface LastTool {
  readonly toolName: string;
  readonly args: JsonObject;
  readonly output: Json;
}

/** The last call, in call order, of the newest step that made one. */
export function lastTool(events: readonly JournalEvent[]): LastTool | null {
  const ends = new Map<string, Json>();
  const starts = new Map<string, JsonObject>();
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event?.type === "tool_call_end") ends.set(event.data.toolCallId, outputValue(event.data.result.output));
    if (event?.type === "tool_call_start") starts.set(event.data.toolCallId, event.data.arguments);
    const call = event?.type === "assistant_message" ? event.data.message.tool_calls?.at(-1) : undefined;
    if (call === undefined) continue;
    return { toolName: call.function.name, args: starts.get(call.id) ?? {}, output: ends.get(call.id) ?? null };
  }
  return null;
}

/** An output as one value. */
export function outputValue(output: ToolOutput): Json {
  if (output.type === "text") return output.text;
  return output.type === "json" ? output.value : output.parts.map((part) => ({ ...part }));
}
