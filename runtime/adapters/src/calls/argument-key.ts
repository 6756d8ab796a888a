import { canonicalJson, type JsonObject, toJson } from "@toolwright/core";
import { type ArgumentsText, isJsonObject } from "@toolwright/core/internal";

/**
 * The arguments of a foreign call in the form in which the runner's reader takes them: text stays text, no value is
 * judged here.
 */
export function asArguments(given: unknown): ArgumentsText | JsonObject {
  if (typeof given === "string") return given;
  if (isJsonObject(given)) return given;
  if (given === undefined || given === null) return "";
  try {
    return JSON.stringify(given) ?? UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** A text that is no JSON, for a value that cannot be written as any. */
const UNREADABLE = "(not JSON)";

/** The same for two calls that ask for the same, whichever of them came as text. */
export function argumentKey(name: string, given: unknown): string {
  const args = asArguments(given);
  return `${name} ${typeof args === "string" ? keyOfText(args) : keyOfValue(args)}`;
}

function keyOfText(text: string): string {
  if (text.trim() === "") return "{}";
  try {
    const value: unknown = JSON.parse(text);
    return value === null ? "{}" : keyOfValue(value);
  } catch {
    return `text ${text}`;
  }
}

function keyOfValue(value: unknown): string {
  const json = toJson(value);
  return json.ok ? canonicalJson(json.value) : UNREADABLE;
}
