import type { OutputCache } from "../result/output-cache.ts";
import { ToolError } from "../result/tool-error.ts";
import { clipLine } from "../text/clip-line.ts";
import { compileLinearRegExp } from "../text/linear-regexp.ts";
import type { Span } from "../text/pattern-matcher.ts";
import type { ToolContext } from "../tool/tool.ts";
import { cachedLines, Turns } from "./cached-lines.ts";
import { MatchWindows } from "./match-windows.ts";
import { MAX_LINE } from "./read-kept-output.ts";

/** What is looked for in a kept output. */
export interface KeptSearch {
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

/** What `tool_output_cache_grep` answers: the lines that match, with their surroundings. */
export async function searchKeptOutput(cache: OutputCache, input: KeptSearch, ctx: ToolContext): Promise<string> {
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

function matcher({ pattern, regex }: KeptSearch): Find {
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
