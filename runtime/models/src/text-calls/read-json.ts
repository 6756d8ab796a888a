import type { Json } from "@toolwright/core";
import { writtenJson } from "@toolwright/core/internal";
import { JsonScanner } from "../openai-compatible/calls/json-scanner.ts";

/** JSON that stands in a text. */
export interface ReadJson {
  readonly value: Json;
  readonly end: number;
}

/** The object or list that begins at `from`, blanks aside; undefined where none is, or it is broken. */
export function readJson(text: string, from: number): ReadJson | undefined {
  const start = skip(/\s*/y, text, from);
  if (text[start] !== "{" && text[start] !== "[") return undefined;
  const end = new JsonScanner().scan(text, start);
  if (end === -1) return undefined;
  try {
    const value: Json = JSON.parse(writtenJson(text.slice(start, end)).text);
    return { value, end };
  } catch {
    return undefined;
  }
}

/** Where `what` ends, or `at` when it is not there. */
export function skip(what: RegExp, text: string, at: number): number {
  what.lastIndex = at;
  return at + (what.exec(text)?.[0].length ?? 0);
}
