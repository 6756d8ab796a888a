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
