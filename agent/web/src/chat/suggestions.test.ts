import { describe, expect, it } from "vitest";
import { suggestionsFor } from "./suggestions.ts";

describe("suggestionsFor", () => {
  it("offers what the tools can do, and no more than four", () => {
    const names = ["ls", "grep", "bash", "write", "read"].map((name) => ({ name }));
    expect(suggestionsFor(names)).toHaveLength(4);
    expect(suggestionsFor([{ name: "read" }, { name: "own" }])).toEqual(["Read README.md"]);
    expect(suggestionsFor([])).toEqual([]);
  });
});
