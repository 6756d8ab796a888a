import { type EditFailure, editFailure } from "./edit-failure.ts";
import type { EditRequest } from "./edit-request.ts";
import { noMatchFailure } from "./hint/no-match-failure.ts";
import { withoutLineNumbers } from "./line-numbers.ts";
import { type FoundMatch, findEveryMatch, findMatch, type MatchTier } from "./match/find-match.ts";
import { type EditStrings, NO_MATCH } from "./match/match-attempt.ts";
import { textLines } from "./match/text-lines.ts";
import { ambiguousFailure, countFailure, unfitFailure } from "./place-failures.ts";
import { type Splice, spliceTextFile } from "./splice.ts";
import { hasLoneSurrogate, MAX_TEXT_BYTES, type TextFile, toLineFeeds } from "./text-file.ts";

/** An edit that was made on a text in memory. */
export interface TextEdit {
  readonly ok: true;
  readonly file: TextFile;
  readonly tier: MatchTier;
  /** What was replaced, as offsets into the text before the edit; none when nothing had to be done. */
  readonly splices: readonly Splice[];
  readonly notes: readonly string[];
}

/** Makes one edit on a decoded file. `path` is only shown. */
export function editTextFile(file: TextFile, request: EditRequest, path: string): TextEdit | EditFailure {
  const refused = checkRequest(request);
  if (refused !== undefined) return refused;
  if (request.oldString === request.newString) return unchanged(file);
  const strings = { oldText: likeText(file, request.oldString), newText: likeText(file, request.newString) };
  if (strings.oldText === "") return fillEmptyFile(file, strings.newText);
  const found = request.replaceAll
    ? findEveryMatch(file.text, strings)
    : findMatch(file.text, strings, request.matchMode ?? "auto");
  return settle(file, { request, path, found: found.attempt.kind === "none" ? unnumbered(file, strings) : found });
}

const UNNUMBERED_NOTE = "left out the line numbers of read";

/** Text that was copied with the line numbers of `read`, where it stands without them in one place. */
function unnumbered({ text }: TextFile, strings: EditStrings): FoundMatch {
  const plain = withoutLineNumbers(strings);
  const found = plain === undefined || plain.oldText.trim() === "" ? undefined : findMatch(text, plain, "exact");
  if (found?.attempt.kind !== "found") return { tier: "exact", attempt: NO_MATCH };
  return { tier: "exact", attempt: { ...found.attempt, notes: [...found.attempt.notes, UNNUMBERED_NOTE] } };
}

/** A given text as the file's own text is seen: with line feeds, and without the byte order mark that the file has. */
function likeText(file: TextFile, given: string): string {
  return toLineFeeds(file.byteOrderMark ? given.replace(/^\uFEFF/, "") : given);
}

interface Search {
  readonly request: EditRequest;
  readonly path: string;
  readonly found: FoundMatch;
}

function settle(file: TextFile, { request, path, found }: Search): TextEdit | EditFailure {
  const { attempt, tier } = found;
  switch (attempt.kind) {
    case "none":
      return noMatchFailure({ path, text: file.text, request });
    case "ambiguous":
      return ambiguousFailure(textLines(file.text), attempt.starts, { exact: tier === "exact", request });
    case "unfit":
      return unfitFailure(textLines(file.text), attempt);
    case "found": {
      const { splices } = attempt;
      const isAsExpected = (request.expectedReplacements ?? splices.length) === splices.length;
      const miscounted = isAsExpected ? undefined : countFailure(textLines(file.text), splices, request);
      return miscounted ?? replace(file, { tier, splices: attempt.splices, notes: attempt.notes });
    }
  }
}

function replace(file: TextFile, edit: Pick<TextEdit, "tier" | "splices" | "notes">): TextEdit | EditFailure {
  const grown = edit.splices.reduce((sum, { start, end, insert }) => sum + insert.length - (end - start), 0);
  if (file.text.length + grown > MAX_TEXT_BYTES) {
    return editFailure("TOO_LARGE", `The edited file would be larger than ${MAX_TEXT_BYTES} bytes.`);
  }
  const edited = spliceTextFile(file, edit.splices);
  if (edited.text === file.text) {
    return editFailure("NO_CHANGE", "The edit would leave the file exactly as it is.");
  }
  return { ok: true, file: edited, ...edit };
}

function unchanged(file: TextFile): TextEdit {
  return { ok: true, file, tier: "exact", splices: [], notes: ["old_string and new_string are identical"] };
}

function fillEmptyFile(file: TextFile, newText: string): TextEdit | EditFailure {
  if (file.text !== "") {
    return editFailure(
      "NO_MATCH",
      "old_string is empty, but the file is not. Use write to create or replace a whole file.",
    );
  }
  return replace(file, { tier: "exact", splices: [{ start: 0, end: 0, insert: newText }], notes: [] });
}

/** Refuses a request that cannot be carried out on any file; undefined when it can. */
export function checkRequest(request: EditRequest): EditFailure | undefined {
  const { oldString, newString, replaceAll = false, matchMode = "auto" } = request;
  if (newString.includes("\0")) {
    return editFailure("BINARY", "new_string contains a NUL character, which would make the file binary.");
  }
  if (hasLoneSurrogate(newString)) {
    return editFailure("NOT_UTF8", "new_string contains half of a surrogate pair, which UTF-8 cannot hold.");
  }
  if (hasLoneSurrogate(oldString)) {
    return editFailure("NO_MATCH", "old_string contains half of a surrogate pair, which no UTF-8 file holds.");
  }
  if (replaceAll && matchMode !== "auto" && matchMode !== "exact") {
    return editFailure("NO_MATCH", "replace_all replaces exact matches only. Leave match_mode out.");
  }
  return undefined;
}
