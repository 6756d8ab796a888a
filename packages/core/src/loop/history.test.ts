import { describe, expect, it } from "vitest";
import type { Message } from "../model/messages.ts";
import { History } from "./history.ts";
import { trimHistory } from "./trim-history.ts";

const asks = (...ids: string[]): Message => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "x", arguments: "{}" } })),
});
const answer = (id: string, size: number): Message => ({ role: "tool", tool_call_id: id, content: "x".repeat(size) });
const trimmedIn = (history: History) =>
  history.snapshot().flatMap((message) => (message.role === "tool" && message.trimmed ? [message.tool_call_id] : []));

function historyOf(messages: readonly Message[], budgetTokens: number) {
  const history = new History(messages);
  const trimmed = history.isOver(budgetTokens) ? trimHistory(history, budgetTokens) : [];
  return { history, trimmed };
}

describe("trimming", () => {
  const messages = ["a", "b", "c", "d"].flatMap((id) => [asks(id), answer(id, 4_000)]);

  it("begins over the budget, goes oldest first, and down to 60 %", () => {
    expect(historyOf(messages, 4_000).trimmed).toEqual([]);
    expect(historyOf(messages, 3_999).trimmed).toEqual(["a", "b"]);
  });

  it("says where the whole text is", () => {
    const [asked, result] = [asks("a"), { ...answer("a", 4_000), output_ref: "ref-1" } as Message];
    const { history } = historyOf([asked, result, asks("b"), answer("b", 4_000)], 1_000);
    expect(history.snapshot()[1]).toEqual({
      role: "tool",
      tool_call_id: "a",
      content: "[tool output trimmed; ref=ref-1]",
      output_ref: "ref-1",
      trimmed: true,
    });
  });

  it("leaves alone what is smaller than its placeholder, and what was trimmed before", () => {
    const small = [asks("a"), answer("a", 20), asks("b"), answer("b", 8_000), asks("c"), answer("c", 8_000)];
    const { history, trimmed } = historyOf(small, 10);
    expect(trimmed).toEqual(["b"]);
    expect(trimHistory(history, 10)).toEqual([]);
  });

  it.each<[string, Message[]]>([
    ["that the model has not seen yet", []],
    ["when the user has spoken since", [{ role: "user", content: "go on" }]],
    [
      "when the model has spoken since",
      [
        { role: "assistant", content: "so" },
        { role: "user", content: "go on" },
      ],
    ],
  ])("never touches the results of the last step, also of a caller's history %s", (_, after) => {
    const input = [asks("a"), answer("a", 9_000), asks("b", "c"), answer("b", 9_000), answer("c", 9_000), ...after];
    const { history } = historyOf(input, 100);
    expect(trimmedIn(history)).toEqual(["a"]);
  });
});
