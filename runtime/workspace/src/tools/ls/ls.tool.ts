import { basename } from "node:path";
import { defineTool, type Tool, type ToolContext } from "@toolwright/core";
import { printablePath } from "@toolwright/core/internal";
import { z } from "zod";
import { filesOfGlob } from "../../search/files-of-glob.ts";
import { judgedPath, type ResolvedPath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { boundedInt, countUpTo, otherwise } from "../bounded.ts";
import { calledAlso } from "../called-also.ts";
import { COUNT_NAMES, FOLDER_NAMES } from "../other-names.ts";
import { missingPath } from "../read/missing-path.ts";
import { listDirectory } from "./list-directory.ts";

/** Deeper folders are listed by calls of their own. */
const MAX_DEPTH = 3;

/** `ls`: the entries of a directory of the workspace. */
export function lsTool(): Tool {
  return defineTool({
    name: "ls",
    description: "List a directory.",
    input: z.object({
      path: otherwise(z.string(), "."),
      depth: otherwise(boundedInt({ most: Number.MAX_SAFE_INTEGER }).describe("levels, 1-3"), 1),
      limit: otherwise(countUpTo(5_000), 500),
    }),
    emptyIsAbsent: ["path", "depth", "limit"],
    aliases: { path: FOLDER_NAMES, depth: ["max_depth", "maxDepth", "levels"], limit: COUNT_NAMES },
    insteadOf: calledAlso(
      "list dir tree list_dir list_directory list_files list_folder list_directory_contents " +
        "list_contents directory_list",
    ),
    effects: "read",
    allowlist: "all",
    async execute({ path: given, depth, limit }, ctx) {
      const workspace = await ctx.resolve(WORKSPACE);
      const path = await judgedPath({ ctx, workspace, access: "read" }, given);
      const stat = await workspace.files.stat(path.real);
      if (stat === undefined) return await listGlob({ ctx, workspace }, path, limit);
      if (stat.kind !== "directory") return basename(path.shown);
      const listed = await listDirectory(workspace.files, path.real, { depth: Math.min(depth, MAX_DEPTH), limit });
      return depth <= MAX_DEPTH
        ? listed
        : `${listed}\n[${MAX_DEPTH} levels are the most: list a deeper folder by its path]`;
    },
  });
}

/** What the call looks in. */
interface Listing {
  readonly ctx: Pick<ToolContext, "resolve" | "signal">;
  readonly workspace: Workspace;
}

/** A path that leads nowhere may be a glob: it means the files that fit. */
async function listGlob(listing: Listing, path: ResolvedPath, limit: number): Promise<string> {
  const files = await filesOfGlob(listing, path, limit);
  if (files === undefined) throw await missingPath(listing, path);
  const shown = files.paths.map(printablePath);
  const total = shown.length + files.more;
  return files.more === 0 ? shown.join("\n") : [...shown, `[${shown.length} of ${total} files]`].join("\n");
}
