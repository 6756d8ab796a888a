import { bindSubTool, type ToolSurroundings } from "../faces/bind-sub-tool.ts";
import type { PromptPart } from "../faces/registrable.ts";
import { isPromptTool, toTool } from "../faces/to-tool.ts";
import type { Tool } from "../tool/tool.ts";

/**
 * A tool of this prompt, whatever its form. The plain data of one hears which request its calls come from. Throws a
 * `TypeError` as `toTool` does.
 */
export function partOf(given: PromptPart, surroundings: ToolSurroundings): Tool {
  return isPromptTool(given) ? bindSubTool(given, surroundings) : toTool(given);
}
