import { describe, expect, it } from "vitest";
import { waitingCalls } from "./step-calls.ts";

const call = (toolCallId: string, more: object = {}) => ({
  type: "tool-call",
  toolCallId,
  toolName: "bash",
  argsText: '{"a":1,"b":2}',
  ...more,
});

describe("calls of a step that wait", () => {
  it("are those that are not over, without those inside others", () => {
    const parts = [
      call("a"),
      call("b", { result: "done" }),
      call("c", { parentId: "a" }),
      { type: "text", text: "x" },
      call("d"),
    ];
    expect(waitingCalls(parts).map(({ toolCallId }) => toolCallId)).toEqual(["a", "d"]);
  });
});
