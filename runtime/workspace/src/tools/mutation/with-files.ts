import { relative } from "node:path";
import { type ToolContext, ToolError } from "@toolwright/core";
import { type Foreseen, foreseenOf, isOffered, runsUnasked, type Step, stepOf } from "@toolwright/core/internal";
import { FILE_LOCKS, type LockOutcome, type LockRequest, whileHeld } from "../../tracking/file-locks.ts";
import { acquireProcessLocks } from "../../tracking/process-locks.ts";
import { SEEN_FILES, type SeenFiles } from "../../tracking/seen-files.ts";
import { CHANGE_LOG } from "../../transaction/change-log.port.ts";
import { commitChanges, HalfDoneError } from "../../transaction/commit-changes.ts";
import type { FileChange } from "../../transaction/file-change.ts";
import { isBytes } from "../../transaction/file-content.ts";
import { recoverOnce } from "../../transaction/recover-changes.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import { judgedPath, type ResolvedPath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { stateError, writeError } from "./failures.ts";
import { ForeseenFiles, type KnownFiles } from "./foreseen-files.ts";
import { foreseenPort } from "./foreseen-port.ts";
import { foresees } from "./preview-change.ts";

/** Files that nobody else of this process can change while a tool works on them. */
export interface HeldFiles {
  readonly workspace: Workspace;
  /** What the agent has seen. */
  readonly seen: KnownFiles;
  /** The calls that were made together with this one; undefined where that is not known. */
  readonly step: Step | undefined;
  /** In the order in which they were asked for. */
  readonly paths: readonly ResolvedPath[];
  /** Whether there is a `read` where the call was made. */
  readonly canRead: boolean;
  /** Whether `read` of a file would run without a question. */
  readsUnasked(path: ResolvedPath): Promise<boolean>;
  /** Makes the changes, all or none, and remembers the new contents as seen. */
  commit(changes: readonly FileChange[]): Promise<void>;
}

/** A call that changes files. */
export interface MutatingCall {
  readonly ctx: ToolContext;
  readonly toolName: string;
  /** As the model wrote them. */
  readonly paths: readonly string[];
}

/** For all locks of a call together (milliseconds). */
const MAX_WAIT_MS = 30_000;

/**
 * Resolves the paths of a call, waits for their locks, and gives them back whatever happens. Calls are served in order.
 * While the call is previewed nothing is locked, and nothing changed.
 */
export async function withFiles<T>(call: MutatingCall, work: (held: HeldFiles) => Promise<T>): Promise<T> {
  const foreseen = foreseenOf(call.ctx);
  return foreseen === undefined ? withLocks(call, work) : withForeseen(call, foreseen, work);
}

/** What `read` would not show unasked is not opened before somebody has said yes, and nothing is told of it. */
async function withForeseen<T>(
  { ctx, paths: given }: MutatingCall,
  foreseen: Foreseen,
  work: (held: HeldFiles) => Promise<T>,
): Promise<T> {
  const [workspace, seen] = await Promise.all([ctx.resolve(WORKSPACE), ctx.resolve(SEEN_FILES)]);
  const paths = await Promise.all(given.map((path) => judgedPath({ ctx, workspace, access: "edit" }, path)));
  for (const path of paths) {
    if (await isReadUnasked(ctx, workspace, path)) continue;
    foresees(ctx, "unopened");
    throw new ToolError("This file is not opened before the call is approved.");
  }
  const left = ForeseenFiles.of(foreseen);
  const known = left.seenBy(seen, foreseen);
  return work({
    workspace: { ...workspace, files: foreseenPort(workspace.files, left) },
    seen: known,
    step: stepOf(ctx),
    paths,
    canRead: isOffered(ctx, "read"),
    readsUnasked: (path) => isReadUnasked(ctx, workspace, path),
    async commit(changes) {
      foresees(ctx, { changes, paths });
      for (const change of changes) left.change(change, known);
    },
  });
}

