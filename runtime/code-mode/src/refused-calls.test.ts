import { defineTool } from "@toolwright/core";
import { expect, it } from "vitest";
import { createCodeMode } from "./index.ts";
import { ran } from "./ran.test-data.ts";

it("ends a program that goes on asking for calls that it cannot make", async () => {
  const { tool } = createCodeMode([], { limits: { cpuMs: 60_000 } });
  const { said } = await ran("for (;;) await attempt(tools.nobody({}));", [], { tools: [tool] });
  expect(said).toBe(
    "Error executing tool: The program goes on asking for calls that it cannot make. No call was made.",
  );
});

it("tells which tool may be meant by the first hundred names that are none", async () => {
  const code = `const said = [];
for (let n = 0; n < 200; n += 1) said.push((await attempt(tools["list" + n]())).error.message.includes("Did you mean"));
return [said.lastIndexOf(true), said[0]];`;
  const list = defineTool({ name: "list", description: "Lists.", input: { type: "object" }, execute: () => "" });
  expect((await ran(code, [list])).said).toBe("[99,true]");
});
