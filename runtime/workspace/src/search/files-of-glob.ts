import { join, relative } from "node:path";
import type { ToolContext } from "@toolwright/core";
import { runsUnasked } from "@toolwright/core/internal";
import { type FileGlob, parseFileGlob } from "../glob/file-glob.ts";
import { folderOfGlob } from "../glob/folder-of-glob.ts";
import { FILE_GUARD } from "../workspace/file-guard.port.ts";
import { judgedPath, type ResolvedPath } from "../workspace/resolve-path.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { SEARCH_ENGINE } from "./choose-engine.ts";
import { withFallback } from "./engine-failed.ts";

/** Where a path that leads nowhere is read as a glob. */
interface GlobPlace {
  readonly ctx: Pick<ToolContext, "resolve" | "signal">;
  readonly workspace: Workspace;
}

/** Files that a path with wildcards means. */
export interface FilesOfGlob {
  /** The first of them, relative to the root, in the order of their paths. */
  readonly paths: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

/** More files are not collected, and a list may take so long (ms). */
const MAX_FILES = 1_000;
const LIST_MS = 5_000;

/**
 * The files that a missing path means as a glob, as far as `read` would show them without a question; undefined for
 * what is no glob, and where none fits.
 */
export async function filesOfGlob(
  { ctx, workspace }: GlobPlace,
  { shown, exists }: ResolvedPath,
  limit: number,
): Promise<FilesOfGlob | undefined> {
  const folder = exists ? undefined : folderOfGlob(shown);
  const glob = folder === undefined ? undefined : parseFileGlob(shown.slice(folder === "." ? 0 : folder.length + 1));
  if (folder === undefined || glob === undefined) return undefined;
  const base = await judgedPath({ ctx, workspace, access: "read" }, folder);
  if ((await workspace.files.stat(base.real))?.kind !== "directory") return undefined;
  const guard = await ctx.resolve(FILE_GUARD);
  const paths: string[] = [];
  let more = 0;
  for (const path of await fitting({ ctx, workspace }, base, glob)) {
    if (!(await guard.mayRead(join(workspace.root, path)))) continue;
    if (paths.length >= limit) more += 1;
    else if (await runsUnasked(ctx, "read", { file_paths: [path] })) paths.push(path);
  }
  return paths.length === 0 ? undefined : { paths, more };
}

/** Files below a folder whose path from there fits; none of those that ignore files leave out. */
async function fitting({ ctx, workspace }: GlobPlace, base: ResolvedPath, glob: FileGlob): Promise<readonly string[]> {
  const root = relative(workspace.root, base.real);
  const depth = root === "" ? 0 : root.split("/").length;
  const accepts = (names: readonly string[]) => glob.matches(names.slice(depth));
  const scope = { workspace, path: base.real, isFile: false, ignored: false, accepts, fileNames: glob.lastNames };
  return withFallback(await ctx.resolve(SEARCH_ENGINE), async (engine) => {
    const paths: string[] = [];
    const run = { signal: ctx.signal, deadline: performance.now() + LIST_MS };
    await engine.list(scope, (path) => paths.push(path) < MAX_FILES, run);
    return paths;
  });
}
