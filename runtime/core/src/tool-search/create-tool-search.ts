import type { PrepareStep } from "../loop/tool-loop-config.ts";
import { checkArgument, checkOptions } from "../options/check-options.ts";
import { aCount } from "../options/option-rules.ts";
import { cutToBytes } from "../text/cut-to-bytes.ts";
import type { Tool } from "../tool/tool.ts";
import { A_CATALOG, SEARCH_TOOL, searchTool } from "./search-tool.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

/** Options of {@link createToolSearch}. */
export interface ToolSearchOptions {
  /** For how many model calls a tool that was found can be called. Default 5. */
  readonly ttl?: number;
  /** How many tools one search may find. Default 5. */
  readonly limit?: number;
}

/** What one conversation needs to take found tools into its list: give `tool` and `prepareStep` to its loop. */
export interface ToolSearch {
  /** `tool_search`. */
  readonly tool: Tool;
  /** Tells the model of the tools that are found, beside all that are registered and not in the catalog. */
  readonly prepareStep: PrepareStep;
  /** The names of the tools that can be called now. */
  unlocked(): readonly string[];
}

/**
 * Lets a model find the tools of a catalog, and tells it of them for a while: the list changes, and a provider bills
 * the whole request anew. `createToolBridge` keeps the list as it is. One for each conversation. Throws a `TypeError`
 * for an option that cannot be.
 */
export function createToolSearch(catalog: ToolCatalog, options: ToolSearchOptions = {}): ToolSearch {
  checkArgument(catalog, { of: "The first argument of createToolSearch", rule: A_CATALOG });
  checkOptions<ToolSearchOptions>(options, {
    of: "createToolSearch",
    rules: { ttl: aCount(1), limit: aCount(0) },
  });
  const { ttl = 5, limit = 5 } = options;
  const unlocked = new UnlockedTools(ttl);
  return {
    tool: searchTool({
      description: DESCRIPTION,
      catalog,
      limit,
      hidden: [SEARCH_TOOL],
      report: (found) => {
        unlocked.add(found.map(({ name }) => name));
        return report(found, ttl);
      },
    }),
    prepareStep: ({ tools }) => {
      const names = unlocked.next();
      const shown = tools.filter(({ name }) => name === SEARCH_TOOL || catalog.get(name) === undefined);
      return { tools: [...shown, ...names.flatMap((name) => catalog.get(name) ?? [])] };
    },
    unlocked: () => unlocked.names(),
  };
}

const DESCRIPTION =
  "Find more tools by what they do. The tools that are found can be called from the next step on, for a few steps.";

/** Bytes: a description comes whole with the definition. */
const MAX_DESCRIPTION = 300;

function report(found: readonly Tool[], ttl: number): string {
  const listed = found.map(({ name, description }) => ({
    name,
    description: cutToBytes(description, MAX_DESCRIPTION),
  }));
  return `${JSON.stringify(listed)}\nYou can call these tools in the next ${ttl} steps.`;
}

/** Names, each for so many steps after it was added. */
class UnlockedTools {
  readonly #ttl: number;
  /**
   * By name: the steps that are left. In the order of adding, so that definitions that stay keep their bytes in place.
   */
  readonly #left = new Map<string, number>();

  constructor(ttl: number) {
    this.#ttl = ttl;
  }

  /** A name that is there already stays in its place, and begins anew. */
  add(names: readonly string[]): void {
    for (const name of names) this.#left.set(name, this.#ttl);
  }

  names(): string[] {
    return [...this.#left.keys()];
  }

  /** The names for the step that begins now. */
  next(): string[] {
    for (const [name, left] of this.#left) {
      if (left <= 0) this.#left.delete(name);
      else this.#left.set(name, left - 1);
    }
    return this.names();
  }
}
