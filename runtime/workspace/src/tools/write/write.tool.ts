import {
  defineTool,
  type Json,
  type JsonObject,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { planWrite } from "@toolwright/edits";
import { z } from "zod";
import { calledAlso, plainName } from "../called-also.ts";
import { CONTENT, FILE_PATH } from "../mutation/aliases.ts";
import { currentFile } from "../mutation/current-file.ts";
import { changedFile, previewText, shownChange } from "../mutation/edit-output.ts";
import { editError } from "../mutation/failures.ts";
import { previewChange } from "../mutation/preview-change.ts";
import { requireExisting, requireSeen } from "../mutation/require-seen.ts";
import { type HeldFiles, withFiles } from "../mutation/with-files.ts";

const Input = z.object({
  file_path: z.string(),
  content: z.string().describe("the whole file"),
  expected_hash: z.string().optional().describe("SHA-256 that the file has now"),
});

/** What `write` returns to a program; a person reads the summary. */
export const WriteOutput = z.object({
  summary: z.string(),
  file_path: z.string(),
  bytes_written: z.int(),
  created: z.boolean(),
  diff: z.string(),
});

/** Makes the tool `write`: creates a file or replaces all of it. */
export function writeTool(): Tool {
  const run = (input: z.infer<typeof Input>, ctx: ToolContext) =>
    withFiles({ ctx, toolName: "write", paths: [input.file_path] }, (held) => write(input, held));
  return defineTool({
    name: "write",
    description: "Create a file, or replace one that you have read. Prefer edit for changes.",
    input: Input,
    emptyIsAbsent: ["expected_hash"],
    aliases: { file_path: FILE_PATH, content: CONTENT },
    insteadOf: insteadOfWrite(
      "create touch save create_file new_file make_file save_file add_file create_new_file file_write " +
        "put_file overwrite write_to_file write_new_file",
    ),
    output: WriteOutput,
    allowlist: ["summary", "file_path", "bytes_written", "created", "diff"],
    allowUserText: true,
    boundsOutput: true,
    effects: "write",
    preview: (input, ctx) => previewChange(ctx, () => run(input, ctx)),
    execute: run,
    formatOutput: writtenText,
  });
}

/** A file that is opened to be written anew is written; JSON that stands in the call itself was meant as its text. */
function insteadOfWrite(names: string): ReturnType<typeof calledAlso> {
  const known = calledAlso(names);
  return (name, given) => {
    const { mode, ...rest } = given;
    if (name === "write") return withText(given);
    const isOpened = plainName(name) === "open" && typeof mode === "string" && /^[wx]/.test(mode);
    return isOpened ? rest : known(name, given);
  };
}

function withText({ content, ...rest }: JsonObject): JsonObject | undefined {
  const isMeant = isJsonObject(content) || (Array.isArray(content) && /\.json$/i.test(String(rest.file_path)));
  return isMeant ? { ...rest, content: `${JSON.stringify(content, null, 2)}\n` } : undefined;
}

/**
 * A small model writes a sentence that it was answered into its next file; after an object it tells the person what was
 * done. `npm run outcome -- --only hello` counts it.
 */
function writtenText(output: Json): string {
  const written = WriteOutput.safeParse(output).data;
  return written?.created === true ? JSON.stringify({ created: written.file_path }) : previewText(output);
}

/** A system with other separators would have made a folder of it. */
function refuseBackslashes(path: string): void {
  if (!path.includes("\\")) return;
  const suggestion = `Send the path: ${JSON.stringify(path.replaceAll("\\", "/"))}.`;
  throw new ToolError("Folders are separated by / here, and nothing was written.", { code: "user_error", suggestion });
}

async function write(input: z.infer<typeof Input>, held: HeldFiles): Promise<ToolResult> {
  const [path] = held.paths;
  if (path === undefined) throw new TypeError("write needs one path");
  const current = await currentFile(held.workspace.files, path);
  if (current === undefined) refuseBackslashes(input.file_path);
  requireExisting(path, current, input.expected_hash);
  const plan = planWrite({ path: path.shown, before: current?.bytes, content: input.content });
  if (current !== undefined && !(plan.ok && !plan.changed)) {
    const allows = { unseen: false, partial: false };
    const requirement = { path, current, doing: "overwriting", expectedHash: input.expected_hash, allows } as const;
    const unseen = await requireSeen(held, [requirement]);
    if (unseen !== undefined) return unseen;
  }
  if (!plan.ok) throw editError(plan);
  if (plan.changed) await held.commit([{ path: path.real, before: current?.bytes, after: plan.bytes, whole: true }]);
  else if (current !== undefined) held.seen.record(path.real, current, true);
  const created = current === undefined;
  const output: z.infer<typeof WriteOutput> = {
    summary: plan.summary,
    file_path: path.shown,
    bytes_written: plan.changed ? plan.bytes.length : 0,
    created,
    diff: plan.diff,
  };
  const file = { path: path.shown, change: created ? "created" : "modified" } as const;
  return shownChange(output, [changedFile(file, plan)], plan.changed);
}
