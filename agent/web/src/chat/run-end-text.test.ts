import { describe, expect, it } from "vitest";
import { runEndText } from "./run-end-text.ts";

describe("runEndText", () => {
  it("says nothing of a run that is done or not over", () => {
    expect([undefined, "stop", "done"].map((stopReason) => runEndText({ stopReason }))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("says quietly of a run that is done that nothing was changed, where that is known", () => {
    const text = { text: "Nothing was changed.", isFailure: false };
    expect(runEndText({ stopReason: "stop", changed: false })).toEqual(text);
    expect(runEndText({ stopReason: undefined, changed: false })).toBeUndefined();
    expect(runEndText({ stopReason: "aborted", changed: false })?.text).toBe("Stopped.");
  });

  it("names every other end, and none of them twice", () => {
    const reasons = ["max_iterations", "length", "content_filter", "denied", "loop_guard", "aborted", "error"];
    const texts = reasons.map((stopReason) => runEndText({ stopReason })?.text ?? "");
    expect(texts).not.toContain("The run ended early.");
    expect(new Set(texts).size).toBe(reasons.length);
  });

  it("shows the words of the server for a failure, and what to do", () => {
    expect(runEndText({ stopReason: "error", error: "The model cannot be reached." })).toEqual({
      text: "The run failed: The model cannot be reached. Send the message again, or another one.",
      isFailure: true,
    });
  });

  it("does not take a reason for a name of an object", () => {
    expect(runEndText({ stopReason: "constructor" })?.text).toBe("The run ended early.");
  });
});
