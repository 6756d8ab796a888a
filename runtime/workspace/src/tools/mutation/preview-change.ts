import type { CallPreview, Previewed, PreviewedFile, ToolContext, ToolResult } from "@toolwright/core";
import { fileHunks, type HunkBounds } from "@toolwright/edits";
import { boundsLeft } from "../../text/bounds-left.ts";
import type { FileChange } from "../../transaction/file-change.ts";
import { contentHash, isBytes } from "../../transaction/file-content.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";

/** Of all hunks of one preview; what is more is left out. */
const MOST: HunkBounds = { lines: 2_000, units: 100_000 };

/** What a call that is previewed came to, where it would have changed files. */
export interface ForeseenChange {
  readonly changes: readonly FileChange[];
  readonly paths: readonly ResolvedPath[];
}

/** The calls that are previewed, and what each of them would change; `unopened`: it may not even be looked at. */
const foreseen = new WeakMap<ToolContext, ForeseenChange | "unopened">();

/** Notes what the call of this context would do. */
export function foresees(ctx: ToolContext, change: ForeseenChange | "unopened"): void {
  foreseen.set(ctx, change);
}

/**
 * What a call that changes files would do. `run` is the call itself: in the context of a preview it goes all the way,
 * on files as the calls before it would leave them, and changes none. Where it comes to its end without a change, that
 * is what it would answer.
 */
export async function previewChange(ctx: ToolContext, run: () => Promise<ToolResult>): Promise<Previewed> {
  const answer = await run().catch((error: unknown) => {
    if (foreseen.get(ctx) === "unopened") return undefined;
    throw error;
  });
  const change = foreseen.get(ctx);
  if (change === "unopened" || answer === undefined) return {};
  if (change === undefined) return { answer };
  const basis = change.changes.map(({ path, before, after }) => [path, contentHash(before), contentHash(after)]);
  return { shows: showsOf(change), basis: JSON.stringify(basis) };
}

function showsOf({ changes, paths }: ForeseenChange): CallPreview {
  const shownAs = new Map(paths.map(({ real, shown }) => [real, shown]));
  const movedFrom = new Set(changes.flatMap(({ movedFrom: from }) => from ?? []));
  let left: HunkBounds = MOST;
  const files: PreviewedFile[] = [];
  for (const change of changes.filter(({ path }) => !movedFrom.has(path))) {
    const file = previewed(change, { changes, shownAs, bounds: left });
    left = boundsLeft(left, file.hunks);
    files.push(file);
  }
  return { files };
}

interface Shown {
  readonly changes: readonly FileChange[];
  readonly shownAs: ReadonlyMap<string, string>;
  readonly bounds: HunkBounds;
}

function previewed({ path, before, after, movedFrom }: FileChange, { changes, shownAs, bounds }: Shown): PreviewedFile {
  const old = movedFrom === undefined ? before : changes.find((one) => one.path === movedFrom)?.before;
  const { left, ...hunks } = fileHunks({ before: bytesOf(old), after: bytesOf(after) }, bounds);
  const nameOf = (real: string) => shownAs.get(real) ?? real;
  return {
    path: nameOf(path),
    ...(movedFrom === undefined ? { change: kindOf(before, after) } : { change: "moved", from: nameOf(movedFrom) }),
    ...hunks,
    ...(left > 0 && { left }),
  };
}

function kindOf(before: FileChange["before"], after: FileChange["after"]): PreviewedFile["change"] {
  if (before === undefined) return "created";
  return after === undefined ? "removed" : "modified";
}

function bytesOf(content: FileChange["before"]): Uint8Array | undefined {
  return isBytes(content) ? content : undefined;
}
