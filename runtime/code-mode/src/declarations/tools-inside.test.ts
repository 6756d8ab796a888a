import { defineTool } from "@toolwright/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createCodeMode } from "../index.ts";
import { toolsInside } from "./tools-inside.ts";

const named = (name: string) =>
  defineTool({ name, description: "A tool.", input: { type: "object" }, effects: "read", execute: () => "" });
const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

it("keeps the earlier one of two tools that programs would call by one name, and those that find others", () => {
  const { inside, outside } = toolsInside(["mcp__a-b", "mcp__a_b", "search_tools", "read"].map(named));

  expect(names(inside)).toEqual(["mcp__a-b", "read"]);
  expect(names(outside)).toEqual(["mcp__a_b", "search_tools"]);
});

it("leaves what a code mode takes, whatever the names are, and loses no tool", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "-", "_", "1"), minLength: 1, maxLength: 4 });
  const lists = fc.uniqueArray(fc.oneof(letters, fc.constantFrom("then", "describe_tool", "search_tools")));
  fc.assert(
    fc.property(lists, fc.constantFrom(0, 3_000), (list, declarations) => {
      const tools = list.map(named);
      const { inside, outside } = toolsInside(tools);
      createCodeMode(inside, { declarations });
      expect([...inside, ...outside].toSorted(byName)).toEqual(tools.toSorted(byName));
    }),
  );
});

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
