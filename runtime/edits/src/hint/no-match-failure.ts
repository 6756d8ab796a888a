import { type EditFailure, editFailure } from "../edit-failure.ts";
import type { EditRequest } from "../edit-request.ts";
import { startsWithLineNumbers } from "../line-numbers.ts";
import { findInText } from "../match/find-all.ts";
import { findMatch } from "../match/find-match.ts";
import { textLines } from "../match/text-lines.ts";
import { toLineFeeds } from "../text-file.ts";
import { closestLines, MAX_SEARCHED } from "./closest-lines.ts";

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

/** The 1-based line of the first place where a text stands, and whether it is the only one. */
function whereExact(text: string, wanted: string): { line: number; unique: boolean } | undefined {
  const [hit, second] = findInText(text, wanted, { limit: 2 });
  return hit === undefined ? undefined : { line: textLines(text).numberAt(hit), unique: second === undefined };
}

/** Says where a looser way, which is never applied, would find the text. */
function looserMatch(text: string, oldText: string, request: EditRequest): string | undefined {
  if (text.length > MAX_SEARCHED || oldText.trim() === "") return undefined;
  return saferTier(text, oldText, request) ?? otherCase(text, oldText) ?? otherBlanks(text, oldText);
}

/** `exact` and `replace_all` leave out tiers that `auto` would use. */
function saferTier(text: string, oldText: string, request: EditRequest): string | undefined {
  if (!request.replaceAll && (request.matchMode ?? "auto") === "auto") return undefined;
  const { attempt } = findMatch(text, { oldText, newText: toLineFeeds(request.newString) }, "auto");
  if (attempt.kind !== "found") return undefined;
  const line = textLines(text).numberAt(attempt.splices[0]?.start ?? 0);
  return `old_string was not found this way, but match_mode "auto" without replace_all would match at line ${line}.`;
}

function otherCase(text: string, oldText: string): string | undefined {
  const lower = text.toLowerCase();
  // Lower case is longer for a few letters; offsets would then point elsewhere.
  if (lower.length !== text.length) return undefined;
  const [hit] = findInText(lower, oldText.toLowerCase(), { limit: 1 });
  if (hit === undefined) return undefined;
  return `A text that differs only in capitalisation is at line ${textLines(text).numberAt(hit)}. Copy it exactly.`;
}

function otherBlanks(text: string, oldText: string): string | undefined {
  const collapsed = collapseBlanks(text);
  const [hit] = findInText(collapsed.text, collapseBlanks(oldText).text, { limit: 1 });
  if (hit === undefined) return undefined;
  const line = textLines(text).numberAt(collapsed.origin[hit] ?? 0);
  const last = line + textLines(oldText).count - 1;
  return `A text that differs only in blanks, indentation or line breaks begins at line ${line}; re-read lines ${line}-${last} and copy them exactly.`;
}

/** A text with every run of white space as one space, and where each character came from. */
interface CollapsedText {
  readonly text: string;
  readonly origin: readonly number[];
}

/** Collapses the white space of a text; none is left at its ends. */
function collapseBlanks(text: string): CollapsedText {
  const pieces: string[] = [];
  const origin: number[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    if (pieces.length > 0) {
      pieces.push(" ");
      origin.push(match.index - 1);
    }
    pieces.push(match[0]);
    for (let offset = 0; offset < match[0].length; offset += 1) origin.push(match.index + offset);
  }
  return { text: pieces.join(""), origin };
}
