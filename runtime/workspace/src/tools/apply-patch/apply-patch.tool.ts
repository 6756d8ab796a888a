import { defineTool, type Tool, ToolError, type ToolResult } from "@toolwright/core";
import { type FileOperation, type PatchFileState, parsePatch, patchPaths, planPatch } from "@toolwright/edits";
import { z } from "zod";
import type { CurrentFile, SeenFiles } from "../../tracking/seen-files.ts";
import type { FileChange } from "../../transaction/file-change.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";
import { type ChangedFile, previewText, shownChange } from "../mutation/edit-output.ts";
import { editError } from "../mutation/failures.ts";
import { currentFile, requireSeen } from "../mutation/require-seen.ts";
import { type HeldFiles, withFiles } from "../mutation/with-files.ts";

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

/** The file changes that carry out a planned patch. */
function changesOf(operations: readonly FileOperation[], files: PatchFiles): FileChange[] {
  return operations.flatMap((operation): FileChange[] => {
    const source = files.get(operation.kind === "move" ? operation.from : operation.path);
    const target = files.get(operation.path);
    if (source === undefined || target === undefined) return [];
    if (operation.kind === "move") return moveChanges(source, target, operation.bytes);
    const after = operation.kind === "delete" ? undefined : operation.bytes;
    return [{ path: source.path.real, before: source.current?.bytes, after }];
  });
}

function moveChanges(source: PatchFile, target: PatchFile, bytes: Uint8Array): FileChange[] {
  const movedFrom = source.path.real;
  const mode = source.current === undefined ? {} : { mode: source.current.stat.mode };
  return [
    { path: target.path.real, before: undefined, after: bytes, movedFrom, ...mode },
    { path: movedFrom, before: source.current?.bytes, after: undefined },
  ];
}

/**
 * Throws unless the agent knows each file that is changed. Deleting and moving need no reading, but a file that was
 * read must still be what it was.
 */
function requirePatchSeen(seen: SeenFiles, operations: readonly FileOperation[], files: PatchFiles): void {
  for (const operation of operations) {
    const file = files.get(operation.kind === "move" ? operation.from : operation.path);
    if (file?.current === undefined) continue;
    if (file.isLink && DOING[operation.kind] !== "patching") throw linkError(file.path.shown);
    requireSeen(seen, {
      path: file.path,
      current: file.current,
      doing: DOING[operation.kind],
      allows: { unseen: operation.kind === "delete" || operation.diff === "", partial: true },
    });
  }
}

const DOING = { add: "patching", update: "patching", delete: "deleting", move: "moving" } as const;

function linkError(shown: string): ToolError {
  return new ToolError(`IO ${shown} is a symbolic link. Use bash to delete or move it. Nothing was changed.`, {
    reason: "IO",
  });
}

/** A path of a patch and what stands there. */
interface PatchFile {
  readonly path: ResolvedPath;
  readonly current: CurrentFile | undefined;
  /** The path itself is a symbolic link. */
  readonly isLink: boolean;
  readonly state: PatchFileState;
}

/** The files of a patch, as they were when their locks were taken. */
interface PatchFiles {
  /** One key for every spelling of a path. */
  keyOf(given: string): string | undefined;
  stateAt(key: string): PatchFileState;
  get(key: string): PatchFile | undefined;
}

/** Reads every file that a patch names. */
async function loadPatchFiles({ workspace, paths }: HeldFiles, given: readonly string[]): Promise<PatchFiles> {
  const keys = new Map<string, string>();
  const byReal = new Map<string, string>();
  const files = new Map<string, PatchFile>();
  for (const [index, path] of paths.entries()) {
    const key = byReal.get(path.real) ?? path.shown;
    byReal.set(path.real, key);
    keys.set(given[index] ?? "", key);
    if (files.has(key)) continue;
    const link = await workspace.files.stat(path.lexical, { noFollow: true });
    files.set(key, { path, isLink: link?.kind === "link", ...(await load(workspace.files, path)) });
  }
  return {
    keyOf: (name) => keys.get(name),
    stateAt: (key) => files.get(key)?.state ?? { kind: "missing" },
    get: (key) => files.get(key),
  };
}

async function load(
  files: HeldFiles["workspace"]["files"],
  path: ResolvedPath,
): Promise<Pick<PatchFile, "current" | "state">> {
  const stat = await files.stat(path.real);
  if (stat?.kind === "directory") return { current: undefined, state: { kind: "directory" } };
  if (stat !== undefined && stat.kind !== "file") return { current: undefined, state: { kind: "other" } };
  const current = await currentFile(files, path);
  return {
    current,
    state: current === undefined ? { kind: "missing" } : { kind: "file", bytes: current.bytes },
  };
}
