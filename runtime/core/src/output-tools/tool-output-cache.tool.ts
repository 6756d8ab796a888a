import { defineTool } from "../faces/define-tool.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { KeptPart } from "./read-kept-output.ts";

const reading = lazy(() => import("./read-kept-output.ts"));

/**
 * Makes `tool_output_cache`: reads an output that was too long to show, by line or within one, at most 64 KiB at a
 * time.
 */
export function toolOutputCache(cache: OutputCache): Tool {
  return defineTool({
    name: "tool_output_cache",
    description:
      "Read an earlier tool output that was cut, by the ref_id in its notice: lines after offset, or with char_offset a part of the one line after it.",
    input: {
      type: "object",
      properties: {
        ref_id: { type: "string" },
        offset: { type: "integer", minimum: 0, description: "lines to skip" },
        limit: { type: "integer", minimum: 1, description: "lines" },
        char_offset: { type: "integer", minimum: 0, description: "characters to skip" },
        char_limit: { type: "integer", minimum: 1 },
      },
      required: ["ref_id"],
      additionalProperties: false,
    },
    emptyIsAbsent: ["limit", "char_limit"],
    aliases: { ref_id: ["ref", "refId", "id"] },
    allowlist: "all",
    effects: "read",
    boundsOutput: true,
    execute: async (input: KeptPart, ctx) => (await reading()).readKeptOutput(cache, input, ctx),
  });
}
