import { defineTool, type Tool, type ToolResult } from "@toolwright/core";
import { textResult } from "@toolwright/core/internal";
import { z } from "zod";
import { SEARCH_ENGINE } from "../../search/search-engine-key.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { boundedInt, boundedText, otherwise } from "../bounded.ts";
import { type GlobAnswer, GlobCall, LIST_SECONDS } from "./glob-call.ts";
import { splitPattern } from "./split-pattern.ts";

/** `glob`: the files that fit a pattern, the last changed first. */
export function globTool(): Tool {
  return defineTool({
    name: "glob",
    description: "Find files by name, newest first.",
    input: z.object({
      pattern: boundedText({ most: 2_000 }).describe("such as **/*.ts"),
      path: otherwise(z.string(), "."),
      limit: otherwise(boundedInt({ most: 1_000 }), 100),
      ignored: otherwise(z.boolean().describe("list ignored files too"), false),
    }),
    effects: "read",
    allowlist: "all",
    boundsOutput: true,
    timeoutMs: (LIST_SECONDS + 10) * 1_000,
    async execute({ pattern, path, limit, ignored }, ctx) {
      const workspace = await ctx.resolve(WORKSPACE);
      const [engine, guard] = await Promise.all([ctx.resolve(SEARCH_ENGINE), ctx.resolve(FILE_GUARD)]);
      const place = splitPattern(workspace, pattern, path);
      const setting = { workspace, engine, guard, ctx };
      return toResult(await new GlobCall(setting, { pattern, limit, ignored, ...place }).run());
    },
  });
}

function toResult({ text, matches, limited }: GlobAnswer): ToolResult {
  return { ...textResult(text), artifact: { matches, limited } };
}
