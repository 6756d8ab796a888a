import { defineTool } from "@toolwright/core";
const input = { type: "object", properties: { id: { type: "string" } } };
export default [
  defineTool({ name: "find_order", description: "Find an order by its id.", effects: "read", allowlist: "all", input, execute: () => "" }),
  defineTool({ name: "order_tool", description: "The tool for orders.", allowlist: "all", input, execute: () => "" }),
];
