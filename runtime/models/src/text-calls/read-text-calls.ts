import type {
  ChatDeltaEvent,
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmToolCall,
  LlmWarning,
  Message,
} from "@toolwright/core";
import { contentText, present } from "@toolwright/core/internal";
import { CallHold } from "./call-hold.ts";
import { type FoundTextCalls, findTextCalls, type TextCall } from "./find-text-calls.ts";

/** What becomes of calls that a model writes as text. */
export interface TextCallOptions {
  /**
   * Calls of offered tools that a model writes at the end of its text, bare, fenced or in `<tool_call>` tags, are taken
   * as calls. Default false: they stay text, and the run warns.
   */
  readonly textCalls?: boolean;
}

/** A completion in which calls that were written as text are taken as calls, or warned about. */
export function readTextCalls(
  completion: Completion,
  params: CompletionStreamParams,
  { textCalls = false }: TextCallOptions,
): Completion {
  const offered = new Set(params.tools?.map((tool) => tool.function.name));
  if (offered.size === 0 || params.toolChoice === "none") return completion;
  const final = completion.final.then((result) => read(result, { params, offered, textCalls }));
  return { final, stream: textCalls ? held(completion.stream, final, offered) : completion.stream };
}

interface Reading {
  readonly params: CompletionStreamParams;
  readonly offered: ReadonlySet<string>;
  readonly textCalls: boolean;
}

function read(result: LlmCompletionResult, { params, offered, textCalls }: Reading): LlmCompletionResult {
  const { message, finishReason } = result;
  const found = finishReason === "stop" ? findTextCalls(message.content, offered) : undefined;
  if (found === undefined) return finishReason === "stop" ? warnOfMarkup(result, params, offered) : result;
  const lead = message.content.slice(0, found.start);
  const isQuoted = isQuotation({ lead, written: found.written }, params.messages);
  // A piece that was lost from the text may have been a piece of the call.
  const isWhole = result.warnings?.some(({ code }) => code === "frame_skipped") !== true;
  if (textCalls && found.isLast && !isQuoted && isWhole) return taken(result, found.calls, lead);
  if (isQuoted && !found.isLast) return result;
  return { ...result, warnings: [...(result.warnings ?? []), notTaken(found, isQuoted)] };
}

/** Spellings in tags say nothing of the types of their values, so such calls are never taken. */
function warnOfMarkup(
  result: LlmCompletionResult,
  { messages }: CompletionStreamParams,
  offered: ReadonlySet<string>,
): LlmCompletionResult {
  const { content } = result.message;
  const call = findMarkupCall(content, offered);
  if (call === undefined) return result;
  const { start, name } = call;
  const isQuoted = isQuotation(
    { lead: content.slice(0, start), written: [content.slice(start, start + 200)] },
    messages,
  );
  if (isQuoted) return result;
  const message = `The model wrote a call as text; its server does not parse it: ${name}. ${PARSER}.`;
  return { ...result, warnings: [...(result.warnings ?? []), { code: "text_call", message }] };
}

const PARSER =
  "Nothing was run. Start the server with its parser of tool calls (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice " +
  "and --tool-call-parser)";

function taken(result: LlmCompletionResult, calls: readonly TextCall[], lead: string): LlmCompletionResult {
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

function notTaken({ calls, isLast }: FoundTextCalls, isQuoted: boolean): LlmWarning {
  const names = [...new Set(calls.map(({ name }) => name))].slice(0, 5).join(", ");
  if (isQuoted) return { code: "text_call", message: `The answer ends in a call (${names}) that ${QUOTED}` };
  const what = isLast ? "; its server does not parse it" : ", and words after it";
  const message =
    `The model wrote a call as text${what}: ${names}. ` +
    `${PARSER}${isLast ? ", or take such texts as calls: textCalls: true, --text-calls" : ""}.`;
  return { code: "text_call", message };
}

const QUOTED =
  "is an example, or stands in what the model was given to read. It counts as a quotation; nothing was run.";

/** The stream without the text that turns out to be calls. */
async function* held(
  stream: AsyncIterable<ChatDeltaEvent>,
  final: Promise<LlmCompletionResult>,
  offered: ReadonlySet<string>,
): AsyncGenerator<ChatDeltaEvent> {
  const hold = new CallHold(offered);
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

/** A call in a spelling that only its model's own server can read. */
interface MarkupCall {
  readonly name: string;
  /** Where it begins, in UTF-16 units. */
  readonly start: number;
}

/** More than this of a text's end is not looked at, in UTF-16 units. */
const LONGEST = 256 * 1024;

/** The beginnings of calls on lines of their own; each has the name in its one group. */
const SPELLINGS = [
  /^ {0,3}(?:<tool_call>\s*)?<function=["']?([\w.:-]+)["']?>/gm,
  /^ {0,3}<tool_call>\s*([\w.:-]+)\s*<arg_key>/gm,
  /^ {0,3}(?:<[\w:｜]*(?:function|tool)_calls>\s*)?<(?:\w+:|｜DSML｜)?invoke name=["']([\w.:-]+)["']/gm,
  /^(?:.*<\|end\|>)? {0,3}(?:<\|start\|>assistant)?<\|channel\|>\w+ +to=functions\.([\w.:-]+)/gm,
  /^(?:.*<\|end\|>)? {0,3}<\|start\|>assistant +to=functions\.([\w.:-]+)/gm,
] as const;

/**
 * The first call of an offered tool that a text spells in tags (Qwen3-Coder, GLM, DeepSeek from 3.2 on, `invoke`) or in
 * Harmony's marks.
 */
function findMarkupCall(text: string, offered: ReadonlySet<string>): MarkupCall | undefined {
  const from = Math.max(0, text.length - LONGEST);
  const end = text.slice(from);
  const found = SPELLINGS.flatMap((spelling) => [...end.matchAll(spelling)])
    .map(({ 1: name = "", index }) => ({ name, start: from + index }))
    .filter(({ name }) => offered.has(name));
  return found.toSorted((one, other) => one.start - other.start)[0];
}

/** Sentences that lead to an example, not to a deed. */
const EXAMPLE = /\b(examples?|e\.g\.|for instance|such as|looks? like|would be|could be|format|schema|syntax)\b/i;

/** Calls at the end of a text, and what stands before them. */
interface Quoted {
  readonly lead: string;
  /** The JSON of each call. */
  readonly written: readonly string[];
}

/**
 * Whether calls at the end of a text are only shown to a person: the sentence before them says so, or they stand in
 * what the model was given to read. Taking those would let any file that is read out run tools.
 */
export function isQuotation({ lead, written }: Quoted, messages: readonly Message[]): boolean {
  const paragraph =
    lead
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? "";
  if (EXAMPLE.test(paragraph.slice(-300))) return true;
  const read = messages
    .filter(({ role }) => role === "user" || role === "tool")
    .map(({ content }) => bare(contentText(content)));
  return written.map(bare).some((call) => read.some((text) => text.includes(call)));
}

/** The marks that some models put into a call. */
const MARKS = /<[|｜][^<>]{1,40}[|｜]>|\[(?:TOOL_CALLS|ARGS)\]|\[CALL_ID\]\w*|```(?:json)?|functions\.|:\d+(?=\s*\{)/g;

/** Quoting changes blanks and marks, and tools put numbers before lines. */
function bare(text: string): string {
  return text
    .replace(MARKS, "")
    .replace(/^[^\S\n]*\d+[^\S\n]*[\t|→:]/gm, "")
    .replace(/[\s\\`>]+/g, "");
}
