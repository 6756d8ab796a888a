import { defineTool } from "../faces/tool.ts";
import { clipLine } from "../text/clip-line.ts";
import { compileLinearRegExp } from "../text/linear-regexp.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolContext } from "../tool/tool-context.ts";
import { cachedLines } from "./cached-lines.ts";
import { MatchWindows } from "./match-windows.ts";
import type { OutputCache } from "./output-cache.ts";
import { ToolError } from "./tool-error.ts";
import { MAX_LINE } from "./tool-output-cache.tool.ts";

interface Input {
  readonly ref_id: string;
  readonly pattern: string;
  readonly regex?: boolean;
  readonly before?: number;
  readonly after?: number;
  readonly max_matches?: number;
}

/** A regular expression sees this much of a line, in characters. */
const MAX_TESTED = 10_000;

/** Makes `tool_output_cache_grep`: finds lines of an output that was too long to show, at most 64 KiB of them. */
export function toolOutputCacheGrep(cache: OutputCache): Tool {
  return defineTool({
    name: "tool_output_cache_grep",
    description:
      "Find lines in an earlier tool output that was cut, by the ref_id in its notice. Case-sensitive; literal text unless regex is true.",
    input: {
      type: "object",
      properties: {
        ref_id: { type: "string", description: "the ref_id of the cut output" },
        pattern: { type: "string", minLength: 1, maxLength: 1000, description: "what to look for in a line" },
        regex: { type: "boolean", description: "a regular expression, without look-around and back-references" },
        before: { type: "integer", minimum: 0, maximum: 100, description: "lines to show before a match; default 0" },
        after: { type: "integer", minimum: 0, maximum: 100, description: "lines to show after a match; default 0" },
        max_matches: { type: "integer", minimum: 1, maximum: 1000, description: "default 50" },
      },
      required: ["ref_id", "pattern"],
      additionalProperties: false,
    },
    allowlist: "all",
    effects: "read",
    boundsOutput: true,
    execute: (input: Input, ctx) => grep(cache, input, ctx),
  });
}

async function grep(cache: OutputCache, input: Input, ctx: ToolContext): Promise<string> {
  const { before = 0, after = 0, max_matches = 50 } = input;
  const findEnd = matcher(input);
  const windows = new MatchWindows({ before, after, maxMatches: max_matches });
  for await (const [number, line] of cachedLines(cache, input.ref_id, ctx)) {
    const end = findEnd(line);
    if (!windows.add({ number, text: clipLine(line, MAX_LINE, end), matches: end !== -1 })) break;
  }
  return windows.isEmpty() ? `No matches for: ${clipLine(input.pattern, 200)}` : windows.text();
}

function matcher({ pattern, regex }: Input): (line: string) => number {
  if (regex !== true) {
    return (line) => {
      const at = line.indexOf(pattern);
      return at === -1 ? -1 : at + pattern.length;
    };
  }
  const compiled = compileLinearRegExp(pattern);
  if (!compiled.ok)
    throw new ToolError(`The pattern cannot be used: ${compiled.problem}.`, { reason: "invalid_pattern" });
  return (line) => compiled.regexp.findEnd(line.slice(0, MAX_TESTED));
}
