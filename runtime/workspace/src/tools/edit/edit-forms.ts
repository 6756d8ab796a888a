import { normalize } from "node:path/posix";
import { MAX_EDITS, namingFile, parsePatch, patchPaths } from "@toolwright/edits";
import { z } from "zod";
import { boundedInt } from "../bounded.ts";

/** The form that a model is shown: one text replaced by another. */
export const OneText = z.object({
  file_path: z.string(),
  old_string: z.string().describe("exact and unique; empty creates a file"),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
  match_mode: z.enum(["auto", "exact", "line_trimmed", "block_anchor"]).optional(),
  expected_replacements: boundedInt({ least: 0, most: 100_000 }).optional(),
  dry_run: z.boolean().optional(),
  expected_hash: z.string().optional().describe("SHA-256 that the file has now"),
});

/** One of several edits of a file. */
export const Edit = z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() });

/** Several edits of one file; one of them may stand alone. */
const Edits = z
  .union([z.array(Edit), Edit])
  .transform((given) => (Array.isArray(given) ? given : [given]))
  .refine((edits) => edits.length <= MAX_EDITS, `expected at most ${MAX_EDITS} items`);

/** What one call of `edit` means. */
export type EditMeant =
  | { readonly kind: "text"; readonly input: z.infer<typeof OneText> }
  | {
      readonly kind: "edits";
      readonly filePath: string;
      readonly edits: z.infer<typeof Edits>;
      readonly dryRun: boolean;
    }
  | { readonly kind: "patch"; readonly patch: string; readonly dryRun: boolean };

/** Every form that models of other harnesses send: a text, several edits, or a patch. */
export const EditForms = OneText.partial({ file_path: true, old_string: true, new_string: true })
  .extend({ edits: Edits.optional(), patch: z.string().optional() })
  .transform((given, { addIssue }): EditMeant => {
    const { file_path, old_string = "", new_string = "", edits = [], dry_run: dryRun = false } = given;
    const patch =
      given.patch === undefined || file_path === undefined ? given.patch : namingFile(given.patch, file_path);
    const missing = (key: string): EditMeant => {
      addIssue({ code: "custom", path: [key], message: "missing; expected string" });
      return { kind: "edits", filePath: "", edits: [], dryRun };
    };
    const saysText = old_string !== "" || new_string !== "";
    if ([patch !== undefined, edits.length > 0, saysText].filter(Boolean).length > 1) {
      addIssue({ code: "custom", path: [], message: "give one of these: old_string and new_string, edits, or patch" });
    }
    if (patch !== undefined) {
      if (file_path !== undefined && changesOthers(patch, file_path))
        addIssue({ code: "custom", path: ["file_path"], message: "leave it out: the patch names other files" });
      return { kind: "patch", patch, dryRun };
    }
    if (file_path === undefined) return missing("file_path");
    if (edits.length > 0) return { kind: "edits", filePath: file_path, edits, dryRun };
    if (given.old_string === undefined) return missing("old_string");
    if (given.new_string === undefined) return missing("new_string");
    const { edits: _edits, patch: _patch, ...text } = given;
    return { kind: "text", input: { ...text, file_path, old_string, new_string } };
  });

/** A question about the call names the one file: a patch beside it changes no other. */
function changesOthers(patch: string, path: string): boolean {
  const parsed = parsePatch(patch);
  return parsed.ok && patchPaths(parsed).some((other) => normalize(other) !== normalize(path));
}
