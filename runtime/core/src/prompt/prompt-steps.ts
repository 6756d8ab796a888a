import type { ActivityStream } from "../journal/activity-stream.ts";
import { isLive, type JournalEvent } from "../journal/event.ts";
import { callPart, type StepPart, type StepRecord, stepRecords } from "../journal/step-records.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { ModelObserver } from "../loop/model-observer.ts";
import type { AssistantMessage, Message, ToolMessage } from "../model/messages.ts";
import { outputValue } from "../result/output-text.ts";
import type { Part } from "../result/part.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { ARGUMENT_LIMITS } from "../schema/decode/decode-arguments.ts";
import { parseJson } from "../schema/decode/parse-json.ts";

/** A tool's result in the input of the step after it. */
export interface ToolResultPart {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly result: Json;
}

/** A message as a step shows it. */
export type PromptStepMessage =
  | { readonly role: "system" | "user"; readonly content: string | readonly Part[] }
  | { readonly role: "assistant"; readonly content: string | readonly StepPart[] }
  | { readonly role: "tool"; readonly content: readonly ToolResultPart[] };

/** A step record whose messages are written as steps show them. */
export interface PromptStep extends Omit<StepRecord, "input"> {
  readonly input: { readonly prompt: readonly PromptStepMessage[] };
}

/**
 * The steps of the last run of these events. Of the tools that `formats` names, results are shown as they were
 * formatted.
 */
export function promptSteps({ list, whole }: OwnEvents, formats: (toolName: string) => boolean): PromptStep[] {
  const results = new Map<string, Json>();
  for (const { type, data } of list) {
    if (type !== "tool_call_end") continue;
    const { toolCallId, toolName, result, content } = data;
    const isFormatted = typeof content === "string" && formats(toolName);
    results.set(toolCallId, isFormatted ? formattedValue(content) : wholeValue(toolCallId, result, whole));
  }
  return stepRecords(list).map((record) => ({ ...record, input: { prompt: shown(record.input.prompt, results) } }));
}

/** An event holds less of a long output than the program is given. */
function wholeValue(toolCallId: string, { output }: ToolResult, whole: ReadonlyMap<string, Json>): Json {
  return whole.get(toolCallId) ?? outputValue(output);
}

/** What a tool formatted as an object or a list is shown as one. */
function formattedValue(content: string): Json {
  const parsed = /^[[{]/.test(content) ? parseJson(content, ARGUMENT_LIMITS) : undefined;
  return parsed?.ok ? parsed.value : content;
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
  const calls = tool_calls.map(callPart);
  return content === "" ? calls : [{ type: "text", text: content }, ...calls];
}

/** A call that has ended. */
export interface LastTool {
  readonly toolName: string;
  readonly args: JsonObject;
  readonly output: Json;
}

/** The last call, in call order, of the newest step that made one. */
export function lastTool({ list: events, whole }: OwnEvents): LastTool | null {
  const ends = new Map<string, Json>();
  const starts = new Map<string, JsonObject>();
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event?.type === "tool_call_end")
      ends.set(event.data.toolCallId, wholeValue(event.data.toolCallId, event.data.result, whole));
    if (event?.type === "tool_call_start") starts.set(event.data.toolCallId, event.data.arguments);
    const call = event?.type === "assistant_message" ? event.data.message.tool_calls?.at(-1) : undefined;
    if (call === undefined) continue;
    return { toolName: call.function.name, args: starts.get(call.id) ?? {}, output: ends.get(call.id) ?? null };
  }
  return null;
}

/** Keeps the stored events of one run, out of a stream that may hold other runs too, and the outputs that they cut. */
export class OwnEvents {
  #events: JournalEvent[] = [];
  #whole = new Map<string, Json>();
  #stop: (() => void) | undefined;

  get list(): readonly JournalEvent[] {
    return this.#events;
  }

  /** Outputs that are longer than what an event holds, by the ids of their calls. */
  get whole(): ReadonlyMap<string, Json> {
    return this.#whole;
  }

  /** Hears of whole outputs beside the observer of the program. */
  observing(observer: ModelObserver | undefined): ModelObserver {
    return (call) => {
      const own = observer?.(call);
      const whole = this.#whole;
      return {
        ended: (completion) => own?.ended(completion),
        settled: (calls) => {
          for (const { toolCallId, result } of calls)
            if (result.ref !== undefined) whole.set(toolCallId, outputValue(result.output));
          own?.settled(calls);
        },
      };
    };
  }

  /** Begins anew, with the events that `isOwn` picks. */
  watch(activity: ActivityStream, isOwn: (runId: string) => boolean): void {
    this.#stop?.();
    const events: JournalEvent[] = [];
    this.#events = events;
    this.#whole = new Map();
    this.#stop = activity.listen("*", (event) => {
      if (!isLive(event.type) && isOwn(event.runId)) events.push(event);
    });
  }

  /** Ends it; what is kept stays. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}
