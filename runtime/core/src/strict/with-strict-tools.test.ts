import { describe, expect, it } from "vitest";
import { z } from "zod";
import { WrittenModel } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { withStrictTools } from "./with-strict-tools.ts";

function optionals(name: string, count: number) {
  const keys = Array.from({ length: count }, (_, place) => [`k${place}`, z.string().optional()]);
  return defineTool({ name, description: "", input: z.object(Object.fromEntries(keys)), execute: () => "ran" });
}

describe("withStrictTools", () => {
  it("offers strict forms, and lets tools see absent keys where the model had to send null", async () => {
    const inputs: unknown[] = [];
    const tool = defineTool({
      name: "list",
      description: "",
      input: z.object({ path: z.string().default("."), depth: z.number().optional() }),
      execute: (input) => {
        inputs.push(input);
        return "listed";
      },
    });
    const model = new WrittenModel([{ calls: [{ id: "c", name: "list", args: { path: null, depth: null } }] }]);
    const { messages } = await runToolLoop({ model: withStrictTools(model, "openai"), tools: [tool] }, [
      { role: "user", content: "x" },
    ]);
    expect(model.requests[0]?.tools?.[0]?.function).toMatchObject({
      strict: true,
      parameters: { required: ["path", "depth"] },
    });
    expect(inputs).toEqual([{ path: "." }]);
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: "{}" } }] });
  });

  it("offers a tool that has no strict form as it is, and leaves its nulls alone", async () => {
    const seen: unknown[] = [];
    const free = defineTool({
      name: "free",
      description: "",
      input: { type: "object" },
      execute: (input) => {
        seen.push(input);
        return "ran";
      },
    });
    const model = new WrittenModel([{ calls: [{ name: "free", args: { a: null } }] }]);
    await runToolLoop({ model: withStrictTools(model, "openai"), tools: [free] }, [{ role: "user", content: "x" }]);
    expect(model.requests[0]?.tools?.[0]?.function).not.toHaveProperty("strict");
    expect(seen).toEqual([{ a: null }]);
  });

  it("stays within what Anthropic takes in one request", async () => {
    const model = new WrittenModel([{ text: "x" }]);
    const tools = [optionals("a", 20), optionals("b", 20), optionals("c", 4)];
    await runToolLoop({ model: withStrictTools(model, "anthropic"), tools }, [{ role: "user", content: "x" }]);
    const offered = model.requests[0]?.tools ?? [];
    expect(offered.map((tool) => [tool.function.name, tool.function.strict])).toEqual([
      ["a", true],
      ["b", undefined],
      ["c", true],
    ]);
  });
});
