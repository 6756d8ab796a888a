import { describe, expect, it } from "vitest";
import { usageText } from "./usage-text.ts";

describe("usageText", () => {
  it("names the cost only where it is known", () => {
    expect(usageText({ inputTokens: 1_500, outputTokens: 20 })).toBe("1.5k tokens in, 20 out");
    expect(usageText({ inputTokens: 1, outputTokens: 2, costUsd: 0.1234 })).toBe("1 tokens in, 2 out, $0.1234");
    expect(usageText({ inputTokens: 1, outputTokens: 2, costUsd: 12.345 })).toMatch(/, \$12\.35$/);
  });

  it("is empty where nothing was counted", () => {
    expect(usageText({ inputTokens: 0, outputTokens: 0 })).toBe("");
  });
});
