import { type EditFailure, editFailure } from "../edit-failure.ts";
import type { EditRequest } from "../edit-request.ts";
import { textLines } from "../match/text-lines.ts";
import { toLineFeeds } from "../text-file.ts";
import { alreadyApplied } from "./already-applied.ts";
import { closestLines } from "./closest-lines.ts";
import { unescaped } from "./double-escape.ts";
import { startsWithLineNumbers } from "./line-number-prefix.ts";
import { looserMatch } from "./looser-match.ts";
import { whereExact } from "./where-exact.ts";

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
