import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmToolCall,
  LlmWarning,
} from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { CallHold } from "./call-hold.ts";
import {
  type FoundTextCalls,
  findBrokenCall,
  findTextCalls,
  findWholeCalls,
  type TextCall,
} from "./find-text-calls.ts";
import { isQuotation } from "./is-quotation.ts";
import { findMarkupCall } from "./markup-call.ts";
import { quotedText, type StayedText, stayedText, TAKEN } from "./text-call-notes.ts";

/** What becomes of calls that a model writes as text. */
export interface TextCallOptions {
  /**
   * Calls of offered tools that a model writes at the end of its text, bare, fenced or in `<tool_call>` tags, are taken
   * as calls. Default false: they stay text, and the run warns.
   */
  readonly textCalls?: boolean;
}

/**
 * Which of them are taken: none, those at the end of an answer, or only those that are a whole answer, which the run
 * tells.
 */
export type TakenTextCalls = "none" | "at the end" | "whole answers";

/** Those that a program wants taken, or `usually` where it says nothing. */
export function takenTextCalls({ textCalls }: TextCallOptions, usually: TakenTextCalls = "none"): TakenTextCalls {
  if (textCalls === undefined) return usually;
  return textCalls ? "at the end" : "none";
}

/** A completion in which calls that were written as text are taken as calls, or warned about. */
export function readTextCalls(
  completion: Completion,
  params: CompletionStreamParams,
  taken: TakenTextCalls,
): Completion {
  const offered = new Set(params.tools?.map((tool) => tool.function.name));
  if (offered.size === 0 || params.toolChoice === "none") return completion;
  const reading = { params, offered, taken: isInForm(params) && taken === "whole answers" ? "none" : taken } as const;
  const final = completion.final.then((result) => read(result, reading));
  return { final, stream: reading.taken === "none" ? completion.stream : held(completion.stream, final, reading) };
}

/** An answer that was asked for as data is data, even where it looks like a call. */
function isInForm({ responseFormat, response_format }: CompletionStreamParams): boolean {
  return (responseFormat ?? response_format) !== undefined;
}

interface Reading {
  readonly params: CompletionStreamParams;
  readonly offered: ReadonlySet<string>;
  readonly taken: TakenTextCalls;
}

function read(result: LlmCompletionResult, reading: Reading): LlmCompletionResult {
  if (result.finishReason !== "stop") return result;
  const { content } = result.message;
  const { offered, taken, params } = reading;
  const whole = taken === "whole answers" ? findWholeCalls(content, offered) : undefined;
  const found = whole ?? findTextCalls(content, offered);
  if (found === undefined) return warned(result, unreadable(content, reading));
  const lead = content.slice(0, found.start);
  const isQuoted = isQuotation({ lead, calls: found.calls }, params.messages);
  const why = whyNotTaken(found, result, reading);
  if (why === undefined && !isQuoted) {
    return { ...asCalls(result, found.calls, lead), ...warnings(result, whole === undefined ? undefined : TAKEN) };
  }
  const names = found.calls.map(({ name }) => name);
  if (isQuoted) return found.isLast ? warned(result, quotedText(names)) : result;
  const spelling = spellingOf(content.slice(found.start));
  return warned(result, stayedText({ names, spelling, why: why ?? "not taken" }));
}

/** Why calls stay text that are no quotation; undefined for those that are taken. */
function whyNotTaken(
  { isLast, start }: FoundTextCalls,
  { message, warnings }: LlmCompletionResult,
  { taken }: Reading,
): StayedText | undefined {
  if (!isLast) return "words after";
  if (taken === "none") return "not taken";
  if (warnings?.some(({ code }) => code === "frame_skipped")) return "piece lost";
  return taken === "whole answers" && message.content.slice(0, start).trim() !== "" ? "words before" : undefined;
}

function spellingOf(written: string): string {
  if (/^\s*```/.test(written)) return "JSON in a fence";
  if (/^\s*[[{]\s*["{]/.test(written)) return "bare JSON";
  return /^\s*<\/?[a-z_]+>/.test(written) ? "JSON in tags" : "a model's own marks";
}

/** The warning of a call that no text makes readable; undefined where there is none. */
function unreadable(content: string, { offered, params }: Reading): LlmWarning | undefined {
  const markup = findMarkupCall(content, offered);
  const found = markup ?? findBrokenCall(content, offered);
  if (found === undefined) return undefined;
  const { name, start } = found;
  const calls = [{ name, arguments: content.slice(start, start + 200) }];
  if (isQuotation({ lead: content.slice(0, start), calls }, params.messages)) return undefined;
  const spelling = markup?.spelling ?? spellingOf(content.slice(start));
  return stayedText({ names: [name], spelling, why: markup === undefined ? "broken JSON" : "markup" });
}

function warned(result: LlmCompletionResult, warning: LlmWarning | undefined): LlmCompletionResult {
  return { ...result, ...warnings(result, warning) };
}

function warnings(result: LlmCompletionResult, warning: LlmWarning | undefined): Pick<LlmCompletionResult, "warnings"> {
  return warning === undefined ? {} : { warnings: [...(result.warnings ?? []), warning] };
}

function asCalls(result: LlmCompletionResult, calls: readonly TextCall[], lead: string): LlmCompletionResult {
  const toolCalls = calls.map(
    (call): LlmToolCall => ({ id: "", type: "function", function: { name: call.name, arguments: call.arguments } }),
  );
  const content = lead.trim() === "" ? "" : lead;
  const { message, model, usage, warnings } = result;
  return {
    message: { ...message, content, tool_calls: toolCalls },
    model,
    finishReason: "tool_calls",
    toolCalls,
    ...present({ usage, warnings }),
  };
}

/** The stream without the text that turns out to be calls. */
async function* held(
  stream: AsyncIterable<ChatDeltaEvent>,
  final: Promise<LlmCompletionResult>,
  { offered, taken }: Reading,
): AsyncGenerator<ChatDeltaEvent> {
  const hold = new CallHold(offered, { isWhole: taken === "whole answers" });
  for await (const event of stream) {
    if (event.type === "text_delta") yield* text(hold.add(event.delta));
    else {
      yield* text(hold.flush());
      yield event;
    }
  }
  const { message, toolCalls = [] } = await final;
  // Real calls have let out what was held; of calls that were text, only what stands before them is left to show.
  const { shown } = hold;
  const rest = hold.flush();
  if (toolCalls.length === 0 || rest === "") yield* text(rest);
  else yield* [...text(message.content.slice(shown)), ...toolCalls.map(toDelta)];
}

function toDelta(call: LlmToolCall, index: number): ChatDeltaEvent {
  return { type: "tool_call_delta", delta: { index, function: call.function } };
}

function text(delta: string): ChatDeltaEvent[] {
  return delta === "" ? [] : [{ type: "text_delta", delta }];
}
