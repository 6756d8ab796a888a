import type { Json, JsonObject, ToolResult } from "@toolwright/core";
import { plainResult } from "@toolwright/core/internal";
import type { Hunk } from "@toolwright/edits";
import { z } from "zod";

/** What `edit` and `multi_edit` return to a program; the model reads the summary. */
export const EditOutput = z.object({
  summary: z.string(),
  replacements: z.int(),
  match_mode: z.enum(["exact", "line_trimmed", "block_anchor"]),
  diff: z.string(),
  file_path: z.string(),
  dry_run: z.literal(true).optional(),
});

/** See the schema. */
export type EditOutput = z.infer<typeof EditOutput>;

/** Every field: nothing of it is secret. */
export const EDIT_ALLOWLIST = ["summary", "replacements", "match_mode", "diff", "file_path", "dry_run"] as const;

const Shown = z.object({ summary: z.string(), diff: z.string().optional(), dry_run: z.boolean().optional() });

/** Lines of a diff that a preview shows. */
const MAX_LINES = 120;

/** What the model reads of an output with a summary and a diff: the summary, and the diff when nothing was written. */
export function previewText(output: Json): string {
  const { summary = "", diff = "", dry_run: dryRun = false } = Shown.safeParse(output).data ?? {};
  return dryRun && diff !== "" ? `${summary}\n${shorten(diff)}` : summary;
}

/** Lines of a change that the model reads after it was made. */
const MAX_SHOWN = 8;

/** The same for one file; what was made is shown in a few lines, so that a model sees what it did. */
export function changeText(output: Json): string {
  const { summary = "", diff = "", dry_run: dryRun = false } = Shown.safeParse(output).data ?? {};
  // A text that was found less than exactly is shown by the summary.
  if (dryRun || summary.includes("\n")) return previewText(output);
  const lines = changedLines(diff);
  const left = lines.length - MAX_SHOWN;
  const shown = left > 1 ? [...lines.slice(0, MAX_SHOWN), `[… ${left} changed lines more]`] : lines;
  return [summary, ...shown].join("\n");
}

/** The lines that a diff takes out and puts in, each with its number and its mark. */
function changedLines(diff: string): readonly string[] {
  const shown: string[] = [];
  const at = { "-": 0, "+": 0 };
  for (const line of diff.trimEnd().split("\n").slice(2)) {
    const [, before, after] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    const mark = line.charAt(0);
    if (before !== undefined) Object.assign(at, { "-": Number(before), "+": Number(after) });
    else if (mark === "-" || mark === "+") shown.push(`${String(at[mark]++).padStart(6)} ${line}`);
    else if (mark === " ") {
      at["-"] += 1;
      at["+"] += 1;
    }
  }
  return shown;
}

function shorten(diff: string): string {
  const lines = diff.trimEnd().split("\n");
  if (lines.length <= MAX_LINES) return lines.join("\n");
  return [...lines.slice(0, MAX_LINES), `[… ${lines.length - MAX_LINES} lines of the diff omitted]`].join("\n");
}

/** What a call did to one file, as a page draws it. */
export interface ChangedFile {
  readonly path: string;
  readonly change: "created" | "modified" | "removed" | "moved";
  /** Where a moved file was before. */
  readonly from?: string;
  /** Lines of the whole change, however much of it the hunks show. */
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
}

/** A file with how it was changed. */
export function changedFile(
  file: Pick<ChangedFile, "path" | "change" | "from">,
  { added, removed, hunks }: Pick<ChangedFile, "added" | "removed" | "hunks">,
): ChangedFile {
  return { ...file, added, removed, hunks };
}

/**
 * An output for programs with its `diff` also as data, which only a page gets. What is larger than an artifact may be
 * is left out there by the runtime, and the text remains. `differs`: whether the call makes a file another one.
 */
export function shownChange(
  output: object & { readonly diff: string },
  files: readonly ChangedFile[],
  differs = true,
): ToolResult {
  const diff = files.map(({ hunks, ...file }) => ({ ...file, hunks: hunks.map((hunk) => ({ ...hunk })) }));
  const result = { ...plainResult({ type: "json", value: { ...output } }), artifact: { diff } };
  return differs ? result : { ...result, changed: "nothing" };
}

/** Whether a call only shows what it would change. */
export function onlyPreviews({ dry_run: dryRun }: JsonObject): boolean {
  return dryRun === true;
}
