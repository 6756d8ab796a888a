import type { Json, JsonObject } from "@toolwright/core";
import { fieldOf, isObject, pickFields } from "./json-field.ts";

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

/** Joins a message's state so far with the next piece: texts are appended, blocks continued, objects merged by key. */
export function mergeMessageState(before: JsonObject, next: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(before));
  for (const [key, value] of Object.entries(next)) merged.set(key, mergeValue(merged.get(key), value));
  return Object.fromEntries(merged);
}

function mergeValue(before: Json | undefined, next: Json): Json {
  if (typeof before === "string" && typeof next === "string") return before + next;
  if (Array.isArray(before) && Array.isArray(next)) return next.reduce<Json[]>(addBlock, before);
  if (isObject(before) && isObject(next)) return mergeNamedState(before, next);
  return next;
}

/** Joins named extras, such as a call's signature; one that comes again unchanged is not doubled. */
export function mergeNamedState(before: JsonObject, next: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(before));
  for (const [key, value] of Object.entries(next)) {
    merged.set(key, merged.get(key) === value ? value : mergeValue(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

// The list belongs to one answer and grows by pieces: copying it for each would be quadratic.
function addBlock(blocks: Json[], piece: Json): Json[] {
  const last = blocks.at(-1);
  if (isObject(last) && isObject(piece) && continues(last, piece)) blocks[blocks.length - 1] = joinBlock(last, piece);
  else blocks.push(piece);
  return blocks;
}

const streamedTexts = new Set(["text", "summary", "thinking"]);

function continues(last: JsonObject, piece: JsonObject): boolean {
  const isText = [...streamedTexts].some((key) => typeof fieldOf(last, key) === "string");
  const isOpen = (fieldOf(last, "signature") ?? "") === "";
  return isText && isOpen && last.type === piece.type && fieldOf(last, "index") === fieldOf(piece, "index");
}

function joinBlock(last: JsonObject, piece: JsonObject): JsonObject {
  const joined = new Map<string, Json>(Object.entries(last));
  for (const [key, value] of Object.entries(piece)) {
    const before = joined.get(key);
    if (streamedTexts.has(key) && typeof before === "string" && typeof value === "string")
      joined.set(key, before + value);
    else if (value !== null || before === undefined) joined.set(key, value);
  }
  return Object.fromEntries(joined);
}
