import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { fieldOf, pickFields } from "./json-field.ts";

const messageKeys = [
  "reasoning_content",
  "reasoning",
  "reasoning_details",
  "thinking_blocks",
  "provider_specific_fields",
  "extra_content",
];

/** The fields of a delta or message that its provider wants back beside the message. */
export function readMessageState(message: Json): JsonObject {
  return pickFields(message, messageKeys);
}

/**
 * Joins a message's state so far with the next piece: texts are appended, blocks continued, objects merged by key.
 * `before` belongs to one answer and is changed in place: copying it for each piece would be quadratic.
 */
export function mergeMessageState(before: JsonObject, next: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(next)) setOwn(before, key, mergeValue(fieldOf(before, key), value));
  return before;
}

function mergeValue(before: Json | undefined, next: Json): Json {
  if (typeof before === "string" && typeof next === "string") return before + next;
  if (Array.isArray(before) && Array.isArray(next)) return next.reduce<Json[]>(addBlock, before);
  if (isJsonObject(before) && isJsonObject(next)) return mergeNamedState(before, next);
  return next;
}

/** Joins named extras, such as a call's signature, in place; one that comes again unchanged is not doubled. */
export function mergeNamedState(before: JsonObject, next: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(next)) {
    const known = fieldOf(before, key);
    if (known !== value) setOwn(before, key, mergeValue(known, value));
  }
  return before;
}

// An assignment to `__proto__` would set no key.
function setOwn(target: JsonObject, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}

function addBlock(blocks: Json[], piece: Json): Json[] {
  const last = blocks.at(-1);
  if (isJsonObject(last) && isJsonObject(piece) && continues(last, piece)) joinBlock(last, piece);
  else blocks.push(piece);
  return blocks;
}

const streamedTexts = new Set(["text", "summary", "thinking"]);

function continues(last: JsonObject, piece: JsonObject): boolean {
  const isText = [...streamedTexts].some((key) => typeof fieldOf(last, key) === "string");
  const isOpen = (fieldOf(last, "signature") ?? "") === "";
  return isText && isOpen && last.type === piece.type && fieldOf(last, "index") === fieldOf(piece, "index");
}

function joinBlock(last: JsonObject, piece: JsonObject): void {
  for (const [key, value] of Object.entries(piece)) {
    const before = fieldOf(last, key);
    const isStreamed = streamedTexts.has(key) && typeof before === "string" && typeof value === "string";
    if (isStreamed) setOwn(last, key, before + value);
    else if (value !== null || before === undefined) setOwn(last, key, value);
  }
}
