import { expect, it } from "vitest";
import { callToolResult } from "./call-tool-result.ts";

it("gives an app what its server said, or what people see", () => {
  const kept = { content: [{ type: "text", text: "a" }], structuredContent: { b: 1 }, _meta: { c: 2 } };
  expect(callToolResult({ result: "a", isError: false, artifact: { callToolResult: kept } })).toBe(kept);
  expect(callToolResult({ result: "a", isError: false, artifact: { callToolResult: "x" } })).toEqual({
    content: [{ type: "text", text: "a" }],
  });
  expect(callToolResult({ result: { b: 1 }, isError: false })).toEqual({
    content: [{ type: "text", text: '{\n  "b": 1\n}' }],
    structuredContent: { b: 1 },
  });
  const parts = [
    { type: "text", text: "a" },
    { type: "image", mediaType: "image/png", data: "AA==" },
    { type: "file", mediaType: "application/pdf", ref: "r" },
  ];
  expect(callToolResult({ result: parts, isError: false })).toEqual({
    content: [
      { type: "text", text: "a" },
      { type: "image", data: "AA==", mimeType: "image/png" },
    ],
  });
  const failed = { ok: false, errorCode: "execution_failed", message: "No." };
  expect(callToolResult({ result: failed, isError: true, artifact: { callToolResult: kept } })).toEqual({
    content: [{ type: "text", text: "No." }],
    isError: true,
  });
});
