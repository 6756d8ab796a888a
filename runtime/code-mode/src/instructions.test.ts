import { expect, it } from "vitest";
import { INSTRUCTIONS } from "./instructions.ts";

it("takes at most 450 tokens of every request", () => {
  expect(INSTRUCTIONS.length / 4).toBeLessThanOrEqual(450);
  expect(INSTRUCTIONS).toContain("ToolError");
});
