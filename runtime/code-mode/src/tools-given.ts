import { type Tool, ToolRegistry } from "@toolwright/core";
import { anObject, checkArgument, type Registrable, toolsOf } from "@toolwright/core/internal";
import { ToolCatalog } from "@toolwright/core/tool-search";

/**
 * The tools of programs: a list, a registry, lists by namespace, whose programs write `tools.crm__find` for a tool
 * `find` of `crm`, or a catalog, whose tools are found by search, also those that it is given later.
 */
export type CodeModeTools =
  | readonly Registrable[]
  | ToolRegistry
  | ToolCatalog
  | { readonly [namespace: string]: readonly Registrable[] };

/** A tool under the name that programs know it by. Rules, people and journals know it by its own. */
export interface NamedTool {
  readonly name: string;
  readonly tool: Tool;
}

/** The tools as they are now. Throws a `TypeError` for what is no tool. */
export function toolsGiven(given: CodeModeTools): readonly NamedTool[] {
  checkArgument(given, { of: "What createCodeMode is given", rule: TOOLS });
  if (given instanceof ToolRegistry || given instanceof ToolCatalog) return given.tools().map(underOwnName);
  if (isList(given)) return toolsOf(given).map(underOwnName);
  return Object.entries(given).flatMap(([namespace, tools]) => {
    checkArgument(tools, { of: `Namespace ${namespace} of createCodeMode`, rule: A_LIST });
    return toolsOf(tools).map((tool) => ({ name: `${namespace}__${tool.name}`, tool }));
  });
}

export const underOwnName = (tool: Tool): NamedTool => ({ name: tool.name, tool });

function isList(given: CodeModeTools): given is readonly Registrable[] {
  return Array.isArray(given);
}

const A_LIST = { form: "a list of tools: [defineTool({ … })]", fits: Array.isArray };

const TOOLS = {
  form: "a list of tools, a ToolRegistry, a ToolCatalog, or lists by namespace: [defineTool({ … })]",
  // One tool alone is an object, too, but no namespaces; a promise and a map read as none at all.
  fits: (value: unknown) =>
    Array.isArray(value) || (anObject.fits(value) && !("name" in value && typeof value.name === "string")),
};
