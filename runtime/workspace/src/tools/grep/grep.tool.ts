import { defineTool, type Tool, ToolError } from "@toolwright/core";
import { z } from "zod";
import { SEARCH_ENGINE } from "../../search/choose-engine.ts";
import { openScope } from "../../search/open-scope.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { LiveOutput } from "../bash/output/live-output.ts";
import { anyOffset, boundedText, countUpTo, otherwise } from "../bounded.ts";
import { calledAlso } from "../called-also.ts";
import { COUNT_NAMES, FOLDER_NAMES } from "../other-names.ts";
import { showing } from "../showing.ts";
import { GrepCall, SEARCH_SECONDS } from "./grep-call.ts";

/** Beyond the search itself: looking into ignored files, dates of files, and ending a process. In milliseconds. */
const AROUND_MS = 10_000;

/**
 * `grep`: lines that match a regular expression, in the files that are not ignored. What it found so far is shown while
 * it runs.
 */
export function grepTool(): Tool {
  const tool = defineTool({
    name: "grep",
    description: "Search file contents by regular expression (ripgrep).",
    input: z.object({
      pattern: boundedText({ most: 10_000 }),
      path: otherwise(z.string(), "."),
      glob: z.string().optional().describe("such as *.{ts,tsx}"),
      type: z.string().optional().describe("such as ts, py"),
      mode: z.enum(["content", "files", "count"]).optional(),
      context: otherwise(z.int().min(0).max(10).describe("lines around"), 0),
      ignore_case: otherwise(z.boolean(), false),
      fixed: otherwise(z.boolean().describe("plain text"), false),
      multiline: otherwise(z.boolean(), false),
      ignored: otherwise(z.boolean().describe("search ignored files too"), false),
      limit: otherwise(countUpTo(1_000), 100),
      offset: otherwise(anyOffset(), 1),
      output_mode: z.enum(["content", "files_with_matches", "count"]).optional(),
      "-n": z.boolean().optional(),
    }),
    emptyIsAbsent: ["path", "glob", "type", "mode", "limit", "output_mode"],
    aliases: OTHER_NAMES,
    insteadOf: calledAlso(
      "search rg ripgrep search_files search_text search_code search_content search_file_content " +
        "find_in_files find_text grep_search code_search text_search",
    ),
    effects: "read",
    allowlist: "all",
    streamsOutput: true,
    boundsOutput: true,
    timeoutMs: SEARCH_SECONDS * 1_000 + AROUND_MS,
    async execute(
      { ignore_case: ignoreCase, path, glob, type, ignored, mode: given, output_mode: other, ...rest },
      ctx,
    ) {
      const query = { ...rest, mode: modeOf(given, other) };
      if (query.pattern.includes("\0"))
        throw new ToolError("The pattern holds a NUL character.", { code: "user_error" });
      const workspace = await ctx.resolve(WORKSPACE);
      const opened = await openScope(
        { ctx, workspace, access: "read" },
        { pattern: query.pattern, path, glob, type, ignored },
      );
      const [engine, guard] = await Promise.all([ctx.resolve(SEARCH_ENGINE), ctx.resolve(FILE_GUARD)]);
      const live = new LiveOutput((chunk) => ctx.emitOutput(chunk));
      const emit = (text: string) => live.push(text);
      const answer = await new GrepCall({ ...query, ignoreCase }, { opened, engine, guard, ctx, emit }).run();
      live.end();
      return answer;
    },
  });
  // For models that know them from elsewhere.
  return showing(tool, (name) => name !== "output_mode" && name !== "-n");
}

const OTHER_NAMES = {
  pattern: "query regex regexp search search_term search_pattern grep_pattern text".split(" "),
  path: [...FOLDER_NAMES, "paths", "file"],
  glob: "include include_pattern includePattern include_globs file_pattern filePattern file_glob glob_pattern".split(
    " ",
  ),
  type: ["file_type"],
  context: ["-C", "context_lines", "lines_around"],
  ignore_case: ["-i", "ignoreCase", "case_insensitive"],
  fixed: ["literal", "literal_text", "fixed_strings", "fixed_string"],
  ignored: ["no_ignore", "include_ignored"],
  limit: [...COUNT_NAMES, "max_matches"],
};

type Mode = "content" | "files" | "count";

/** Claude Code has another word for one of the modes, and asks for line numbers, which every answer has. */
function modeOf(mode: Mode | undefined, other: Exclude<Mode, "files"> | "files_with_matches" | undefined): Mode {
  const meant = other === "files_with_matches" ? "files" : other;
  if (mode !== undefined && meant !== undefined && mode !== meant)
    throw new ToolError("mode and output_mode differ, and mean the same.", {
      code: "user_error",
      suggestion: "Give only mode.",
    });
  return mode ?? meant ?? "content";
}
