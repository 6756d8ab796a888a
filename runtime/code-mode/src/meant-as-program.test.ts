import { defineTool, type JsonObject, runToolLoop } from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { expect, it } from "vitest";
import { createCodeMode } from "./index.ts";
import { QUIET, ran } from "./ran.test-data.ts";

const looked: unknown[] = [];
const look = defineTool({
  name: "mcp__shop__look-up",
  description: "Looks an article up.",
  input: { type: "object", properties: { article: { type: "string" } }, required: ["article"] },
  effects: "read",
  allowlist: "all",
  execute: (input) => {
    looked.push(input);
    return "there";
  },
});

async function called(name: string, args: JsonObject) {
  const { messages } = await runToolLoop(
    {
      model: scripted([{ toolCalls: [{ name, arguments: args }] }, { text: "the end" }]),
      tools: [createCodeMode([look]).tool],
      logger: QUIET,
    },
    [{ role: "user", content: "go" }],
  );
  return String(messages.find(({ role }) => role === "tool")?.content);
}

it.each(["mcp__shop__look-up", "mcp__shop__look_up", "tools.mcp__shop__look_up"])(
  "tells a model that calls %s beside a program which program does the same, and runs nothing",
  async (name) => {
    const said = await called(name, { article: 'a "lamp"' });
    const program = { code: `return await tools.mcp__shop__look_up({"article":"a \\"lamp\\""});` };
    expect(said).toContain(`With run_code: ${JSON.stringify(program)}.`);
    expect(looked).toEqual([]);
    expect((await ran(program.code, [look])).said).toContain("there");
    expect(looked.splice(0)).toEqual([{ article: 'a "lamp"' }]);
  },
);

it("has no program for a tool that is not inside", async () => {
  expect(await called("look_down", { article: "lamp" })).not.toContain("With run_code");
});

it("tells a program that asks for a module that there are none", async () => {
  const { said } = await ran(`const tools = require("tools");\nreturn tools.look({});`, [look]);
  expect(said).toContain(
    `ReferenceError: require is not defined, at line 1: const tools = require("tools"). There are no modules, and tools is there without one: leave that line out. No call was made.`,
  );
});
