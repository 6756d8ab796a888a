import type { PatchFileState } from "@toolwright/edits";
import type { CurrentFile } from "../../tracking/seen-files.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";
import { currentFile } from "../mutation/current-file.ts";
import type { HeldFiles } from "../mutation/with-files.ts";

/** A path of a patch and what stands there. */
export interface PatchFile {
  readonly path: ResolvedPath;
  readonly current: CurrentFile | undefined;
  /** The path itself is a symbolic link. */
  readonly isLink: boolean;
  readonly state: PatchFileState;
}

/** The files of a patch, as they were when their locks were taken. */
export interface PatchFiles {
  /** One key for every spelling of a path. */
  keyOf(given: string): string | undefined;
  stateAt(key: string): PatchFileState;
  get(key: string): PatchFile | undefined;
}

/** Reads every file that a patch names. */
export async function loadPatchFiles({ workspace, paths }: HeldFiles, given: readonly string[]): Promise<PatchFiles> {
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
