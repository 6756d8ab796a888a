import { contentParts } from "../model/content-parts.ts";
import type { Message } from "../model/messages.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** Bytes of one token, roughly. */
const BYTES_PER_TOKEN = 4;
/** What a message takes beside its words. */
const FRAME_TOKENS = 4;
/** What an image takes, whatever its file weighs. */
const IMAGE_TOKENS = 1_500;

/** Tokens of one message, roughly. */
export function messageTokens(message: Message): number {
  let tokens = FRAME_TOKENS;
  for (const part of contentParts(message)) tokens += part.type === "text" ? textTokens(part.text) : IMAGE_TOKENS;
  if (message.role !== "assistant") return tokens;
  for (const call of message.tool_calls ?? []) tokens += textTokens(call.function.arguments) + FRAME_TOKENS;
  return tokens;
}

/** Tokens of several messages, roughly. */
export function tokensIn(messages: readonly Message[]): number {
  return messages.reduce((tokens, message) => tokens + messageTokens(message), 0);
}

function textTokens(text: string): number {
  return Math.ceil(utf8Length(text) / BYTES_PER_TOKEN);
}
