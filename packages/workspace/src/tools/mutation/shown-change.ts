import type { ToolResult } from "@toolwright/core";
import { plainResult } from "@toolwright/core/internal";
import type { Hunk } from "@toolwright/edits";

/** What a call did to one file, as a page draws it. */
export interface ChangedFile {
  readonly path: string;
  readonly change: "created" | "modified" | "removed" | "moved";
  /** Where a moved file was before. */
  readonly from?: string;
  readonly hunks: readonly Hunk[];
}

/**
 * An output for programs with its `diff` also as data, which only a page gets. What is larger than an artifact may be is
 * left out there by the runtime, and the text remains.
 */
export function shownChange(output: object & { readonly diff: string }, files: readonly ChangedFile[]): ToolResult {
  const diff = files.map(({ hunks, ...file }) => ({ ...file, hunks: hunks.map((hunk) => ({ ...hunk })) }));
  return { ...plainResult({ type: "json", value: { ...output } }), artifact: { diff } };
}
