import { defineTool, type Tool, type ToolResult } from "@toolwright/core";
import { type FileOperation, parsePatch, patchPaths, planPatch } from "@toolwright/edits";
import { z } from "zod";
import { editError } from "../mutation/failures.ts";
import { previewText } from "../mutation/preview-text.ts";
import { type ChangedFile, shownChange } from "../mutation/shown-change.ts";
import { type HeldFiles, withFiles } from "../mutation/with-files.ts";
import { changesOf } from "./changes-of.ts";
import { loadPatchFiles } from "./load-patch-files.ts";
import { requirePatchSeen } from "./require-patch-seen.ts";

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
    output: Output,
    allowlist: ["summary", "files", "diff", "dry_run"],
    effects: "write",
    async execute(input, ctx) {
      const parsed = parsePatch(input.patch);
      if (!parsed.ok) throw editError(parsed);
      const given = patchPaths(parsed);
      return withFiles({ ctx, toolName: "apply_patch", paths: given }, (held) => applyPatch(input, { held, given }));
    },
    formatOutput: previewText,
  });
}

async function applyPatch(
  input: z.infer<typeof Input>,
  { held, given }: { readonly held: HeldFiles; readonly given: readonly string[] },
): Promise<ToolResult> {
  const files = await loadPatchFiles(held, given);
  const plan = planPatch({ patch: input.patch, fileAt: files.stateAt, resolvePath: files.keyOf });
  if (!plan.ok) throw editError(plan);
  requirePatchSeen(held.seen, plan.operations, files);
  const { summary, diff, operations } = plan;
  const listed = operations.map(({ kind, path }) => ({ kind, file_path: path }));
  const output: z.infer<typeof Output> = input.dry_run
    ? { summary: `Preview, nothing was written.\n${summary}`, files: listed, diff, dry_run: true }
    : { summary, files: listed, diff };
  if (!input.dry_run) await held.commit(changesOf(operations, files));
  return shownChange(output, operations.map(changedFile));
}

const CHANGES = { add: "created", update: "modified", delete: "removed", move: "moved" } as const;

function changedFile(operation: FileOperation): ChangedFile {
  const { kind, path, hunks } = operation;
  return { path, change: CHANGES[kind], hunks, ...(kind === "move" ? { from: operation.from } : {}) };
}
