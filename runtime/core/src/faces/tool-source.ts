import { isMap, type ToolMap } from "../registry/tool-map.ts";
import type { ToolRecord } from "../tool/tool.ts";
import type { Registrable } from "./registrable.ts";

/** Tools as a loop takes them: a registry, a list, or an object in which every tool stands under its name. */
export type ToolSource<T extends ToolRecord = ToolRecord> =
  | ToolMap
  | readonly Registrable[]
  | T
  | Readonly<Record<string, Registrable>>;

/** What stands for tools in a source. Throws a `TypeError` for one under another name than its own. */
export function listed(source: ToolSource = []): readonly Registrable[] {
  if (isList(source)) return source;
  if (isMap(source)) return source.tools();
  return Object.entries(source).map(([key, tool]) => {
    // Rules, journals and models know a tool by its own name: under another one a denial would not be about it.
    // A tool without a name is one of another library, and is told so where the tools are made ready.
    if (tool?.name === key || tool?.name === undefined) return tool;
    throw new TypeError(
      `tools: ${JSON.stringify(key)} holds the tool ${JSON.stringify(tool?.name)}; a tool stands under its own name: { ${tool?.name}: tool }.`,
    );
  });
}

function isList(source: ToolSource): source is readonly Registrable[] {
  return Array.isArray(source);
}
