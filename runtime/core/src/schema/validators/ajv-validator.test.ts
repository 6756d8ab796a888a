import { Ajv } from "ajv";
import { expect, it, vi } from "vitest";
import { defineTool } from "../../faces/define-tool.ts";
import { ToolRegistry } from "../../faces/tool-registry.ts";
import { ToolRunner } from "../../run/runner.ts";
import { ajvValidator } from "./ajv-validator.ts";

const ajv = new Ajv({ allErrors: true, strict: false });

function toolOf(properties: object, execute = vi.fn(() => "ran")) {
  const input = { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
  return defineTool({ name: "demo", description: "", input, validator: ajvValidator(ajv), execute });
}

it("judges the plain JSON Schemas of a tool by an Ajv of yours, in our words", async () => {
  const compile = vi.spyOn(ajv, "compile");
  const execute = vi.fn(() => "ran");
  const runner = new ToolRunner({ registry: new ToolRegistry([toolOf({ n: { type: "integer" } }, execute)]) });
  const wrong = await runner.exec({ name: "demo", arguments: '{"n":"x"}' });
  const right = await runner.exec({ name: "demo", arguments: '{"n":1}' });
  expect(compile).toHaveBeenCalledTimes(1);
  expect(wrong.result.error?.issues).toEqual([{ path: "/n", message: "expected integer, got string" }]);
  expect(right.result.output).toEqual({ type: "text", text: "ran" });
  expect(execute).toHaveBeenCalledTimes(1);
});

it("names the keyword where we have no words for it", async () => {
  const runner = new ToolRunner({ registry: new ToolRegistry([toolOf({ n: { not: { type: "integer" } } })]) });
  const { result } = await runner.exec({ name: "demo", arguments: '{"n":1}' });
  expect(result.error?.issues).toEqual([{ path: "/n", message: 'does not satisfy "not"' }]);
});

it("refuses at definition time what Ajv cannot compile, naming the tool", () => {
  expect(() => toolOf({ n: { type: "no such type" } })).toThrow(/Tool "demo".*cannot be used/);
});
