import { basename } from "node:path";
import { defineTool, type Tool } from "@toolwright/core";
import { z } from "zod";
import { judgedPath } from "../../workspace/resolve-path.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { boundedInt, otherwise } from "../bounded.ts";
import { missingPath } from "../read/missing-path.ts";
import { listDirectory } from "./list-directory.ts";

/** `ls`: the entries of a directory of the workspace. */
export function lsTool(): Tool {
  return defineTool({
    name: "ls",
    description: "List a directory.",
    input: z.object({
      path: otherwise(z.string(), "."),
      depth: otherwise(boundedInt({ most: 3 }).describe("levels, 1-3"), 1),
      limit: otherwise(boundedInt({ most: 5_000 }), 500),
    }),
    emptyIsAbsent: ["path", "depth", "limit"],
    effects: "read",
    allowlist: "all",
    async execute({ path: given, depth, limit }, ctx) {
      const workspace = await ctx.resolve(WORKSPACE);
      const path = await judgedPath({ ctx, workspace, access: "read" }, given);
      const stat = await workspace.files.stat(path.real);
      if (stat === undefined) throw await missingPath(workspace, path);
      if (stat.kind !== "directory") return basename(path.shown);
      return listDirectory(workspace.files, path.real, { depth, limit });
    },
  });
}
