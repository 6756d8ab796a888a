import { describe, expect, it } from "vitest";
import { tokensIn } from "../compact/message-tokens.ts";
import type { Message } from "../model/messages.ts";
import { type CountedRun, contextTokens } from "./context-tokens.ts";
import { History } from "./history.ts";
import { trimHistory } from "./trim-history.ts";

/** One step of a history, and how often its result was read. */
function step(n: number, read: () => void): readonly Message[] {
  const id = `c${n}`;
  const call = { id, type: "function", function: { name: "look", arguments: "{}" } } as const;
  const text = "x".repeat(400);
  return [
    { role: "assistant", content: "", tool_calls: [call] },
    {
      role: "tool",
      tool_call_id: id,
      get content() {
        read();
        return text;
      },
    },
  ];
}

describe("the tokens of a context", () => {
  it("are those of all its messages, of which each is measured once however many steps ask, until some are replaced", () => {
    let reads = 0;
    let atAdding = 0;
    const history = new History([{ role: "user", content: "go" }]);
    const run: CountedRun = { history, counted: undefined, estimate: undefined, config: { model: {} } };
    for (let n = 0; n < 50; n += 1) {
      const before = reads;
      for (const message of step(n, () => (reads += 1))) history.add(message);
      atAdding += reads - before;
      contextTokens(run);
    }
    expect(reads - atAdding).toBe(50);
    expect(contextTokens(run)).toBe(tokensIn(history.snapshot()));
    const whole = contextTokens(run);
    expect(trimHistory(history, 1_000).length).toBeGreaterThan(0);
    expect(contextTokens(run)).toBe(tokensIn(history.snapshot()));
    expect(contextTokens(run)).toBeLessThan(whole);
  });

  it("are of a file what the model reads of it: all, or one line", () => {
    const data = Buffer.alloc(400_000).toString("base64");
    const content = [{ type: "file", mediaType: "application/pdf", data }] as const;
    const history = new History([{ role: "tool", tool_call_id: "a", content }]);
    const counting = (takes: readonly string[]) =>
      contextTokens({ history, counted: undefined, estimate: undefined, config: { model: { takes } } });
    expect(counting(["application/pdf"])).toBe(50_004);
    expect(counting([])).toBe(64);
  });
});
