import { ActivityStream, type ToolResult } from "@toolwright/core/class-tools";
import { describe, expect, it } from "vitest";
import { Any } from "./trying.ts";

describe("previews", () => {
  const tool = new Any(new ActivityStream(), () => 1);
  it.each<[ToolResult, number | undefined, string[]]>([
    [{ success: false, error: "no" }, undefined, ["Error: no"]],
    [{ success: false, error: "no", suggestion: "yes" }, undefined, ["Error: no", "Suggestion: yes"]],
    [{ success: true, error: "", content: "a\nb\nc\nd" }, undefined, ["a", "b", "c", "..."]],
    [{ success: true, error: "", output: "a\nb" }, 1, ["a", "..."]],
    [{ success: true, error: "", result: "r" }, undefined, ["r"]],
    [
      { success: true, error: "", count: 2, name: "x".repeat(60) },
      undefined,
      ["count: 2", `name: ${"x".repeat(47)}...`],
    ],
    [{ success: true, error: "" }, undefined, ["Success"]],
  ])("of %j", (result, maxLines, lines) => {
    expect(tool.getResultPreview(result, maxLines)).toEqual(lines);
  });
});
