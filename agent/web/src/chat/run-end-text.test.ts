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

  it("says nothing of a commit that was made, and of a run that a program ended says that", () => {
    const told = (model?: string) => runEndText({ stopReason: "stop_when", model })?.text;
    expect([told(), told("git commit"), told("openai:gpt-5")]).toEqual([undefined, undefined, "The run ended early."]);
    expect(runEndText({ stopReason: "stop_when", model: "git commit", changed: false })?.text).toBe(
      "Nothing was changed.",
    );
  });

  it("names every other end, and none of them twice", () => {
    const reasons = ["max_iterations", "length", "content_filter", "denied", "loop_guard", "aborted", "error"];
    const texts = reasons.map((stopReason) => runEndText({ stopReason })?.text ?? "");
    expect(texts).not.toContain("The run ended early.");
    expect(new Set(texts).size).toBe(reasons.length);
  });

  it("shows for a failure the words of what failed, else those of the server, and what to do", () => {
    const error = "The model cannot be reached.";
    const advice = "Send the message again, or another one.";
    expect(runEndText({ stopReason: "error", error })).toEqual({
      text: `The run failed: ${error}`,
      advice,
      isFailure: true,
    });
    expect(runEndText({ stopReason: "error", error, reason: "Nothing listens there." })).toMatchObject({
      text: "The run failed: Nothing listens there.",
    });
    expect(runEndText({ stopReason: "error" })?.text).toBe("The run failed.");
  });

  it("tells nobody to send a message again that the key, its size or the limits of the server stopped", () => {
    const advice = (status: number) => runEndText({ stopReason: "error", failure: { code: "http", status } })?.advice;
    for (const status of [400, 401, 403, 404, 413, 429]) expect(advice(status)).not.toMatch(/send the message/i);
    expect(advice(401)).toContain("another key");
    expect(advice(413)).toContain("Compact");
    expect(advice(429)).toContain("Wait");
    for (const status of [500, 503, 529]) expect(advice(status)).toContain("Send the message again");
    expect(runEndText({ stopReason: "error", failure: { code: "constructor" } })?.advice).toContain("again");
  });

  it("says of an answer that is empty that it is", () => {
    expect(runEndText({ stopReason: "stop", isEmpty: true })?.text).toContain("without an answer");
    expect(runEndText({ stopReason: "done", isEmpty: true })).toBeUndefined();
    expect(runEndText({ stopReason: "aborted", isEmpty: true })?.text).toBe("Stopped.");
  });

  it("does not take a reason for a name of an object", () => {
    expect(runEndText({ stopReason: "constructor" })?.text).toBe("The run ended early.");
  });
});
