import type { ChatDeltaEvent, LlmCompletionResult, LlmError } from "@toolwright/core";
import { aborted, type OpenBody } from "../http/open-response.ts";
import { withLimit } from "../http/with-limit.ts";
import { readChunk } from "../wire/read-chunk.ts";
import { describeError } from "../wire/read-error.ts";
import type { Answer } from "./answer.ts";
import { EventReader, type ServerEvent } from "./event-reader.ts";
import { parseData } from "./parse-data.ts";

export interface ReadAnswerOptions {
  readonly answer: Answer;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds. */
  readonly betweenBytesMs: number;
  show(events: readonly ChatDeltaEvent[]): void;
}

/** A longer answer is broken off; this also bounds what an unread stream holds. */
const longestAnswerBytes = 128 * 1024 * 1024;

const tooLong: LlmError = { code: "invalid_stream", message: "The server sent more than 128 MiB for one answer." };

const tooDeep: LlmError = {
  code: "invalid_stream",
  message: "The server sent JSON that nests more than 1,000 levels.",
};

const noAnswer: LlmError = {
  code: "invalid_stream",
  message: "The server answered with JSON that holds no message: check the base URL.",
};

/** How the reading of an answer can end: it is whole, or it stopped for a reason. */
type End = { readonly kind: "whole" } | { readonly kind: "broken"; readonly error: LlmError };

/** Why no more bytes come. */
type Silence = "ended" | "dropped" | "timeout" | "aborted" | "too long";

/** Reads an answer to its end and returns what it came to. */
export async function readAnswer(body: OpenBody, options: ReadAnswerOptions): Promise<LlmCompletionResult> {
  const { answer } = options;
  const end = await readToEnd(body, options);
  if (end.kind === "whole") void leave(body);
  else body.stop();
  return end.kind === "whole" ? answer.settle() : answer.fail(end.error);
}

/** Gives the body a moment to end by itself, so that its connection can be used again. */
async function leave(body: OpenBody): Promise<void> {
  const waited = await withLimit(body.read(), { ms: 250, signal: undefined });
  if (waited.kind !== "value" || !waited.value.done) body.stop();
}

async function readToEnd(body: OpenBody, options: ReadAnswerOptions): Promise<End> {
  const events = new EventReader();
  let piece: Silence | Uint8Array = body.first.done ? "ended" : body.first.value;
  for (
    let left = longestAnswerBytes;
    typeof piece !== "string";
    piece = left > 0 ? await next(body, options) : "too long"
  ) {
    left -= piece.byteLength;
    const end = takeAll(events.read(piece), options);
    if (end !== undefined) return end;
  }
  if (piece === "aborted") return broken(aborted);
  if (piece === "too long") return broken(tooLong);
  const end = takeAll(events.end({ isCut: piece !== "ended" }), options);
  if (end !== undefined) return end;
  return options.answer.hasFinish ? { kind: "whole" } : broken(describeSilence(piece, options));
}

async function next(body: OpenBody, { signal, betweenBytesMs }: ReadAnswerOptions): Promise<Silence | Uint8Array> {
  const waited = await withLimit(body.read(), { ms: betweenBytesMs, signal });
  if (waited.kind === "failed") return "dropped";
  if (waited.kind !== "value") return waited.kind;
  return waited.value.done ? "ended" : waited.value.value;
}

function describeSilence(silence: "ended" | "dropped" | "timeout", { betweenBytesMs }: ReadAnswerOptions): LlmError {
  if (silence === "timeout") {
    return { code: "timeout", message: `The server sent nothing for ${betweenBytesMs / 1000} s in mid-answer.` };
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
  if (parsed.kind === "not json") return event.isCut === true ? undefined : broken(notJson(event.data));
  const { value } = parsed;
  if (event.isError) return broken({ code: "http", message: `The server reported an error: ${describeError(value)}` });
  const chunk = readChunk(value);
  if ("code" in chunk) return broken(chunk);
  show(answer.add(chunk));
  if (event.isBody !== true) return undefined;
  return chunk.isWhole ? { kind: "whole" } : broken(noAnswer);
}

function broken(error: LlmError): End {
  return { kind: "broken", error };
}

function notJson(data: string): LlmError {
  return { code: "invalid_stream", message: `The server streamed data that is not JSON: ${data}` };
}
