import { defineTool } from "../faces/tool.ts";
import { clipLine } from "../text/clip-line.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolContext } from "../tool/tool-context.ts";
import { ANSWER_BYTES, cachedLines } from "./cached-lines.ts";
import { KeptImageReader } from "./kept-image.ts";
import type { OutputCache } from "./output-cache.ts";
import type { Part } from "./part.ts";

interface Input {
  readonly ref_id: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** Lines longer than this are clipped, in characters (workspace-tools.md §1.11). */
export const MAX_LINE = 1_000;

/** Makes `tool_output_cache`: reads an output that was too long to show, by line, at most 64 KiB at a time. */
export function toolOutputCache(cache: OutputCache): Tool {
  return defineTool({
    name: "tool_output_cache",
    description:
      "Read lines of an earlier tool output that was cut, by the ref_id in its notice. Lines are numbered from 1.",
    input: {
      type: "object",
      properties: {
        ref_id: { type: "string", description: "the ref_id of the cut output" },
        offset: { type: "integer", minimum: 0, description: "lines to skip; default 0" },
        limit: { type: "integer", minimum: 1, description: "lines to read; default all that fit" },
      },
      required: ["ref_id"],
      additionalProperties: false,
    },
    allowlist: "all",
    effects: "read",
    boundsOutput: true,
    execute: async (input: Input, ctx) => (await readImage(cache, input, ctx)) ?? readLines(cache, input, ctx),
  });
}

/** An image comes back whole, as it was shown. Undefined for everything else. */
async function readImage(cache: OutputCache, { ref_id }: Input, ctx: ToolContext): Promise<Part[] | undefined> {
  const reader = new KeptImageReader();
  for await (const [, line] of cachedLines(cache, ref_id, ctx)) {
    if (!reader.add(line)) return undefined;
  }
  const image = reader.image();
  return image && [image];
}

async function readLines(cache: OutputCache, input: Input, ctx: ToolContext): Promise<string> {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = input;
  const shown: string[] = [];
  let bytes = 0;
  let count = 0;
  for await (const [number, line] of cachedLines(cache, input.ref_id, ctx)) {
    count = number;
    if (number <= offset) continue;
    const text = `${String(number).padStart(6)}\t${clipLine(line, MAX_LINE)}`;
    bytes += utf8Length(text) + 1;
    if (shown.length === limit || bytes > ANSWER_BYTES)
      return [...shown, `[more lines: go on with offset ${number - 1}]`].join("\n");
    shown.push(text);
  }
  return shown.length > 0 ? shown.join("\n") : `[offset ${offset} is past the end: the output has ${count} lines]`;
}
