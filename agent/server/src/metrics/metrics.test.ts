import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Metrics } from "./metrics.ts";

const answer = (firstTokenMs: number) =>
  ({
    id: "e",
    seq: 1,
    time: 0,
    runId: "r",
    type: "assistant_message",
    data: { message: { role: "assistant", content: "" }, finishReason: "stop", firstTokenMs },
  }) as const;

describe("metrics", () => {
  it("count by label without writing any text, because every step counts four times", async () => {
    const metrics = new Metrics({ gauges: [], isTool: () => true });
    const written = vi.spyOn(JSON, "stringify");
    onTestFinished(() => written.mockRestore());
    for (const ms of [250, 750]) metrics.onEvent(answer(ms));
    const decided = { toolCallId: "a", approvalId: "q", approve: true } as const;
    const about = { id: "e", seq: 1, time: 0, runId: "r", type: "approval_decision" } as const;
    metrics.onEvent({ ...about, data: decided });
    metrics.onEvent({ ...about, data: { ...decided, toolCallId: "b", allowedBy: "q" } });
    for (const thumb of ["up", "down", "up"] as const) metrics.onRating(thumb);
    expect(written).not.toHaveBeenCalled();
    const lines = (await metrics.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines.filter((line) => !line.endsWith(" 0"))).toEqual([
      "toolwright_streamed_answers_total 2",
      "toolwright_first_token_seconds_total 1",
      'toolwright_approval_decisions_total{outcome="approved"} 1',
      'toolwright_ratings_total{thumb="up"} 2',
      'toolwright_ratings_total{thumb="down"} 1',
    ]);
  });
});
