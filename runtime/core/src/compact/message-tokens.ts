import { contentParts } from "../model/content-parts.ts";
import type { Message } from "../model/messages.ts";
import { isTaken } from "../model/taken.ts";
import { fileBytes } from "../result/file-part.ts";
import type { Part } from "../result/part.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** Bytes of one token, roughly. */
const BYTES_PER_TOKEN = 4;
/** What a message takes beside its words. */
const FRAME_TOKENS = 4;
/** What an image takes, whatever its file weighs. */
const IMAGE_TOKENS = 1_500;

/** What the line takes that stands in the place of a file. */
const LINE_TOKENS = 60;

/**
 * What a file takes: providers count pages of documents, 1,500 to 3,000 tokens each, and seconds of sound, 10 to 32.
 * Neither is known here, and both go with the bytes: 20 kB for a page, 16 kB for a second.
 */
const FILES = {
  file: { bytesPerToken: 8, least: 2_000, most: 200_000 },
  audio: { bytesPerToken: 500, least: 50, most: 50_000 },
};

/** Tokens of one message, roughly; of a file that is none of `takes`, those of the line that a model reads. */
export function messageTokens(message: Message, takes?: readonly string[]): number {
  let tokens = FRAME_TOKENS;
  for (const part of contentParts(message)) tokens += partTokens(part, takes);
  if (message.role !== "assistant") return tokens;
  for (const call of message.tool_calls ?? []) tokens += textTokens(call.function.arguments) + FRAME_TOKENS;
  return tokens;
}

/** Tokens of one part, roughly. */
export function partTokens(part: Part, takes?: readonly string[]): number {
  if (part.type === "text") return textTokens(part.text);
  if (part.type === "image") return IMAGE_TOKENS;
  if (part.data === undefined || (takes !== undefined && !isTaken(part, takes))) return LINE_TOKENS;
  const { bytesPerToken, least, most } = FILES[part.type];
  return Math.min(most, Math.max(least, Math.ceil(fileBytes(part) / bytesPerToken)));
}

/** Tokens of several messages, roughly. */
export function tokensIn(messages: readonly Message[], takes?: readonly string[]): number {
  return messages.reduce((tokens, message) => tokens + messageTokens(message, takes), 0);
}

function textTokens(text: string): number {
  return Math.ceil(utf8Length(text) / BYTES_PER_TOKEN);
}
