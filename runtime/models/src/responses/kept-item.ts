import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { fieldOf, listOf, textOf } from "../openai-compatible/wire/json-field.ts";
import { withoutArguments } from "./own-call.ts";

/**
 * An item as it is kept beside its message. What the history has itself, the text of a message and the arguments of a
 * call, is left out, because the history masks secrets in it; everything else is kept as it was sent.
 */
export function keptForm(raw: string, item: Json, isOurs: boolean): Json {
  if (!isJsonObject(item)) return raw;
  if (isOurs) return withoutArguments(item);
  if (item.type !== "message") return raw;
  const lengths = listOf(item, "content").map((part) => saidIn(part).length);
  return { ...item, content: listOf(item, "content").map(withoutText), lengths };
}

/** What a part of a message says: a text, or a refusal. */
export function saidIn(part: Json): string {
  return textOf(part, "text") || textOf(part, "refusal");
}

function withoutText(part: Json): Json {
  if (!isJsonObject(part)) return part;
  const { logprobs, ...rest } = part;
  return {
    ...rest,
    ...(typeof rest.text === "string" ? { text: "" } : {}),
    ...(typeof rest.refusal === "string" ? { refusal: "" } : {}),
  };
}

/** Parts a text into those of several messages as they were; undefined where it is another text by now. */
export function textsOf(messages: readonly Json[], text: string): readonly (readonly string[])[] | undefined {
  let at = 0;
  const parted = messages.map((message) => {
    const lengths = listOf(message, "lengths").map(Number);
    if (at > 0 && lengths.some((length) => length > 0)) at += SEPARATOR.length;
    return lengths.map((length) => text.slice(at, (at += length)));
  });
  return at === text.length ? parted : undefined;
}

/** Between the texts of two messages of one answer. */
export const SEPARATOR = "\n\n";

/** A kept message with the texts of its parts. */
export function withTexts(message: JsonObject, texts: readonly string[]): JsonObject {
  const { lengths, ...item } = message;
  return { ...item, content: listOf(message, "content").map((part, at) => withText(part, texts[at] ?? "")) };
}

function withText(part: Json, said: string): Json {
  if (!isJsonObject(part)) return part;
  const key = fieldOf(part, "text") === "" ? "text" : "refusal";
  return fieldOf(part, key) === "" ? { ...part, [key]: said } : part;
}
