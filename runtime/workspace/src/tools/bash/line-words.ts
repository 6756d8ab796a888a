import type { Json, JsonObject } from "@toolwright/core";

/** What other tool systems call a path, or several. */
export const PATHS =
  "file_path path filePath filepath file_paths paths filename file_name file files target directory dir folder";

/** Stands in a line for what a call does not say. */
export const UNCLEAR = "…";

/** The paths under the first of these keys, as words of a line. */
export function argumentsOf(given: JsonObject, keys: string): string {
  const key = keys.split(" ").find((name) => Object.hasOwn(given, name));
  const words = key === undefined ? undefined : wordsOf(given[key]);
  return words === undefined ? UNCLEAR : words.map((word) => quoted(word.replace(/^-/, "./-"))).join(" ");
}

const MAX_WORDS = 20;

/** One text, or a list of some, none of which is empty or has a control character. */
export function wordsOf(value: Json | undefined): readonly string[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = items.filter((item) => typeof item === "string");
  const isClear = words.length === items.length && words.length > 0 && words.length <= MAX_WORDS;
  return isClear && !words.some((word) => word === "" || /\p{Cc}/u.test(word)) ? words : undefined;
}

/** As a word of a line. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Longer ones are not quoted in a line (UTF-16 units). */
const MAX_TEXT = 2_000;

/** The text under the first of these keys, of one line or several. */
export function textOf(given: JsonObject, keys: string): string | undefined {
  const key = keys.split(" ").find((name) => Object.hasOwn(given, name));
  const value = key === undefined ? undefined : given[key];
  const isClear = typeof value === "string" && value !== "" && value.length <= MAX_TEXT;
  return isClear && !/[^\P{Cc}\n\t]/u.test(value) ? value : undefined;
}
