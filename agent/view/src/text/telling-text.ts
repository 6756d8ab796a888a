import type { Fields } from "../wire/fields.ts";

/** Arguments that say what a call is about; the first one that it has tells it. */
const TELLING = ["command", "file_path", "file_paths", "pattern", "query", "url", "description"];

/** What a call is about: an argument that tells it, or its only one; undefined where that is no text. */
export function tellingText(given: Fields): string | undefined {
  const names = Object.keys(given);
  const name = TELLING.find((known) => names.includes(known)) ?? (names.length === 1 ? names[0] : undefined);
  const told = name === undefined ? undefined : given[name];
  const texts: readonly unknown[] = Array.isArray(told) ? told : [told];
  return texts.every((text) => typeof text === "string") ? texts.join(", ") : undefined;
}

/** The beginning of a text on one line; `longest`: characters. */
export function oneLine(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 2)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
