import { expect, it } from "vitest";
import { isMcpResult, isParts, isToolResult } from "./is-tool-result.ts";

it("takes no list with holes for parts, and looks no further than the first hole", () => {
  const holes = new Array(2 ** 32 - 1);
  expect(isParts(holes)).toBe(false);
  holes[0] = { type: "text", text: "a" };
  expect(isParts(holes)).toBe(false);
  const output = { type: "parts", parts: holes };
  expect(isToolResult({ output, silent: false, isError: false, async: false })).toBe(false);
});

it("takes no text for a result of MCP, however long: its characters are not listed", () => {
  expect(isMcpResult("x".repeat(2 ** 25))).toBe(false);
  expect(isMcpResult({ content: [{ type: "text" }], isError: true })).toBe(true);
  expect(isMcpResult({ content: [{ type: "text" }], id: 1 })).toBe(false);
});
