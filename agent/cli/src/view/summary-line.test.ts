import { describe, expect, it } from "vitest";
import { summaryLine } from "./summary-line.ts";

describe("summaryLine", () => {
  it("tells the cost only where a provider did", () => {
    const done = { stopReason: "stop", iterations: 2, usage: { inputTokens: 1_200, outputTokens: 30 } } as const;
    expect(summaryLine(done, 1_500)).toBe("done · 2 steps · 1,200 tokens in, 30 out · 1.5 s");
    expect(summaryLine({ ...done, usage: { ...done.usage, costUsd: 0.00421 } }, 1_500)).toBe(
      "done · 2 steps · 1,200 tokens in, 30 out · $0.0042 · 1.5 s",
    );
    expect(summaryLine({ ...done, usage: { ...done.usage, cachedInputTokens: 1_100 } }, 1_500)).toBe(
      "done · 2 steps · 1,200 tokens in (1,100 cached), 30 out · 1.5 s",
    );
  });
});
