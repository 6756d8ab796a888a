import { defineTool } from "@toolwright/core";
import { expect, it, onTestFinished, vi } from "vitest";
import { ran } from "./ran.test-data.ts";

it("lets others have turns between calls with long arguments", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => clearImmediate(next));
  const begun: number[] = [];
  const read = defineTool({
    name: "read",
    description: "Reads.",
    input: { type: "object" },
    effects: "read",
    execute: () => `${begun.push(turns)}`,
  });
  const code =
    "return (await Promise.all(Array.from({ length: 30 }, () => tools.read({ text: 'x'.repeat(1e6) })))).length";
  expect((await ran(code, [read])).said).toBe("30");
  expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(0);
});

it("does not read a long list that a program returns", async () => {
  const parse = vi.spyOn(JSON, "parse");
  onTestFinished(() => parse.mockRestore());
  const { said } = await ran("return Array.from({ length: 100_000 }, (_, n) => n)", []);
  expect(said.slice(0, 10)).toBe("[0,1,2,3,4");
  const lengths = parse.mock.calls.map(([text]) => text.length);
  expect(Math.max(...lengths)).toBeLessThan(100_000);
});
