import { describe, expect, it } from "vitest";
import { AllowedAhead, waitingCalls } from "./step-calls.ts";

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

  it("are allowed ahead once, with the arguments that were shown and no others", () => {
    const ahead = new AllowedAhead();
    ahead.allow(waitingCalls([call("a"), call("d"), call("e")]));
    expect(ahead.take("a", { b: 2, a: 1 })).toBe(true);
    expect(ahead.take("a", { b: 2, a: 1 })).toBe(false);
    expect(ahead.take("d", { a: 1, b: 3 })).toBe(false);
    expect(ahead.take("d", { a: 1, b: 2 })).toBe(false);
    expect(ahead.take("other", { a: 1, b: 2 })).toBe(false);
  });
});
