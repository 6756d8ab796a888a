import { defineTool } from "../faces/tool.ts";
import type { PrepareStep } from "../loop/tool-loop-config.ts";
import { checkArgument, checkOptions } from "../options/check-options.ts";
import { aCount, withFunctions } from "../options/option-rules.ts";
import { silentResult } from "../result/result-helpers.ts";
import { cutToBytes } from "../text/cut-to-bytes.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

/** Options of {@link createToolSearch}. */
export interface ToolSearchOptions {
  /** For how many model calls a tool that was found can be called. Default 5. */
  readonly ttl?: number;
  /** How many tools one search may find. Default 5. */
  readonly limit?: number;
}

/** What one conversation needs to look for tools: give `tool` and `prepareStep` to its loop. */
export interface ToolSearch {
  /** `tool_search`. */
  readonly tool: Tool;
  /** Tells the model of the tools that are found, beside all that are registered and not in the catalog. */
  readonly prepareStep: PrepareStep;
  /** The names of the tools that can be called now. */
  unlocked(): readonly string[];
}

/** A tool of this name in a catalog is never found: it would take the place of the one that finds. */
const NAME = "tool_search";

interface Input {
  readonly query: string;
  readonly regex?: boolean;
}

const A_CATALOG = withFunctions("a ToolCatalog: new ToolCatalog([tool])", "findByWords", "findByPattern");

/**
 * Lets a model find the tools of a catalog and call them for a while. One for each conversation. Throws a `TypeError`
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
    tool: searchTool(({ query, regex = false }: Input) => {
      const all = regex ? catalog.findByPattern(query) : catalog.findByWords(query);
      const found = all.filter((tool) => tool.name !== NAME).slice(0, limit);
      unlocked.add(found.map(({ name }) => name));
      return found.length === 0 ? NOTHING : report(found, ttl);
    }),
    prepareStep: ({ tools }) => {
      const names = unlocked.next();
      const shown = tools.filter(({ name }) => name === NAME || catalog.get(name) === undefined);
      return { tools: [...shown, ...names.flatMap((name) => catalog.get(name) ?? [])] };
    },
    unlocked: () => unlocked.names(),
  };
}

/** A model that writes more than this has misunderstood what a search is. */
const MAX_QUERY = 200;

function searchTool(execute: (input: Input) => ReturnType<typeof silentResult>): Tool {
  return defineTool({
    name: NAME,
    description:
      "Find more tools by what they do. The tools that are found can be called from the next step on, for a few steps.",
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
    execute,
  });
}

const NOTHING = silentResult("No tools found matching the query.");

/** Bytes: a description comes whole with the definition. */
const MAX_DESCRIPTION = 300;

function report(found: readonly Tool[], ttl: number): ReturnType<typeof silentResult> {
  const listed = found.map(({ name, description }) => ({
    name,
    description: cutToBytes(description, MAX_DESCRIPTION),
  }));
  return silentResult(`${JSON.stringify(listed)}\nYou can call these tools in the next ${ttl} steps.`);
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
