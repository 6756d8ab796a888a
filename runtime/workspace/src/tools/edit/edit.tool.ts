import { defineTool, type Tool, type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { checkOptions, oneOf } from "@toolwright/core/internal";
import { applyEdit, type EditRequest, type EditResult, type PatchPlan } from "@toolwright/edits";
import type { z } from "zod";
import { calledAlso } from "../called-also.ts";
import { EDITS, FILE_PATH, NEW_STRING, OLD_STRING, PATCH, REPLACE_ALL } from "../mutation/aliases.ts";
import { currentFile } from "../mutation/current-file.ts";
import {
  changedFile,
  changeText,
  EDIT_ALLOWLIST,
  EditOutput,
  onlyPreviews,
  shownChange,
} from "../mutation/edit-output.ts";
import { editSeveral } from "../mutation/edit-several.ts";
import { editError } from "../mutation/failures.ts";
import { patchFiles } from "../mutation/patch-files.ts";
import { previewChange } from "../mutation/preview-change.ts";
import { requireFile } from "../mutation/require-file.ts";
import { requireExisting, requireSeen } from "../mutation/require-seen.ts";
import { type HeldFiles, withFiles } from "../mutation/with-files.ts";
import { EditForms, OneText } from "./edit-forms.ts";

/** Options of {@link editTool}. */
export interface EditToolOptions {
  /**
   * `edit-exact` lets an exact, unique match through in a file that was not read, where `read` of it would not ask.
   * Default `read`.
   */
  readonly readPolicy?: "read" | "edit-exact" | undefined;
}

type EditInput = z.infer<typeof OneText>;

/**
 * Makes the tool `edit`: replaces text in one file. A model is shown one form of it; several edits and a patch are
 * taken as well.
 */
export function editTool(options: EditToolOptions = {}): Tool {
  checkOptions<EditToolOptions>(options, { of: "editTool", rules: { readPolicy: oneOf("read", "edit-exact") } });
  const { readPolicy = "read" } = options;
  const run = (meant: z.infer<typeof EditForms>, ctx: ToolContext): Promise<ToolResult> => {
    if (meant.kind === "patch")
      return patchFiles({ ctx, toolName: "edit", ...meant }, (plan) => patchOutput(plan, meant.dryRun));
    const path = meant.kind === "text" ? meant.input.file_path : meant.filePath;
    return withFiles({ ctx, toolName: "edit", paths: [path] }, async (held) => {
      if (meant.kind === "edits" || needsFile(meant.input)) await requireFile(ctx, held);
      return meant.kind === "text" ? edit({ input: meant.input, held, readPolicy }) : editSeveral(meant, held);
    });
  };
  const tool = defineTool({
    name: "edit",
    description: "Replace text in a file that you have read. Add lines around old_string until it is unique.",
    input: EditForms,
    emptyIsAbsent: ["match_mode", "expected_replacements", "expected_hash", "patch"],
    aliases: {
      file_path: FILE_PATH,
      old_string: OLD_STRING,
      new_string: NEW_STRING,
      replace_all: REPLACE_ALL,
      edits: EDITS,
      patch: PATCH,
      "edits/*/old_string": OLD_STRING,
      "edits/*/new_string": NEW_STRING,
      "edits/*/replace_all": REPLACE_ALL,
    },
    insteadOf: calledAlso(
      "replace str_replace str_replace_editor str_replace_based_edit_tool string_replace search_replace " +
        "search_and_replace find_and_replace replace_in_file replace_string_in_file update update_file " +
        "modify modify_file change_file",
    ),
    output: EditOutput,
    allowlist: EDIT_ALLOWLIST,
    allowUserText: true,
    boundsOutput: true,
    effects: { kind: "write", onlyLooks: onlyPreviews },
    preview: (meant, ctx) => previewChange(ctx, () => run(meant, ctx)),
    execute: run,
    formatOutput: changeText,
  });
  return Object.freeze({ ...tool, definition: plainForm(tool) });
}

/** What a model is shown: one text replaced by another. */
function plainForm({ name, description }: Tool): Tool["definition"] {
  return defineTool({ name, description, input: OneText, execute: () => "" }).definition;
}

function patchOutput({ summary, diff, operations }: PatchPlan, dryRun: boolean): EditOutput {
  return {
    summary: dryRun ? `Preview, nothing was written.\n${summary}` : summary,
    replacements: operations.reduce((count, { hunks }) => count + hunks.length, 0),
    match_mode: "exact",
    diff,
    file_path: operations[0]?.path ?? "",
    ...(dryRun ? { dry_run: true } : {}),
  };
}

/** Not where one is created, where nothing would change, and where its hash is asked for first. */
function needsFile({ old_string: before, new_string: after, expected_hash: hash }: EditInput): boolean {
  return before !== "" && before !== after && hash === undefined;
}

function requireText({ old_string: before, new_string: after }: EditInput): void {
  if (before === "" && after === "")
    throw new ToolError("old_string and new_string are both empty, so nothing was done.");
}

interface EditCall {
  readonly input: EditInput;
  readonly held: HeldFiles;
  readonly readPolicy: "read" | "edit-exact";
}

async function edit({ input, held, readPolicy }: EditCall): Promise<ToolResult> {
  const [path] = held.paths;
  if (path === undefined) throw new TypeError("edit needs one path");
  requireText(input);
  const current = await currentFile(held.workspace.files, path);
  requireExisting(path, current, input.expected_hash);
  const outcome = applyEdit({ path: path.shown, bytes: current?.bytes, ...requestOf(input) });
  if (current !== undefined && input.old_string !== input.new_string) {
    const exact = outcome.ok && outcome.tier === "exact" && outcome.replacements.length === 1;
    const unseenAllowed = readPolicy === "edit-exact" && exact && (await held.readsUnasked(path));
    const allows = { unseen: unseenAllowed, partial: !input.replace_all };
    const line = outcome.ok ? outcome.replacements[0]?.line : undefined;
    const requirement = { path, current, doing: "editing", expectedHash: input.expected_hash, allows, line } as const;
    const unseen = await requireSeen(held, [requirement]);
    if (unseen !== undefined) return unseen;
  }
  if (!outcome.ok) throw editError(outcome, everywhere(input, path.shown, current?.bytes));
  if (outcome.changed && !input.dry_run) {
    await held.commit([{ path: path.real, before: current?.bytes, after: outcome.bytes }]);
  }
  const change = current === undefined ? "created" : "modified";
  const output = outputOf(outcome, path.shown, input.dry_run ?? false);
  return shownChange(output, [changedFile({ path: path.shown, change }, outcome)], outcome.changed);
}

/** The longest call that a refusal brings (characters). */
const MAX_CALL = 2_000;

/** The call that changes all places, where one that changes a single place found several. */
function everywhere(input: EditInput, path: string, bytes: Uint8Array | undefined): string | undefined {
  if (input.replace_all || input.expected_replacements !== undefined) return undefined;
  const outcome = applyEdit({ path, bytes, ...requestOf(input), replaceAll: true });
  if (!outcome.ok || outcome.replacements.length < 2) return undefined;
  const { file_path, old_string, new_string } = input;
  const call = JSON.stringify({ file_path, old_string, new_string, replace_all: true });
  return call.length > MAX_CALL ? undefined : `To change all of them: Call it as ${call}`;
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
