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
