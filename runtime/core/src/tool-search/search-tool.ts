import { defineTool } from "../faces/define-tool.ts";
import { withFunctions } from "../options/option-rules.ts";
import { silentResult } from "../result/result-helpers.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

/** The tool that finds tools. */
export const SEARCH_TOOL = "tool_search";

export const A_CATALOG = withFunctions("a ToolCatalog: new ToolCatalog([tool])", "findByWords", "findByPattern");

/** How one `tool_search` finds, and what it says. */
export interface SearchToolOptions {
  readonly description: string;
  readonly catalog: ToolCatalog;
  /** How many tools one search may find. */
  readonly limit: number;
  /** Names that are never found: tools of a catalog would take the place of those that find and call. */
  readonly hidden: readonly string[];
  /** What the model reads of the tools that were found, of which there is one at least. */
  readonly report: (found: readonly Tool[]) => string;
}

interface Input {
  readonly query: string;
  readonly regex?: boolean;
}

/** A model that writes more than this has misunderstood what a search is. */
const MAX_QUERY = 200;

/** `tool_search` over a catalog. */
export function searchTool({ description, catalog, limit, hidden, report }: SearchToolOptions): Tool {
  return defineTool({
    name: SEARCH_TOOL,
    description,
    input: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: MAX_QUERY, description: "words, such as: send mail" },
        regex: { type: "boolean", description: "the query is a regular expression for names and descriptions" },
      },
      required: ["query"],
      additionalProperties: false,
    },
    emptyIsAbsent: [],
    // Nothing changes outside of this conversation, and the same search may be needed again.
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    execute: ({ query, regex = false }: Input) => {
      const all = regex ? catalog.findByPattern(query) : catalog.findByWords(query);
      const found = all.filter(({ name }) => !hidden.includes(name)).slice(0, limit);
      return silentResult(found.length === 0 ? "No tools found matching the query." : report(found));
    },
  });
}
