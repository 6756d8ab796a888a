import { defineTool, type Tool, type ToolContext, type ToolResult } from "@toolwright/core";
import type { PatchPlan } from "@toolwright/edits";
import { z } from "zod";
import { PATCH } from "../mutation/aliases.ts";
import { onlyPreviews, previewText } from "../mutation/edit-output.ts";
import { patchFiles } from "../mutation/patch-files.ts";
import { previewChange } from "../mutation/preview-change.ts";

const Input = z.object({ patch: z.string(), dry_run: z.boolean().optional() });

const Output = z.object({
  summary: z.string(),
  files: z.array(z.object({ kind: z.enum(["add", "update", "delete", "move"]), file_path: z.string() })),
  diff: z.string(),
  dry_run: z.literal(true).optional(),
});

const DESCRIPTION = `Change several files, all or none:
*** Begin Patch
*** Update File: src/a.ts
@@ function name
 context line
-old line
+new line
*** Add File: src/b.ts
+line
*** Delete File: src/c.ts
*** End Patch
"*** Move to: path" below an Update header renames. Context and @@ lines must make the place unique.`;

/** Makes the tool `apply_patch`: adds, changes, moves and deletes files, all or none. */
export function applyPatchTool(): Tool {
  return defineTool({
    name: "apply_patch",
    description: DESCRIPTION,
    input: Input,
    emptyIsAbsent: [],
    aliases: { patch: PATCH },
    output: Output,
    allowlist: ["summary", "files", "diff", "dry_run"],
    allowUserText: true,
    boundsOutput: true,
    effects: { kind: "write", onlyLooks: onlyPreviews },
    preview: (input, ctx) => previewChange(ctx, () => run(input, ctx)),
    execute: run,
    formatOutput: previewText,
  });
}

function run({ patch, dry_run: dryRun = false }: z.infer<typeof Input>, ctx: ToolContext): Promise<ToolResult> {
  return patchFiles({ ctx, toolName: "apply_patch", patch, dryRun }, (plan) => outputOf(plan, dryRun));
}

function outputOf({ summary, diff, operations }: PatchPlan, dryRun: boolean): z.infer<typeof Output> {
  const files = operations.map(({ kind, path }) => ({ kind, file_path: path }));
  if (!dryRun) return { summary, files, diff };
  return { summary: `Preview, nothing was written.\n${summary}`, files, diff, dry_run: true };
}
