import { type EditFailure, editFailure } from "../edit-failure.ts";
import type { EditRequest } from "../edit-request.ts";
import { codeUnits, findAll } from "../match/find-all.ts";
import { textLines } from "../match/text-lines.ts";
import { toLineFeeds } from "../text-file.ts";
import { closestLines } from "./closest-lines.ts";
import { looserMatch } from "./looser-match.ts";

/** What was looked for in vain. */
export interface FailedSearch {
  /** Only shown. */
  readonly path: string;
  readonly text: string;
  readonly request: EditRequest;
}

/** Explains why nothing matched, from the most certain cause to the least. */
export function noMatchFailure({ path, text, request }: FailedSearch): EditFailure {
  const oldText = toLineFeeds(request.oldString);
  const message =
    lineNumbers(oldText) ??
    applied(text, toLineFeeds(request.newString)) ??
    escaped(text, oldText) ??
    looserMatch(text, oldText, request);
  if (message !== undefined) return editFailure("NO_MATCH", message);
  const lines = textLines(text);
  const { sentence, excerpt } = closestLines(lines, oldText);
  const missing = `old_string was not found in ${path} (${lines.count} ${lines.count === 1 ? "line" : "lines"}).`;
  return editFailure("NO_MATCH", `${missing} ${sentence}`, excerpt);
}

function lineNumbers(oldText: string): string | undefined {
  const prefix = startsWithLineNumbers(oldText);
  return prefix === undefined
    ? undefined
    : `old_string starts with line numbers from read output (${JSON.stringify(prefix).replace("\\t", "⇥")}). Remove them.`;
}

function applied(text: string, newText: string): string | undefined {
  const line = alreadyApplied(text, newText);
  return line === undefined ? undefined : `new_string is already present at line ${line}; nothing to do?`;
}

function escaped(text: string, oldText: string): string | undefined {
  const plain = unescaped(oldText);
  const line = plain === undefined ? undefined : whereExact(text, plain)?.line;
  return line === undefined
    ? undefined
    : `old_string seems double-escaped: with real line breaks, tabs and quotes in place of \\n, \\t and \\" it is at line ${line}. Escape once, in new_string too.`;
}

/** A shorter new text would be found by chance (characters that are not blank). */
const MIN_TELLING_CHARACTERS = 4;

/** The line where the new text stands already, if it stands in one place and says enough not to be there by chance. */
function alreadyApplied(text: string, newText: string): number | undefined {
  if (newText.replace(/\s/g, "").length < MIN_TELLING_CHARACTERS) return undefined;
  const place = whereExact(text, newText);
  return place?.unique ? place.line : undefined;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\t", "\t"],
  ["\\r", "\r"],
  ['\\"', '"'],
  ["\\'", "'"],
  ["\\\\", "\\"],
]);

/** The text with one level of escapes taken away; undefined when it has none. */
function unescaped(text: string): string | undefined {
  const plain = text.replace(/\\[ntr"'\\]/g, (sequence) => ESCAPES.get(sequence) ?? sequence).replaceAll("\r\n", "\n");
  return plain === text ? undefined : plain;
}

/** A line as `read` prints it; also with the arrow or bar of other tools. */
const NUMBERED_LINE = /^ {0,8}(\d{1,9}[\t→|])/;

/** The first line number, when every line of the text that is not blank begins with one. */
function startsWithLineNumbers(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (!lines.every((line) => NUMBERED_LINE.test(line))) return undefined;
  return NUMBERED_LINE.exec(lines[0] ?? "")?.[1];
}

/** The 1-based line of the first place where a text stands, and whether it is the only one. */
function whereExact(text: string, wanted: string): { line: number; unique: boolean } | undefined {
  const [hit, second] = findAll(codeUnits(text), codeUnits(wanted), { limit: 2 });
  return hit === undefined ? undefined : { line: textLines(text).numberAt(hit), unique: second === undefined };
}
