import { type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import {
  type EditFailure,
  type FileOperation,
  type FilePatch,
  type PatchFileState,
  type PatchPlan,
  parsePatch,
  patchPaths,
  planPatch,
} from "@toolwright/edits";
import type { CurrentFile } from "../../tracking/seen-files.ts";
import type { FileChange } from "../../transaction/file-change.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";
import { currentFile } from "./current-file.ts";
import { type ChangedFile, changedFile, shownChange } from "./edit-output.ts";
import { editError } from "./failures.ts";
import { requireSeen, type SeenRequirement } from "./require-seen.ts";
import { type HeldFiles, withFiles } from "./with-files.ts";

/** A call that changes files by a patch. */
export interface PatchCall {
  readonly ctx: ToolContext;
  readonly toolName: string;
  readonly patch: string;
  readonly dryRun: boolean;
}

/** Carries a patch out, all files or none; `outputOf` says what programs read of it. */
export async function patchFiles(
  call: PatchCall,
  outputOf: (plan: PatchPlan) => object & { readonly diff: string },
): Promise<ToolResult> {
  const parsed = parsePatch(call.patch);
  if (!parsed.ok) throw editError(parsed);
  const given = patchPaths(parsed);
  const paths = { ctx: call.ctx, toolName: call.toolName, paths: given };
  return withFiles(paths, async (held) => {
    const files = await loadPatchFiles(held, given);
    const plan = planPatch({ patch: call.patch, fileAt: files.stateAt, resolvePath: files.keyOf });
    const needed = plan.ok
      ? plan.operations.flatMap((operation) => neededFor(operation, files) ?? [])
      : isAboutContent(plan)
        ? parsed.files.flatMap((file) => updated(file, files) ?? [])
        : [];
    const unseen = await requireSeen(held, needed);
    if (unseen !== undefined) return unseen;
    if (!plan.ok) throw editError(plan);
    if (!call.dryRun) await held.commit(changesOf(plan.operations, files));
    return shownChange(outputOf(plan), plan.operations.map(fileOf));
  });
}

const CHANGES = { add: "created", update: "modified", delete: "removed", move: "moved" } as const;

function fileOf(operation: FileOperation): ChangedFile {
  const { kind, path } = operation;
  const from = kind === "move" ? { from: operation.from } : {};
  return changedFile({ path, change: CHANGES[kind], ...from }, operation);
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
 * A file that is changed has to be known. Deleting and moving need no reading, but a file that was read must still be
 * what it was.
 */
function neededFor(operation: FileOperation, files: PatchFiles): SeenRequirement | undefined {
  const file = files.get(operation.kind === "move" ? operation.from : operation.path);
  if (file?.current === undefined) return undefined;
  if (file.isLink && DOING[operation.kind] !== "patching") throw linkError(file.path.shown);
  return {
    path: file.path,
    current: file.current,
    doing: DOING[operation.kind],
    allows: { unseen: operation.kind === "delete" || operation.diff === "", partial: true },
    line: operation.hunks[0]?.oldStart,
  };
}

/** A hunk that does not fit says what is in the file: that is told only of a file that is known. */
function isAboutContent({ reason }: EditFailure): boolean {
  return reason === "NO_MATCH" || reason === "AMBIGUOUS";
}

function updated(file: FilePatch, files: PatchFiles): SeenRequirement | undefined {
  const found = files.get(files.keyOf(file.path) ?? "");
  if (file.kind !== "update" || file.hunks.length === 0 || found?.current === undefined) return undefined;
  return { path: found.path, current: found.current, doing: "patching", allows: { unseen: false, partial: true } };
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
