import { defineTool } from "@toolwright/core";
import { expect, it, onTestFinished, vi } from "vitest";
import { ran } from "./ran.test-data.ts";

const read = defineTool({
  name: "read",
  description: "Reads.",
  input: { type: "object" },
  effects: "read",
  execute: () => "read",
});

/** How often others have a turn while a program asks for five calls at once, each with so many letters. */
async function turnsOfOthers(letters: number): Promise<number> {
  const turns = vi.spyOn(globalThis, "setImmediate");
  onTestFinished(() => turns.mockRestore());
  const asks = `Array.from({ length: 5 }, () => tools.read({ text: "x".repeat(${letters}) }))`;
  expect((await ran(`return (await Promise.all(${asks})).length`, [read])).said).toBe("5");
  const count = turns.mock.calls.length;
  turns.mockRestore();
  return count;
}

it("lets others have turns between calls with long arguments", async () => {
  expect(await turnsOfOthers(300_000)).toBeGreaterThanOrEqual(5);
});

it("does not read a long list that a program returns", async () => {
  const parse = vi.spyOn(JSON, "parse");
  onTestFinished(() => parse.mockRestore());
  const { said } = await ran("return Array.from({ length: 100_000 }, (_, n) => n)", []);
  expect(said.slice(0, 10)).toBe("[0,1,2,3,4");
  const lengths = parse.mock.calls.map(([text]) => text.length);
  expect(Math.max(...lengths)).toBeLessThan(100_000);
});
