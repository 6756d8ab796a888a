import type { Json } from "../../json/json.ts";
import { toJson } from "../../json/to-json.ts";

/** The value of a JSON text, or why it has none: no reason means that it is no JSON. */
export type Parsed =
  | {
      readonly ok: true;
      readonly value: Json;
      /** The text has half a character, which is U+FFFD in the value. */
      readonly isMended?: true;
    }
  | { readonly ok: false; readonly reason?: "larger than 8 MiB" | "nested deeper than 100 levels" };

/** Bytes of UTF-8, and levels of nesting. */
export interface ParseLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** `JSON.parse` as a value, refusing what is too large or too deep before it is parsed. Linear in the text. */
export function parseJson(text: string, limits: ParseLimits): Parsed {
  if (utf8Exceeds(text, limits.maxBytes)) return { ok: false, reason: "larger than 8 MiB" };
  if (deeperThan(text, limits.maxDepth)) return { ok: false, reason: "nested deeper than 100 levels" };
  try {
    const value: Json = JSON.parse(text);
    if (!mayBreakCharacters(text)) return { ok: true, value };
    const whole = toJson(value);
    return whole.ok ? { ok: true, value: whole.value, isMended: true } : { ok: false };
  } catch {
    return { ok: false };
  }
}

/**
 * Half a surrogate pair may be in a JSON text, written out or escaped: its value is then no text that can be stored.
 */
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
