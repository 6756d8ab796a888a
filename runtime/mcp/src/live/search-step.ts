import type { PrepareStep, Tool } from "@toolwright/core";
import { aCount, checkOptions, originOf } from "@toolwright/core/internal";
import { createToolSearch, ToolCatalog } from "@toolwright/core/tool-search";

/** When tools of servers are looked for instead of listed. */
export interface McpSearchOptions {
  /** So many tools of servers are told to the model as they are. Default 40. */
  readonly above?: number;
  /** For how many model calls a tool that was found can be called. Default 5. */
  readonly ttl?: number;
  /** How many tools one search may find. Default 5. */
  readonly limit?: number;
}

/**
 * A step that hides the tools of servers behind `tool_search` where there are too many of them: of those that were not
 * found the model is not even told the names. One for each conversation.
 */
export function searchStep(options: McpSearchOptions = {}): PrepareStep {
  checkOptions<McpSearchOptions>(options, {
    of: "toolSearch",
    rules: { above: aCount(0), ttl: aCount(1), limit: aCount(1) },
  });
  const { above = 40, ...search } = options;
  const catalog = new StepCatalog();
  const { tool, prepareStep } = createToolSearch(catalog, search);
  return (step) => {
    const foreign = step.tools.filter((one) => originOf(one) !== undefined);
    catalog.hold(foreign);
    if (foreign.length > above) return prepareStep({ ...step, tools: [...step.tools, tool] });
  };
}

/** What there is to be found at one step: servers change their lists. */
class StepCatalog extends ToolCatalog {
  #held: readonly Tool[] = [];
  #catalog = new ToolCatalog();

  hold(tools: readonly Tool[]): void {
    const isSame = tools.length === this.#held.length && tools.every((tool, index) => tool === this.#held[index]);
    if (isSame) return;
    this.#held = tools;
    this.#catalog = new ToolCatalog(tools);
  }

  override get(name: string): Tool | undefined {
    return this.#catalog.get(name);
  }

  override count(): number {
    return this.#catalog.count();
  }

  override findByWords(query: string): Tool[] {
    return this.#catalog.findByWords(query);
  }

  override findByPattern(pattern: string): Tool[] {
    return this.#catalog.findByPattern(pattern);
  }
}
