import { expect, it } from "vitest";
import { z } from "zod";
import { getLlmToolDefinitions } from "./get-llm-tool-definitions.ts";
import { bindTool, defineContract } from "./tool-contract.ts";
import { ToolRegistry } from "./tool-registry.ts";

it("converts contracts, so that nobody writes a definition by hand", () => {
  const contract = defineContract({
    name: "get_current_time",
    description: "Tells the time.",
    input: z.object({ timezone: z.string().optional() }),
    output: z.object({ now: z.string() }),
    allowlist: ["now"],
  });
  const registry = new ToolRegistry([bindTool(contract, () => ({ now: "" }))]);
  expect(getLlmToolDefinitions(registry)).toEqual([
    {
      type: "function",
      function: {
        name: "get_current_time",
        description: "Tells the time.",
        parameters: { type: "object", properties: { timezone: { type: "string" } }, additionalProperties: false },
      },
    },
  ]);
});

it("offers nothing where nothing is registered", () => {
  expect(getLlmToolDefinitions(new ToolRegistry())).toEqual([]);
});
