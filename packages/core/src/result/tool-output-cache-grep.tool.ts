import { defineTool } from "../faces/tool.ts";
import { clipLine } from "../text/clip-line.ts";
import { compileLinearRegExp } from "../text/linear-regexp.ts";
import type { Span } from "../text/pattern-matcher.ts";
import type { Tool, ToolContext } from "../tool/tool.ts";
import { cachedLines, Turns } from "./cached-lines.ts";
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

/** A match is shown up to this length, in UTF-16 units; the rest of it can be read. */
const MAX_SHOWN = 8_000;
/** Of a line so much is searched before other work gets its turn, in code points. */
const AT_ONCE = 16 * 1024;

/** Makes `tool_output_cache_grep`: finds lines of an output that was too long to show, at most 64 KiB of them. */
export function toolOutputCacheGrep(cache: OutputCache): Tool {
  return defineTool({
    name: "tool_output_cache_grep",
    description: "Find lines in an earlier tool output that was cut, by the ref_id in its notice.",
    input: {
      type: "object",
      properties: {
        ref_id: { type: "string" },
        pattern: { type: "string", minLength: 1, maxLength: 1000, description: "literal unless regex" },
        regex: { type: "boolean", description: "no look-around or back-references" },
        before: { type: "integer", minimum: 0, maximum: 100, description: "lines of context" },
        after: { type: "integer", minimum: 0, maximum: 100 },
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
  const find = matcher(input);
  const turns = new Turns(ctx.signal);
  const windows = new MatchWindows({ before, after, maxMatches: max_matches });
  for await (const [number, kept] of cachedLines(cache, input.ref_id, ctx)) {
    const line = kept.endsWith("\r") ? kept.slice(0, -1) : kept;
    const found = await find(line, turns);
    const text = clipLine(line, shownLength(found), found);
    if (!windows.add({ number, text, matches: found !== undefined })) break;
  }
  return windows.isEmpty() ? `No matches for: ${clipLine(input.pattern, 200)}` : windows.text();
}

function shownLength(found: Span | undefined): number {
  return found === undefined ? MAX_LINE : Math.min(Math.max(MAX_LINE, found.end - found.start), MAX_SHOWN);
}

type Find = (line: string, turns: Turns) => Span | undefined | Promise<Span | undefined>;

function matcher({ pattern, regex }: Input): Find {
  if (regex !== true) {
    return (line) => {
      const start = line.indexOf(pattern);
      return start === -1 ? undefined : { start, end: start + pattern.length };
    };
  }
  const compiled = compileLinearRegExp(pattern);
  if (!compiled.ok)
    throw new ToolError(`The pattern cannot be used: ${compiled.problem}.`, { reason: "invalid_pattern" });
  return async (line, turns) => {
    const search = compiled.regexp.search(line);
    while (!search.advance(AT_ONCE)) await turns.next();
    return search.found;
  };
}
