import {
  createMemoryOutputCache,
  type OutputCache,
  type Tool,
  toolOutputCache,
  toolOutputCacheGrep,
} from "@toolwright/core";
import { aBoolean, anArray, anObject, checkOptions, oneOf, withFunctions } from "@toolwright/core/internal";
import { type StandardToolsOptions, standardTools } from "../tools/standard-tools.ts";

/** Which tools an agent for a folder has. */
export interface FolderToolsOptions {
  /** Tools beside the standard ones; one of the same name takes the place. */
  readonly tools?: readonly Tool[];
  /** `"small"` is what a small model can keep apart: read, ls, grep, glob, edit, write and bash. Default `"all"`. */
  readonly toolsSet?: "all" | "small";
  /** Options of the standard tools. */
  readonly standardTools?: Omit<StandardToolsOptions, "agent">;
  /** Whether it may hand work to agents of its own. Default true. */
  readonly subAgents?: boolean;
}

/** Tool options that leave the asking to the rules, and time for a build or a test run (seconds). */
const BASH = { defaultTimeout: 120, maxTimeout: 600, asks: false };

const SMALL: ReadonlySet<string> = new Set(["read", "ls", "grep", "glob", "edit", "write", "bash"]);

/**
 * The standard tools, those that read what was kept aside, and the added ones after them. Throws a `TypeError` for an
 * option that cannot be.
 */
export function folderTools(
  options: FolderToolsOptions & { readonly outputCache?: OutputCache } = {},
): readonly Tool[] {
  checkOptions<FolderToolsOptions & { readonly outputCache: OutputCache }>(options, {
    of: "folderTools",
    rules: {
      tools: anArray,
      toolsSet: oneOf("all", "small"),
      standardTools: anObject,
      subAgents: aBoolean,
      outputCache: withFunctions("an OutputCache, such as createMemoryOutputCache()", "save", "lines"),
    },
    otherNames: { agent: "subAgents" },
  });
  const {
    standardTools: own = {},
    subAgents = true,
    toolsSet = "all",
    tools: added = [],
    outputCache: cache = createMemoryOutputCache(),
  } = options;
  const names = new Set(added.map(({ name }) => name));
  const ours = [
    ...standardTools({ ...own, bash: { ...BASH, ...own.bash }, agent: subAgents }),
    toolOutputCache(cache),
    toolOutputCacheGrep(cache),
  ];
  const wanted = toolsSet === "all" ? ours : ours.filter(({ name }) => SMALL.has(name));
  return [...wanted.filter(({ name }) => !names.has(name)), ...added];
}