async function withLocks<T>(call: MutatingCall, work: (held: HeldFiles) => Promise<T>): Promise<T> {
  const { ctx } = call;
  const started = performance.now();
  const [workspace, seen, locks] = await Promise.all([
    ctx.resolve(WORKSPACE),
    ctx.resolve(SEEN_FILES),
    ctx.resolve(FILE_LOCKS),
  ]);
  let paths: readonly ResolvedPath[] = [];
  const lock = await locks.acquire(async () => {
    paths = await Promise.all(call.paths.map((path) => judgedPath({ ctx, workspace, access: "edit" }, path)));
    return requestOf(call, paths, started);
  });
  const busy = (refused: Parameters<typeof notHeld>[1]): never => {
    throw notHeld(paths, refused);
  };
  const commitAll: HeldFiles["commit"] = (changes) => commit(call, { workspace, seen, paths }, changes);
  const workHeld = async () => {
    await recoverOnce(workspace, ctx.logger);
    const readsUnasked: HeldFiles["readsUnasked"] = (path) => isReadUnasked(ctx, workspace, path);
    const canRead = isOffered(ctx, "read");
    return work({ workspace, seen, step: stepOf(ctx), paths, canRead, readsUnasked, commit: commitAll });
  };
  const lockOthers = () => kept(workspace, acquireProcessLocks(workspace, requestOf(call, paths, started)));
  return whileHeld(lock, async () => whileHeld(await lockOthers(), workHeld, busy), busy);
}

/** By the name that the call has for the file, and by the one where that leads. */
async function isReadUnasked(ctx: ToolContext, { root }: Workspace, { shown, real }: ResolvedPath): Promise<boolean> {
  if (!(await (await ctx.resolve(FILE_GUARD)).mayRead(real))) return false;
  for (const path of new Set([shown, relative(root, real)]))
    if (!(await runsUnasked(ctx, "read", { file_paths: [path] }))) return false;
  return true;
}

function requestOf({ ctx, toolName }: MutatingCall, paths: readonly ResolvedPath[], started: number): LockRequest {
  const waitMs = Math.max(0, MAX_WAIT_MS - (performance.now() - started));
  const holder = `call ${ctx.toolCallId}, ${toolName}`;
  return { paths: paths.map((path) => path.real), holder, waitMs, signal: ctx.signal };
}

async function commit(
  { ctx, toolName }: MutatingCall,
  { workspace, seen, paths }: Pick<HeldFiles, "workspace" | "paths"> & { readonly seen: SeenFiles },
  changes: readonly FileChange[],
): Promise<void> {
  if (ctx.signal.aborted) throw stopped();
  const log = await ctx.resolve(CHANGE_LOG);
  const { runId, toolCallId, conversation, scrubber } = ctx;
  const author = { runId, toolCallId, conversation, scrubber, toolName };
  const recorded = await kept(workspace, log.record(changes, author));
  try {
    await commitChanges(workspace, changes);
    await recorded.settle(true);
  } catch (error) {
    if (!(error instanceof HalfDoneError)) await recorded.settle(false);
    throw writeError(error, paths.map((path) => path.shown).join(", "));
  }
  for (const change of changes) await remember({ workspace, seen }, change);
}

/** The same promise, saying of a failure that it is about the state directory. */
async function kept<T>(workspace: Workspace, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw stateError(error, workspace.stateDirectory);
  }
}

/** What an agent wrote it has seen, as far as it had seen what it changed. */
async function remember(
  { workspace, seen }: Pick<HeldFiles, "workspace"> & { readonly seen: SeenFiles },
  change: FileChange,
): Promise<void> {
  const { path, before, after, movedFrom } = change;
  const stat = isBytes(after) ? await workspace.files.stat(path) : undefined;
  if (!isBytes(after) || stat === undefined) seen.forget(path);
  else if (movedFrom === undefined) {
    const isNew = !isBytes(before) || before.length === 0;
    seen.record(path, { bytes: after, stat }, isNew || change.whole === true || seen.knowsAll(path) === true);
  } else {
    const known = seen.knowsAll(movedFrom);
    if (known !== undefined) seen.record(path, { bytes: after, stat }, known);
  }
}

function stopped(): ToolError {
  return new ToolError("Stopped before anything was written.");
}

function notHeld(paths: readonly ResolvedPath[], lock: Exclude<LockOutcome, { readonly kind: "held" }>): ToolError {
  if (lock.kind === "aborted") return stopped();
  const shown = paths.find(({ real }) => real === lock.path)?.shown ?? "The file";
  return new ToolError(`IO ${shown} is busy (${lock.holder}). Try again.`, { reason: "IO" });
}
