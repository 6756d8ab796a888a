import { describe, expect, it } from "vitest";
import { pageTitle } from "./use-title.ts";

describe("pageTitle", () => {
  it("begins with what waits, so that it shows on a narrow tab", () => {
    expect(pageTitle("", 0)).toBe("Toolwright");
    expect(pageTitle("Fix it", 0)).toBe("Fix it – Toolwright");
    expect(pageTitle("Fix it", 2)).toBe("(2) Fix it – Toolwright");
  });
});
