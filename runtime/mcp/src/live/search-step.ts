import type { PrepareStep, Tool } from "@toolwright/core";
import { aCount, areSame, checkOptions, originOf } from "@toolwright/core/internal";
import { createToolBridge, type ToolBridge, ToolCatalog } from "@toolwright/core/tool-search";

/** When tools of servers are looked for instead of listed. */
export interface McpSearchOptions {
  /** So many tools of servers are told to the model as they are. Default 40. */
  readonly above?: number;
  /** How many tools one search may find. Default 5. */
  readonly limit?: number;
}

/**
 * A step that puts `tool_search` and `call_tool` in the place of the tools of servers where there are too many of them:
 * of those that were not found the model is not even told the names.
 */
export function searchStep(options: McpSearchOptions = {}): PrepareStep {
  checkOptions<McpSearchOptions>(options, {
    of: "toolSearch",
    rules: { above: aCount(0), limit: aCount(1) },
  });
  const { above = 40, ...search } = options;
  let held: readonly Tool[] = [];
  let bridge: ToolBridge | undefined;
  return (step) => {
    const foreign = step.tools.filter((one) => originOf(one) !== undefined);
    if (foreign.length <= above) return undefined;
    // Servers change their lists.
    if (bridge === undefined || !areSame(foreign, held)) bridge = createToolBridge(new ToolCatalog(foreign), search);
    held = foreign;
    return bridge.prepareStep(step);
  };
}
