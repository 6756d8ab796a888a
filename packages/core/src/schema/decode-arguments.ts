import type { Json, JsonObject } from "../json/json.ts";
import { parseJson } from "./parse-json.ts";
import { snapshotJson } from "./snapshot-json.ts";

/** The most that one call's arguments may hold: 8 MiB of UTF-8 and 100 levels (system.md, "Decode"). */
export const ARGUMENT_LIMITS = { maxBytes: 8 * 1024 * 1024, maxDepth: 100 };

/** Arguments as JSON, or a fixed sentence that never quotes them. */
export type Decoded = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

const REASONS = {
  not_json: "Invalid tool arguments JSON",
  too_large: "Invalid tool arguments JSON: larger than 8 MiB",
  too_deep: "Invalid tool arguments JSON: nested deeper than 100 levels",
};

/**
 * Reads a call's arguments: JSON text, or an object, which is copied.
 * Nothing, blank and `null` become `{}`; an object encoded twice is decoded twice. Never throws.
 */
export function decodeArguments(raw: string | JsonObject | null | undefined): Decoded {
  const read = typeof raw === "string" ? parseArguments(raw) : snapshotJson(raw ?? {}, ARGUMENT_LIMITS);
  return read.ok ? { ok: true, value: read.value ?? {} } : { ok: false, reason: REASONS[read.reason] };
}

function parseArguments(text: string) {
  if (text.length <= ARGUMENT_LIMITS.maxBytes && text.trim() === "") return { ok: true, value: {} } as const;
  const outer = parseJson(text, ARGUMENT_LIMITS);
  if (!outer.ok || typeof outer.value !== "string" || !outer.value.trimStart().startsWith("{")) return outer;
  const inner = parseJson(outer.value, ARGUMENT_LIMITS);
  return inner.ok || inner.reason === "too_deep" ? inner : outer;
}
