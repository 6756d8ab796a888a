import { defineTool, type Tool, ToolError } from "@toolwright/core";
import { z } from "zod";
import { SEARCH_ENGINE } from "../../search/choose-engine.ts";
import { openScope } from "../../search/open-scope.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { LiveOutput } from "../bash/output/live-output.ts";
import { anyOffset, boundedText, countUpTo, otherwise } from "../bounded.ts";
import { GrepCall, SEARCH_SECONDS } from "./grep-call.ts";

/** Beyond the search itself: looking into ignored files, dates of files, and ending a process. In milliseconds. */
const AROUND_MS = 10_000;

/**
 * `grep`: lines that match a regular expression, in the files that are not ignored. What it found so far is shown while
 * it runs.
 */
export function grepTool(): Tool {
  return defineTool({
    name: "grep",
    description: "Search file contents by regular expression (ripgrep).",
    input: z.object({
      pattern: boundedText({ most: 10_000 }),
      path: otherwise(z.string(), "."),
      glob: z.string().optional().describe("such as *.{ts,tsx}"),
      type: z.string().optional().describe("such as ts, py"),
      mode: otherwise(z.enum(["content", "files", "count"]), "content"),
      context: otherwise(z.int().min(0).max(10).describe("lines around"), 0),
      ignore_case: otherwise(z.boolean(), false),
      fixed: otherwise(z.boolean().describe("plain text"), false),
      multiline: otherwise(z.boolean(), false),
      ignored: otherwise(z.boolean().describe("search ignored files too"), false),
      limit: otherwise(countUpTo(1_000), 100),
      offset: otherwise(anyOffset(), 1),
    }),
    emptyIsAbsent: ["path", "glob", "type", "mode", "limit"],
    effects: "read",
    allowlist: "all",
    streamsOutput: true,
    boundsOutput: true,
    timeoutMs: SEARCH_SECONDS * 1_000 + AROUND_MS,
    async execute({ ignore_case: ignoreCase, path, glob, type, ignored, ...query }, ctx) {
      if (query.pattern.includes("\0"))
        throw new ToolError("The pattern holds a NUL character.", { code: "user_error" });
      const workspace = await ctx.resolve(WORKSPACE);
      const opened = await openScope({ ctx, workspace, access: "read" }, { path, glob, type, ignored });
      const [engine, guard] = await Promise.all([ctx.resolve(SEARCH_ENGINE), ctx.resolve(FILE_GUARD)]);
      const live = new LiveOutput((chunk) => ctx.emitOutput(chunk));
      const emit = (text: string) => live.push(text);
      const answer = await new GrepCall({ ...query, ignoreCase }, { opened, engine, guard, ctx, emit }).run();
      live.end();
      return answer;
    },
  });
}
