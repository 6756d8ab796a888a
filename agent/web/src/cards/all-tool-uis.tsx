import { makeToolUis } from "./tool-uis.ts";

const toolUis = makeToolUis();

/** Registers the cards of all standard tools where it is rendered: the form before toolkits. */
export function ToolUis() {
  return toolUis.map((ToolUi) => <ToolUi key={ToolUi.unstable_tool.toolName} />);
}
