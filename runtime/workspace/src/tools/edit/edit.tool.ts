import { defineTool, type Tool, type ToolContext, type ToolResult } from "@toolwright/core";
import { checkOptions, oneOf } from "@toolwright/core/internal";
import { applyEdit, type EditRequest, type EditResult } from "@toolwright/edits";
import { z } from "zod";
import { boundedInt } from "../bounded.ts";
import { FILE_PATH, NEW_STRING, OLD_STRING, REPLACE_ALL } from "../mutation/aliases.ts";
import { currentFile } from "../mutation/current-file.ts";
import { EDIT_ALLOWLIST, EditOutput, previewText, shownChange } from "../mutation/edit-output.ts";
import { editError } from "../mutation/failures.ts";
import { requireExisting, requireSeen } from "../mutation/require-seen.ts";
import { type HeldFiles, withFiles } from "../mutation/with-files.ts";

/** Options of {@link editTool}. */
export interface EditToolOptions {
  /** `edit-exact` lets an exact, unique match through in a file that was not read. Default `read`. */
  readonly readPolicy?: "read" | "edit-exact" | undefined;
}

const Input = z.object({
  file_path: z.string(),
  old_string: z.string().describe("exact and unique; empty creates a file"),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
  match_mode: z.enum(["auto", "exact", "line_trimmed", "block_anchor"]).optional(),
  expected_replacements: boundedInt({ least: 0, most: 100_000 }).optional(),
  dry_run: z.boolean().optional(),
  expected_hash: z.string().optional().describe("SHA-256 that the file has now"),
});

type EditInput = z.infer<typeof Input>;

/** Makes the tool `edit`: replaces text in one file. */
export function editTool(options: EditToolOptions = {}): Tool {
  checkOptions<EditToolOptions>(options, { of: "editTool", rules: { readPolicy: oneOf("read", "edit-exact") } });
  const { readPolicy = "read" } = options;
  return defineTool({
    name: "edit",
    description: "Replace text in a file that you have read. Add lines around old_string until it is unique.",
    input: Input,
    emptyIsAbsent: ["match_mode", "expected_replacements", "expected_hash"],
    aliases: { file_path: FILE_PATH, old_string: OLD_STRING, new_string: NEW_STRING, replace_all: REPLACE_ALL },
    output: EditOutput,
    allowlist: EDIT_ALLOWLIST,
    allowUserText: true,
    boundsOutput: true,
    effects: "write",
    execute: (input, ctx) =>
      withFiles({ ctx, toolName: "edit", paths: [input.file_path] }, (held) => edit({ input, ctx, held, readPolicy })),
    formatOutput: previewText,
  });
}

interface EditCall {
  readonly input: EditInput;
  readonly ctx: ToolContext;
  readonly held: HeldFiles;
  readonly readPolicy: "read" | "edit-exact";
}

async function edit({ input, held, readPolicy }: EditCall): Promise<ToolResult> {
  const [path] = held.paths;
  if (path === undefined) throw new TypeError("edit needs one path");
  const current = await currentFile(held.workspace.files, path);
  requireExisting(path, current, input.expected_hash);
  const outcome = applyEdit({ path: path.shown, bytes: current?.bytes, ...requestOf(input) });
  if (current !== undefined && input.old_string !== input.new_string) {
    const exact = outcome.ok && outcome.tier === "exact" && outcome.replacements.length === 1;
    const allows = { unseen: readPolicy === "edit-exact" && exact, partial: !input.replace_all };
    const line = outcome.ok ? outcome.replacements[0]?.line : undefined;
    const requirement = { path, current, doing: "editing", expectedHash: input.expected_hash, allows, line } as const;
    const unseen = await requireSeen(held, [requirement]);
    if (unseen !== undefined) return unseen;
  }
  if (!outcome.ok) throw editError(outcome);
  if (outcome.changed && !input.dry_run) {
    await held.commit([{ path: path.real, before: current?.bytes, after: outcome.bytes }]);
  }
  const change = current === undefined ? "created" : "modified";
  const output = outputOf(outcome, path.shown, input.dry_run ?? false);
  return shownChange(output, [{ path: path.shown, change, hunks: outcome.hunks }]);
}

function requestOf(input: EditInput): EditRequest {
  return {
    oldString: input.old_string,
    newString: input.new_string,
    ...(input.replace_all === undefined ? {} : { replaceAll: input.replace_all }),
    ...(input.match_mode === undefined ? {} : { matchMode: input.match_mode }),
    ...(input.expected_replacements === undefined ? {} : { expectedReplacements: input.expected_replacements }),
  };
}

function outputOf(result: EditResult, shown: string, dryRun: boolean): EditOutput {
  return {
    summary: dryRun ? `Preview, nothing was written. ${result.summary}` : result.summary,
    replacements: result.replacements.length,
    match_mode: result.matchMode,
    diff: result.diff,
    file_path: shown,
    ...(dryRun ? { dry_run: true } : {}),
  };
}
