import type { PrepareStep } from "../loop/tool-loop-config.ts";
import { checkArgument, checkOptions } from "../options/check-options.ts";
import { aCount } from "../options/option-rules.ts";
import { toolToSchema } from "../registry/tool-to-schema.ts";
import { cutToBytes } from "../text/cut-to-bytes.ts";
import type { Tool } from "../tool/tool.ts";
import { createCallTool } from "./call-tool.ts";
import { CALL_TOOL } from "./named-call.ts";
import { A_CATALOG, SEARCH_TOOL, searchTool } from "./search-tool.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

/** Options of {@link createToolBridge}. */
export interface ToolBridgeOptions {
  /** How many tools one search may find. Default 5. */
  readonly limit?: number;
}

/** Two tools in place of many: give `tools` and `prepareStep` to any number of loops. */
export interface ToolBridge {
  /** `tool_search`, `call_tool`. */
  readonly tools: readonly Tool[];
  /**
   * Tells the model of these two beside all that are registered and not in the catalog; those of the catalog can be
   * called by `call_tool`.
   */
  readonly prepareStep: PrepareStep;
}

const DESCRIPTION = "Find more tools by what they do. The tools that are found can be called with call_tool.";

/**
 * Lets a model find the tools of a catalog and call them, while the list that it is told stays as it is. The tools of
 * the catalog are judged, recorded and shown by their own names. Where runs are resumed, register them too. Throws a
 * `TypeError` for an option that cannot be.
 */
export function createToolBridge(catalog: ToolCatalog, options: ToolBridgeOptions = {}): ToolBridge {
  checkArgument(catalog, { of: "The first argument of createToolBridge", rule: A_CATALOG });
  checkOptions<ToolBridgeOptions>(options, { of: "createToolBridge", rules: { limit: aCount(0) } });
  const { limit = 5 } = options;
  const own = [SEARCH_TOOL, CALL_TOOL];
  const search = searchTool({ description: DESCRIPTION, catalog, limit, hidden: own, report });
  const tools = [search, createCallTool()];
  return {
    tools,
    prepareStep: (step) => {
      const shown = step.tools.filter(({ name }) => !own.includes(name) && catalog.get(name) === undefined);
      return { tools: [...shown, ...tools], unlisted: catalog.tools() };
    },
  };
}

/** Bytes. */
const MAX_DESCRIPTION = 2_000;

function report(found: readonly Tool[]): string {
  const listed = found.map((tool) => {
    const { name, description, parameters } = toolToSchema(tool).function;
    return { name, description: cutToBytes(description, MAX_DESCRIPTION), parameters };
  });
  return `${JSON.stringify(listed)}\nCall them with call_tool: the name of a tool, and its arguments.`;
}
