import type { Json } from "@toolwright/core";
import { z } from "zod";

const Shown = z.object({ summary: z.string(), diff: z.string().optional(), dry_run: z.boolean().optional() });

/** Lines of a diff that a preview shows. */
const MAX_LINES = 120;

/** What the model reads of an output with a summary and a diff: the summary, and the diff when nothing was written. */
export function previewText(output: Json): string {
  const { summary = "", diff = "", dry_run: dryRun = false } = Shown.safeParse(output).data ?? {};
  return dryRun && diff !== "" ? `${summary}\n${shorten(diff)}` : summary;
}

function shorten(diff: string): string {
  const lines = diff.trimEnd().split("\n");
  if (lines.length <= MAX_LINES) return lines.join("\n");
  return [...lines.slice(0, MAX_LINES), `[… ${lines.length - MAX_LINES} lines of the diff omitted]`].join("\n");
}
