import { describe, expect, it } from "vitest";
import { messageDetails } from "./message-details.ts";

describe("messageDetails", () => {
  it("reads what a message carries, and nothing that is of another kind", () => {
    const usage = { inputTokens: 1, cachedInputTokens: 1, outputTokens: 2, costUsd: 0.5 };
    expect(messageDetails({ runId: "r", stopReason: "stop", changed: false, usage })).toEqual({
      runId: "r",
      stopReason: "stop",
      changed: false,
      usage,
    });
    const nothing = { runId: undefined, stopReason: undefined, usage: undefined };
    expect(messageDetails({})).toEqual(nothing);
    expect(messageDetails({ runId: 1, stopReason: null, usage: { inputTokens: "1", outputTokens: 2 } })).toEqual(
      nothing,
    );
  });
});
