import type { Tool } from "../../tool/tool.ts";
import { bindSubTool, contractOf, hooksOf, NO_PROMPT, type ToolSurroundings } from "../calls/bind-sub-tool.ts";
import type { SubTool } from "../calls/sub-tool.ts";
import type { ToolOptions } from "../calls/tool-options.ts";
import { compositeTool } from "./composite-tool.ts";
import { entryOutput } from "./sub-call-entry.ts";

/**
 * Several tools as one, which takes `{calls: [{name, args}]}` and gives `{results: [{name, result}]}`. The calls run in
 * order, each on its own through the runner; whatever one of them does, the others go on.
 * Throws a `TypeError` without tools, or with two of one name. `options` stand around the whole batch.
 */
export function composeTools(
  name: string,
  description: string,
  subTools: readonly (SubTool | Tool)[],
  options: ToolOptions = {},
  surroundings: ToolSurroundings = NO_PROMPT,
): Tool {
  return compositeTool({
    name,
    description,
    label: "sub-tool",
    parts: subTools.map((part) => ("spec" in part ? part : bindSubTool(part, surroundings))),
    entry: (part, ended) => ({ name: part, result: typeof ended === "string" ? { error: ended } : entryOutput(ended) }),
    options: {
      ...contractOf(options),
      ...hooksOf(options),
      ...(options.responseSchema === undefined ? {} : { output: options.responseSchema }),
    },
  });
}
