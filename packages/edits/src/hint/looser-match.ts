import type { EditRequest } from "../edit-request.ts";
import { codeUnits, findAll } from "../match/find-all.ts";
import { findMatch } from "../match/find-match.ts";
import { textLines } from "../match/text-lines.ts";
import { toLineFeeds } from "../text-file.ts";
import { MAX_SEARCHED } from "./closest-lines.ts";

/** Says where a looser way, which is never applied, would find the text. */
export function looserMatch(text: string, oldText: string, request: EditRequest): string | undefined {
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
  const [hit] = findAll(codeUnits(lower), codeUnits(oldText.toLowerCase()), { limit: 1 });
  if (hit === undefined) return undefined;
  return `A text that differs only in capitalisation is at line ${textLines(text).numberAt(hit)}. Copy it exactly.`;
}

function otherBlanks(text: string, oldText: string): string | undefined {
  const collapsed = collapseBlanks(text);
  const [hit] = findAll(codeUnits(collapsed.text), codeUnits(collapseBlanks(oldText).text), { limit: 1 });
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
