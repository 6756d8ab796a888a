import type { Json, Part } from "@toolwright/core";
import { fieldIn, isFields, textIn } from "./fields.ts";
import type { SaidMessage, ThreadPart, ThreadText } from "./thread-message.ts";

/** Whether a piece of a run is something that the model said or thought. */
export function isText(part: ThreadPart): part is ThreadText {
  return part.type === "text" || part.type === "reasoning";
}

/** A message that was said while a run goes on, as a frame brings it; nothing for what is none. */
export function saidIn(value: unknown): readonly SaidMessage[] {
  const messageId = textIn(value, "messageId");
  const content = fieldIn(value, "content");
  if (messageId === undefined) return [];
  if (typeof content === "string") return [{ messageId, content }];
  return Array.isArray(content) ? [{ messageId, content: content.flatMap(partIn) }] : [];
}

function partIn(value: Json): readonly Part[] {
  const [text, data, mediaType] = ["text", "data", "mediaType"].map((name) => textIn(value, name));
  if (!isFields(value)) return [];
  if (value.type === "text" && text !== undefined) return [{ type: "text", text }];
  if (value.type === "image" && data !== undefined && mediaType !== undefined)
    return [{ type: "image", data, mediaType }];
  if ((value.type === "file" || value.type === "audio") && mediaType !== undefined)
    return [{ type: value.type, mediaType, ...given(value, "data", "name", "ref") }];
  return [];
}

function given(value: Json, ...names: readonly ("data" | "name" | "ref")[]) {
  const texts = names.map((name) => [name, textIn(value, name)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}
