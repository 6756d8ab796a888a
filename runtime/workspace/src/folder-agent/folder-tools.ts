import { type Tool, ToolRegistry } from "@toolwright/core";
import { aBoolean, anArray, anObject, checkOptions, oneOf, type Registrable, toolsOf } from "@toolwright/core/internal";
import type { EditToolOptions } from "../tools/edit/edit.tool.ts";
import { shownIn, type ToolsSet } from "../tools/shown-parameters.ts";
import { type StandardToolsOptions, standardTools } from "../tools/standard-tools.ts";

/** Which tools an agent for a folder has. */
export interface FolderToolsOptions {
  /** Tools beside the standard ones; one of the same name takes the place. */
  readonly tools?: readonly Registrable[];
  /**
   * `"small"` is what a small model can keep apart: ls, grep, glob, write, read, edit and bash, each with few
   * parameters. Default `"all"`.
   */
  readonly toolsSet?: ToolsSet;
  /** Options of the standard tools. */
  readonly standardTools?: Omit<StandardToolsOptions, "agent">;
  /** Whether it may hand work to agents of its own. Default true. */
  readonly subAgents?: boolean;
}

/** Tool options that leave the asking to the rules, and time for a build or a test run (seconds). */
const BASH = { defaultTimeout: 120, maxTimeout: 600, asks: false };

/** Text that stands in a file exactly once was known to the model that quotes it. */
const EDIT: EditToolOptions = { readPolicy: "edit-exact" };

/**
 * The standard tools, and the added ones after them. Those that read what was kept aside are not among them: a loop
 * offers them once something was. Throws a `TypeError` for an option that cannot be, and for what is no tool.
 */
export function folderTools(options: FolderToolsOptions = {}): readonly Tool[] {
  checkOptions<FolderToolsOptions>(options, {
    of: "folderTools",
    rules: {
      tools: anArray,
      toolsSet: oneOf("all", "small"),
      standardTools: anObject,
      subAgents: aBoolean,
    },
    otherNames: { agent: "subAgents" },
  });
  return inSet(options.toolsSet ?? "all", ours(options), options.tools);
}

/** The tools of every set, each in a registry of its own. */
export function folderToolSets(
  options: Omit<FolderToolsOptions, "toolsSet">,
): Readonly<Record<ToolsSet, ToolRegistry>> {
  const standard = ours(options);
  const registry = (set: ToolsSet) => new ToolRegistry(inSet(set, standard, options.tools));
  return { all: registry("all"), small: registry("small") };
}

function ours({ standardTools: own = {}, subAgents = true }: FolderToolsOptions): readonly Tool[] {
  return standardTools({ ...own, bash: { ...BASH, ...own.bash }, edit: { ...EDIT, ...own.edit }, agent: subAgents });
}

function inSet(set: ToolsSet, standard: readonly Tool[], added: readonly Registrable[] = []): readonly Tool[] {
  const names = new Set(added.map(({ name }) => name));
  return [...shownIn(set, standard).filter(({ name }) => !names.has(name)), ...toolsOf(added)];
}
