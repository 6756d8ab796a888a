import { describe, expect, it } from "vitest";
import { whenText } from "./when-text.ts";

describe("whenText", () => {
  it("names the day only of another day", () => {
    const now = new Date(2026, 4, 5, 18, 0);
    expect(whenText(new Date(2026, 4, 5, 9, 30), now)).not.toContain("2026");
    expect(whenText(new Date(2026, 3, 5, 9, 30), now)).toContain("2026");
  });
});
