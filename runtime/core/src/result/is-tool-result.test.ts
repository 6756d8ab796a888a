import { expect, it } from "vitest";
import { isParts, isToolResult } from "./is-tool-result.ts";

it("takes no list with holes for parts, and looks no further than the first hole", () => {
  const holes = new Array(2 ** 32 - 1);
  expect(isParts(holes)).toBe(false);
  holes[0] = { type: "text", text: "a" };
  expect(isParts(holes)).toBe(false);
  const output = { type: "parts", parts: holes };
  expect(isToolResult({ output, silent: false, isError: false, async: false })).toBe(false);
});
