import type { Json } from "../json/json.ts";
import { type Snapshot, type SnapshotLimits, snapshotJson } from "./snapshot-json.ts";

/** `JSON.parse` as a value, refusing what is too large or too deep before it is parsed. Linear in the text. */
export function parseJson(text: string, limits: SnapshotLimits): Snapshot {
  if (utf8Exceeds(text, limits.maxBytes)) return { ok: false, reason: "too_large" };
  if (deeperThan(text, limits.maxDepth)) return { ok: false, reason: "too_deep" };
  try {
    const value: Json = JSON.parse(text);
    return mayBreakCharacters(text) ? snapshotJson(value, limits) : { ok: true, value };
  } catch {
    return { ok: false, reason: "not_json" };
  }
}

/** Half a surrogate pair, written out or escaped: a snapshot replaces it. */
function mayBreakCharacters(text: string): boolean {
  return /\\u[dD][89a-fA-F]/.test(text) || !text.isWellFormed();
}

/** A UTF-16 unit is one to three bytes of UTF-8, so most texts are judged by their length alone. */
function utf8Exceeds(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}

/** Counts brackets outside strings. Every level needs two, so a short text cannot be too deep. */
function deeperThan(text: string, maxDepth: number): boolean {
  if (text.length < maxDepth * 2) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === "[" || character === "{") {
      if (++depth > maxDepth) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}
