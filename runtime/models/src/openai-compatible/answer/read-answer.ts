import type { ChatDeltaEvent, Json, LlmCompletionResult, LlmError } from "@toolwright/core";
import { jsonIn } from "@toolwright/core/internal";
import { leave } from "../http/leave.ts";
import { aborted, type OpenBody } from "../http/open-response.ts";
import type { TimeLimits } from "../http/time-limits.ts";
import { withLimit } from "../http/with-limit.ts";
import { describeError } from "../wire/read-error.ts";
import type { Answer } from "./answer.ts";
import { notJson } from "./answer-notes.ts";
import { EventReader, type ServerEvent } from "./event-reader.ts";

export interface ReadAnswerOptions {
  readonly answer: Answer;
  readonly signal: AbortSignal | undefined;
  readonly limits: Pick<TimeLimits, "firstContentMs" | "betweenBytesMs" | "quietMs">;
  readonly size: AnswerSize;
  show(events: readonly ChatDeltaEvent[]): void;
}

/** How long an answer may get before it is cut. */
export interface AnswerSize {
  /** Pieces of text, reasoning or arguments, about one for each token, and every 64 letters of a longer one. */
  readonly tokens: number;
  /** Bytes of the response, which also bounds what an unread stream holds. */
  readonly bytes: number;
}

const tooDeep: LlmError = {
  code: "invalid_stream",
  message: "The server sent JSON that nests more than 1,000 levels.",
};

/** How the reading of an answer can end: it is whole, too long, or it stopped for a reason. */
type End =
  | { readonly kind: "whole" }
  | { readonly kind: "too long"; readonly bound: string }
  | { readonly kind: "broken"; readonly error: LlmError };

/** Why no more bytes come. */
type Silence = "ended" | "dropped" | "timeout" | "aborted" | "too long";

/** Reads an answer to its end and returns what it came to. */
export async function readAnswer(body: OpenBody, options: ReadAnswerOptions): Promise<LlmCompletionResult> {
  const { answer } = options;
  const end = await readToEnd(body, options);
  if (end.kind === "whole") void leave(body);
  else body.stop();
  if (end.kind === "broken") return answer.fail(end.error);
  return end.kind === "whole" ? answer.settle() : answer.cut(end.bound);
}

async function readToEnd(body: OpenBody, options: ReadAnswerOptions): Promise<End> {
  const { size, answer } = options;
  const events = new EventReader();
  const heard = new Heard(options);
  let piece: Silence | Uint8Array = body.first.done ? "ended" : body.first.value;
  for (let left = size.bytes; typeof piece !== "string"; piece = left > 0 ? await next(body, options) : "too long") {
    left -= piece.byteLength;
    const end = takeAll(events.read(piece), { ...options, show: heard.show }) ?? heard.end();
    if (end !== undefined) return end;
    if (answer.tokens > size.tokens) return { kind: "too long", bound: `${shown(size.tokens)} tokens` };
  }
  if (piece === "aborted") return broken(aborted);
  if (piece === "too long") return { kind: "too long", bound: `${shown(size.bytes)} bytes` };
  const end = takeAll(events.end({ isCut: piece !== "ended" }), options);
  if (end !== undefined) return end;
  if (answer.hasFinish) return { kind: "whole" };
  return broken(answer.skipped === undefined ? describeSilence(piece, options) : notJson(answer.skipped));
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}

async function next(body: OpenBody, options: ReadAnswerOptions): Promise<Silence | Uint8Array> {
  const waited = await withLimit(body.read(), { ms: patience(options), signal: options.signal });
  if (waited.kind === "failed") return "dropped";
  if (waited.kind !== "value") return waited.kind;
  return waited.value.done ? "ended" : waited.value.value;
}

/** Milliseconds: a model may take longer to read than to go on writing. */
function patience({ answer, limits }: ReadAnswerOptions): number {
  return answer.pieces === 0 ? limits.firstContentMs : limits.betweenBytesMs;
}

/** When something was brought to show: a server that only says it is there may do so for ever. */
class Heard {
  readonly #options: ReadAnswerOptions;
  #at = performance.now();

  constructor(options: ReadAnswerOptions) {
    this.#options = options;
  }

  readonly show: ReadAnswerOptions["show"] = (events) => {
    if (events.length > 0) this.#at = performance.now();
    this.#options.show(events);
  };

  end(): End | undefined {
    const ms = this.#options.limits.quietMs;
    if (performance.now() - this.#at <= ms) return undefined;
    const message = `The server sent nothing but signs of life for ${ms / 1000} s.`;
    return broken({ code: "timeout", message });
  }
}

function describeSilence(silence: "ended" | "dropped" | "timeout", options: ReadAnswerOptions): LlmError {
  if (silence === "timeout") {
    const where = options.answer.pieces === 0 ? "after the headers of its answer" : "in mid-answer";
    const message = `The server sent nothing for ${patience(options) / 1000} s ${where}: betweenBytesTimeoutMs is the limit.`;
    return { code: "timeout", message };
  }
  const how = silence === "dropped" ? "The connection broke" : "The stream ended";
  return {
    code: "incomplete_stream",
    message: `${how} before the answer was complete: no finish reason and no [DONE] came.`,
  };
}

function takeAll(events: readonly ServerEvent[], options: ReadAnswerOptions): End | undefined {
  for (const event of events) {
    const end = take(event, options);
    if (end !== undefined) return end;
  }
  return undefined;
}

function take(event: ServerEvent, { answer, show }: ReadAnswerOptions): End | undefined {
  if (event.kind === "invalid") return broken({ code: "invalid_stream", message: event.message });
  if (event.data.trim() === "[DONE]") return { kind: "whole" };
  const parsed = parseData(event.data);
  if (parsed.kind === "too deep") return broken(tooDeep);
  if (parsed.kind === "not json") return takeText(event, answer);
  const { value } = parsed;
  if (event.isError) return broken({ code: "http", message: `The server reported an error: ${describeError(value)}` });
  const taken = answer.take({ value, text: event.data, isBody: event.isBody === true });
  if (taken.kind === "broken") return taken;
  show(taken.events);
  return taken.kind === "whole" ? { kind: "whole" } : undefined;
}

/** Data that is no JSON. Whether a piece that was lost belonged to a call is known only at the end. */
function takeText({ data, isError, isCut, isBody }: DataEvent, answer: Answer): End | undefined {
  if (isError) return broken({ code: "http", message: `The server reported an error: ${data}` });
  if (isCut === true) return undefined;
  if (isBody === true) return broken(notJson(data));
  answer.skip(data);
  return undefined;
}

type DataEvent = Extract<ServerEvent, { kind: "data" }>;

function broken(error: LlmError): End {
  return { kind: "broken", error };
}

/** What one event's data holds. */
type ParsedData =
  | { readonly kind: "json"; readonly value: Json }
  | { readonly kind: "not json" }
  | { readonly kind: "too deep" };

/** Data may nest this deep: ten times what a call's arguments may, and far from what overflows a stack. */
const deepest = 1_000;

/** Parses the data of an event. Never throws. */
function parseData(text: string): ParsedData {
  const value = jsonIn(text);
  if (value === undefined) return { kind: "not json" };
  return isDeeper(value, deepest) ? { kind: "too deep" } : { kind: "json", value };
}

function isDeeper(value: Json, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values<Json>(value).some((inner) => isDeeper(inner, levels - 1));
}
