import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SampleTool } from "../../test/sample-tool.ts";
import { ActivityStream } from "../class-tools/activity-stream.ts";
import { defineTool } from "./define-tool.ts";
import { tool } from "./sub-tool.ts";
import { bindTool, defineContract } from "./tool-contract.ts";
import { getLlmToolDefinitions, toolToSchema } from "./tool-definitions.ts";
import { ToolRegistry } from "./tool-registry.ts";

const contract = defineContract({
  name: "get_current_time",
  description: "Tells the time.",
  input: z.object({ timezone: z.string().optional() }),
  output: z.object({ now: z.string() }),
  allowlist: ["now"],
});
const bound = bindTool(contract, () => ({ now: "" }));

const told = {
  type: "function",
  function: {
    name: "get_current_time",
    description: "Tells the time.",
    parameters: { type: "object", properties: { timezone: { type: "string" } }, additionalProperties: false },
  },
};

describe("definitions for a model", () => {
  it.each([
    ["a registry", new ToolRegistry([bound])],
    ["tools", [bound]],
    ["contracts", [contract]],
    ["the values of a map", new Map([["time", bound]]).values()],
  ])("are made of %s", (_, from) => {
    expect(getLlmToolDefinitions(from)).toEqual([told]);
  });

  it("are none where nothing is there", () => {
    expect([getLlmToolDefinitions(new ToolRegistry()), getLlmToolDefinitions([])]).toEqual([[], []]);
  });
});

describe("a tool of any kind as a model is told of it", () => {
  const parameters = { type: "object", properties: {}, required: [] };
  const named = { name: "any", description: "Any." };

  it.each([
    ["a defined tool", defineTool({ ...named, input: { ...parameters }, execute: () => "" }), parameters],
    ["plain data of a prompt", tool("any", "Any.", parameters, () => ""), parameters],
    ["a contract", { ...named, input: parameters }, parameters],
    ["an object with execute(ctx, args)", { ...named, parameters, execute: () => "" }, parameters],
    ["a definition", { ...named, parameters }, parameters],
    ["one without parameters", { ...named, parameters: null, execute: () => "" }, { type: "object", properties: {} }],
  ])("is read from %s", (_, given, expected) => {
    expect(toolToSchema(given)).toEqual({ type: "function", function: { ...named, parameters: expected } });
  });

  it.each([
    [null, "got null"],
    [undefined, "got undefined"],
    ["read", 'got "read"'],
    [{}, "got {}"],
    [[bound], "got an array of 1"],
  ])("is no other thing: %j", (given, got) => {
    const wrong: unknown = given;
    expect(() => Reflect.apply(toolToSchema, undefined, [wrong])).toThrow(
      new RegExp(`^The argument of toolToSchema must be a tool \\(.*\\) or a contract, ${got}\\.$`),
    );
  });

  it.each([[null], [undefined], ["read"], [{}], [3]])("lists of them are no other thing: %j", (given) => {
    const wrong: unknown = given;
    expect(() => Reflect.apply(getLlmToolDefinitions, undefined, [wrong])).toThrow(
      "The argument of getLlmToolDefinitions must be a ToolRegistry, or an array of tools or contracts, got ",
    );
  });

  it("is read from a class", () => {
    const sample = new SampleTool(new ActivityStream(), { work: () => ({ success: true, error: "" }) });
    expect(toolToSchema(sample)).toEqual(sample.getFunctionDefinition());
  });

  it("is the same object for the same tool, and an error for a name that no provider takes", () => {
    expect(toolToSchema(bound)).toBe(toolToSchema(bound));
    expect(() => toolToSchema({ ...named, name: "no good", parameters, execute: () => "" })).toThrow(/"no good"/);
  });
});
