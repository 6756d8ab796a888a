import { defineTool, type Tool, ToolError, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { openScope } from "../../search/open-scope.ts";
import { SEARCH_ENGINE } from "../../search/search-engine-key.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { LiveOutput } from "../bash/output/live-output.ts";
import { type GrepAnswer, GrepCall, SEARCH_SECONDS } from "./grep-call.ts";

/** Beyond the search itself: looking into ignored files, dates of files, and ending a process. In milliseconds. */
const AROUND_MS = 10_000;

/** `grep`: lines that match a regular expression, in the files that are not ignored. What it found so far is shown while it runs. */
export function grepTool(): Tool {
  return defineTool({
    name: "grep",
    description: "Search file contents with a regular expression (ripgrep). Ignored files are skipped.",
    input: z.object({
      pattern: z.string().min(1).max(10_000),
      path: z.string().default("."),
      glob: z.string().optional().describe("such as *.{ts,tsx} or !**/*.test.ts"),
      type: z.string().optional().describe("such as ts, py, rust"),
      mode: z.enum(["content", "files", "count"]).default("content"),
      context: z.int().min(0).max(10).default(0).describe("lines around a match"),
      ignore_case: z.boolean().default(false),
      fixed: z.boolean().default(false).describe("plain text, no regex"),
      multiline: z.boolean().default(false),
      ignored: z.boolean().default(false).describe("search ignored files too"),
      limit: z.int().min(1).max(1_000).default(100),
      offset: z.int().min(0).default(0),
    }),
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
      return toResult(answer);
    },
  });
}

function toResult({ text, matches, files }: GrepAnswer): ToolResult {
  return {
    output: { type: "text", text },
    silent: false,
    isError: false,
    async: false,
    artifact: { matches, files },
  };
}
