import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmToolDefinition,
  Message,
  ModelPort,
} from "@toolwright/core";
import { aText, checkOptions, isJsonObject, objectIn, SUMMARY_TASK, TITLE_TASK } from "@toolwright/core/internal";
import type { PlannedCall } from "./choose-tool.ts";
import { plan } from "./plan.ts";
import { readConversation } from "./read-conversation.ts";
import { boundedResult } from "./report.ts";

/** Options of {@link offline}. */
export interface OfflineOptions {
  /** A sentence of the host's own, put at the end of each answer; for example how to use a real model. */
  readonly contextNote?: string;
}

const NAME = "offline";
const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

/**
 * A stand-in for a language model that needs no key and no network: it matches the words of the last request to the
 * tools it is given, runs up to five links of a chain, and reports the results. Its answers say what it is.
 */
export function offline(options: OfflineOptions = {}): ModelPort {
  checkOptions<OfflineOptions>(options, {
    of: "offline",
    rules: { contextNote: aText },
    otherNames: { note: "contextNote" },
  });
  return { name: NAME, completionStream: (params) => complete(params, options) };
}

function complete(params: CompletionStreamParams, options: OfflineOptions): Completion {
  const result = answer(params, options);
  return { stream: deltas(result, params.signal), final: Promise.resolve(result) };
}

function answer(params: CompletionStreamParams, { contextNote }: OfflineOptions): LlmCompletionResult {
  if (params.signal?.aborted === true) return failure("aborted", "The request was cancelled.");
  try {
    if (String(params.messages[0]?.content).startsWith(TITLE_TASK))
      return failure("internal", "The planner names nothing.");
    const summary = summaryFor(params.messages);
    if (summary !== undefined) return saying([summary]);
    const { request, prior, notes } = readConversation(params.messages);
    const step = plan(request, offered(params), prior);
    if (step.kind === "call") return calling(step.call, params.messages.length);
    return saying([step.text, ...notes.map(boundedResult), ...(contextNote === undefined ? [] : [contextNote])]);
  } catch {
    return failure("internal", "The offline planner could not read the tool definitions or messages.");
  }
}

function offered({ tools = [], toolChoice }: CompletionStreamParams): readonly LlmToolDefinition[] {
  if (toolChoice === "none") return [];
  if (typeof toolChoice !== "object") return tools;
  return tools.filter((tool) => tool.function.name === toolChoice.function.name);
}

/** The id counts messages, so it is new in the conversation and the same on every run. */
function calling(call: PlannedCall, position: number): LlmCompletionResult {
  const { name } = call;
  const toolCall = {
    id: `offline_${position}`,
    type: "function",
    function: { name, arguments: JSON.stringify(call.arguments) },
  } as const;
  const message = { role: "assistant", content: "", tool_calls: [toolCall] } as const;
  return { message, model: NAME, usage: NO_USAGE, finishReason: "tool_calls", toolCalls: [toolCall] };
}

function saying(paragraphs: readonly string[]): LlmCompletionResult {
  const message = { role: "assistant", content: paragraphs.join("\n\n") } as const;
  return { message, model: NAME, usage: NO_USAGE, finishReason: "stop" };
}

function failure(code: "aborted" | "internal", message: string): LlmCompletionResult {
  return { message: { role: "assistant", content: "" }, model: NAME, finishReason: "error", error: { code, message } };
}

/** The result in pieces, as a model would send it: words, or a call's name and then its arguments. */
async function* deltas(result: LlmCompletionResult, signal: AbortSignal | undefined): AsyncGenerator<ChatDeltaEvent> {
  if (result.error !== undefined) yield { type: "error", error: result.error };
  for (const event of result.error === undefined ? pieces(result) : []) {
    if (signal?.aborted === true) return;
    yield event;
  }
}

function pieces({ message, toolCalls = [] }: LlmCompletionResult): ChatDeltaEvent[] {
  const words = message.content.match(/\s*\S+|\s+$/g) ?? [];
  return [
    ...words.map((delta): ChatDeltaEvent => ({ type: "text_delta", delta })),
    ...toolCalls.flatMap(({ id, function: { name, arguments: text } }, index): ChatDeltaEvent[] => [
      { type: "tool_call_delta", delta: { index, id, function: { name } } },
      { type: "tool_call_delta", delta: { index, function: { arguments: text } } },
    ]),
  ];
}

/** Words of a person and calls that a summary names, and characters of each word. */
const MOST = 20;
const MAX_SAID = 300;

/** What was said and called in the record of a request for a summary; undefined for any other request. */
function summaryFor([first, second]: readonly Message[]): string | undefined {
  if (first?.role !== "system" || typeof first.content !== "string" || !first.content.startsWith(SUMMARY_TASK)) return;
  if (second === undefined || typeof second.content !== "string") return;
  const lines = second.content
    .split("\n")
    .map(objectIn)
    .filter((line) => line !== undefined);
  const said = lines.flatMap(({ said_by: by, text }) => (by === "user" && typeof text === "string" ? [text] : []));
  const calls = lines.flatMap(({ calls: made }) => (Array.isArray(made) ? made.filter(isJsonObject) : []));
  const words = said.slice(-MOST).map((text) => `- The person said: ${text.slice(0, MAX_SAID).toWellFormed()}`);
  const called = calls.slice(-MOST).map(({ name, arguments: args }) => `- Called: ${name} ${args}`);
  return [...words, ...called].join("\n") || "Nothing was said.";
}
