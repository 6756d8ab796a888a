import { describe, expect, it } from "vitest";
import { resultPreview } from "./result-preview.ts";

function preview(fields: object, maxLines = 3) {
  return resultPreview({ success: true, error: "", ...fields }, maxLines);
}

describe("resultPreview", () => {
  it("shows a failure with its suggestion", () => {
    expect(resultPreview({ success: false, error: "gone" }, 3)).toEqual(["Error: gone"]);
    expect(resultPreview({ success: false, error: "gone", suggestion: "Look." }, 3)).toEqual([
      "Error: gone",
      "Suggestion: Look.",
    ]);
  });

  it("cuts the main text after maxLines and says so", () => {
    expect(preview({ content: "1\n2\n3\n4\n5" })).toEqual(["1", "2", "3", "..."]);
    expect(preview({ content: "1\r\n2\r\n3" })).toEqual(["1", "2", "3"]);
  });

  it("takes the first of content, output, result and data that holds something", () => {
    expect(preview({ content: "", output: "o", result: "r" })).toEqual(["o"]);
    expect(preview({ data: 7 })).toEqual(["7"]);
  });

  it("shows an object as JSON", () => {
    expect(preview({ result: { a: 1 } })).toEqual(['{"a":1}']);
  });

  it("shows other fields one a line, long ones shortened", () => {
    expect(preview({ count: 2, note: "x".repeat(60) })).toEqual(["count: 2", `note: ${"x".repeat(47)}...`]);
    expect(preview({ a: 1, b: 2, c: 3 }, 2)).toEqual(["a: 1", "b: 2"]);
    expect(preview({})).toEqual(["Success"]);
  });

  it("shows nothing of what is internal, and nothing where there is no room", () => {
    expect(preview({ content: "x", _internal_only: true })).toEqual([]);
    expect(preview({ content: "x" }, 0)).toEqual([]);
    expect(preview({ content: "x" }, -1)).toEqual([]);
  });
});
