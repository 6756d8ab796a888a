import { defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createCodeMode } from "./index.ts";
import { ran } from "./ran.test-data.ts";

const named = (name: string) =>
  defineTool({ name, description: "Says its name.", input: { type: "object" }, effects: "read", execute: () => name });

describe("a tool of a name that the language knows, too", () => {
  it.each([
    ["then", "then_"],
    ["toJSON", "toJSON_"],
    ...["toString", "valueOf", "constructor", "hasOwnProperty", "__proto__", "prototype"].map((name) => [name, name]),
  ])("is declared and called: %s as %s", async (name = "", written = "") => {
    const { tool, declarations } = createCodeMode([named(name)]);
    expect(declarations).toContain(`\n${written}(`);
    const code = `
      const given = await (async () => tools)();
      return [await given.${written}({}), await tools[${JSON.stringify(written)}]({}), Object.keys(given)];`;
    const { said } = await ran(code, [], { tools: [tool] });
    expect(JSON.parse(said)).toEqual([name, name, [written]]);
  });

  it.each([
    ["then", "then_"],
    ["toJSON", "toJSON_"],
    ["toString", "toString"],
    ["valueOf", "valueOf"],
  ])("is called by nothing but programs: %s", async (name, written) => {
    const code = 'console.log(tools); return [await Promise.resolve(1), JSON.stringify({ tools }), tools + ""]';
    const { said, events } = await ran(code, [named(name)]);
    expect(said.split("\n")).toEqual([
      '[1,"{\\"tools\\":{}}","[tools]"]',
      "",
      "Console:",
      `{"${written}":"[a function]"}`,
    ]);
    expect(events.filter(({ type }) => type === "tool_call_start")).toHaveLength(1);
  });
});
