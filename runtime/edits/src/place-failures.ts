import { type EditFailure, editFailure } from "./edit-failure.ts";
import type { EditRequest } from "./edit-request.ts";
import { MAX_COUNTED_PLACES } from "./match/match-attempt.ts";
import type { TextLines } from "./match/text-lines.ts";
import type { Splice } from "./splice.ts";

/** As many line numbers are named. */
const MAX_NAMED_LINES = 10;

/** `old_string matches 3 places …`: the edit stops, and nothing looser is tried. */
export function ambiguousFailure(
  lines: TextLines,
  starts: readonly number[],
  { exact, request }: { readonly exact: boolean; readonly request: EditRequest },
): EditFailure {
  const count = starts.length >= MAX_COUNTED_PLACES ? `${MAX_COUNTED_PLACES} or more` : `${starts.length}`;
  const advice =
    exact && !request.replaceAll ? "Add surrounding lines, or set replace_all=true." : "Add surrounding lines.";
  return editFailure("AMBIGUOUS", `old_string matches ${count} places (${nameLines(lines, starts)}). ${advice}`);
}

/** Another number of places was expected. */
export function countFailure(
  lines: TextLines,
  splices: readonly Splice[],
  { expectedReplacements = 0 }: EditRequest,
): EditFailure {
  const places = nameLines(
    lines,
    splices.map((splice) => splice.start),
  );
  const reason = splices.length > expectedReplacements ? "AMBIGUOUS" : "NO_MATCH";
  return editFailure(
    reason,
    `Expected ${expectedReplacements} replacements, found ${splices.length} (${places}). Read the file again and correct the number or old_string.`,
  );
}

/** One place was found, but the new text cannot be made to fit. */
export function unfitFailure(
  lines: TextLines,
  { start, because }: { readonly start: number; readonly because: string },
): EditFailure {
  const number = lines.numberAt(start);
  return editFailure(
    "NO_MATCH",
    `old_string matches at line ${number} only when indentation is ignored, and ${because}. Copy the indentation of the file.`,
  );
}

/** `line 12`, `lines 12, 40, 77`, and an ellipsis when there are more than ten. */
export function nameLines(lines: TextLines, offsets: readonly number[]): string {
  const numbers = offsets.slice(0, MAX_NAMED_LINES).map((offset) => lines.numberAt(offset));
  const more = offsets.length > MAX_NAMED_LINES ? ", …" : "";
  return `${offsets.length === 1 ? "line" : "lines"} ${numbers.join(", ")}${more}`;
}
