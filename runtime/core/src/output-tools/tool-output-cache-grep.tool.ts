import { defineTool } from "../faces/define-tool.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { KeptSearch } from "./search-kept-output.ts";

const searching = lazy(() => import("./search-kept-output.ts"));

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
    emptyIsAbsent: ["max_matches"],
    aliases: { ref_id: ["ref", "refId", "id"], pattern: ["query", "search", "text"], max_matches: ["limit"] },
    allowlist: "all",
    effects: "read",
    boundsOutput: true,
    execute: async (input: KeptSearch, ctx) => (await searching()).searchKeptOutput(cache, input, ctx),
  });
}
