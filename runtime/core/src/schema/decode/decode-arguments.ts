import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { toJson } from "../../json/to-json.ts";
import { type Parsed, parseJson } from "./parse-json.ts";
import { writtenJson } from "./written-json.ts";

/** The most that one call's arguments may hold: 8 MiB of UTF-8 and 100 levels. */
export const ARGUMENT_LIMITS = { maxBytes: 8 * 1024 * 1024, maxDepth: 100 };

/** Arguments as JSON, or a fixed sentence that never quotes them. */
export type Decoded =
  | {
      readonly ok: true;
      readonly value: Json;
      /** The text itself is no JSON, or has half a character: no provider takes it back. */
      readonly isMended?: true;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** What is wrong with the text, where that is plain. */
      readonly hint?: string | undefined;
    };

const INVALID = "Invalid tool arguments JSON";

/**
 * Reads a call's arguments: JSON text, or an object, which is copied.
 * Nothing, blank and `null` become `{}`; an object encoded twice is decoded twice, a fence around it is taken off, and
 * a line break inside of a text is one. Never throws.
 */
export function decodeArguments(raw: string | JsonObject | null | undefined): Decoded {
  if (typeof raw === "string") return decodeText(raw);
  const copied = toJson(raw ?? {}, ARGUMENT_LIMITS.maxBytes);
  return copied.ok ? { ok: true, value: copied.value } : { ok: false, reason: INVALID };
}

function decodeText(text: string): Decoded {
  if (text.length <= ARGUMENT_LIMITS.maxBytes && text.trim() === "") return { ok: true, value: {} };
  const outer = parseJson(text, ARGUMENT_LIMITS);
  if (!outer.ok && outer.reason === undefined) return decodeWritten(text);
  if (!outer.ok || typeof outer.value !== "string" || !outer.value.trimStart().startsWith("{")) return decoded(outer);
  const inner = parseJson(outer.value, ARGUMENT_LIMITS);
  return decoded(inner.ok || inner.reason === "nested deeper than 100 levels" ? inner : outer);
}

function decodeWritten(text: string): Decoded {
  const written = writtenJson(text);
  const parsed = parseJson(written.text, ARGUMENT_LIMITS);
  if (parsed.ok && isJsonObject(parsed.value)) return { ok: true, value: parsed.value, isMended: true };
  return { ok: false, reason: INVALID, ...(written.problem && { hint: written.problem }) };
}

function decoded(parsed: Parsed): Decoded {
  if (parsed.ok) return parsed.value === null ? { ok: true, value: {} } : parsed;
  return { ok: false, reason: parsed.reason === undefined ? INVALID : `${INVALID}: ${parsed.reason}` };
}
