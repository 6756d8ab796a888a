import { defineTool, type Tool, ToolError } from "@toolwright/core";

export const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** A write that fails, and a read and a write that do something on the way. */
export function changingTools(onTheWay: () => void): readonly Tool[] {
  const common = { description: "For a test.", input: { type: "object" } as const };
  const execute = () => {
    onTheWay();
    return "fine";
  };
  return [
    defineTool({
      ...common,
      name: "fails",
      effects: "write",
      execute() {
        throw new ToolError("no");
      },
    }),
    defineTool({ ...common, name: "look", effects: "read", execute }),
    defineTool({ ...common, name: "write", effects: "write", execute }),
  ];
}
