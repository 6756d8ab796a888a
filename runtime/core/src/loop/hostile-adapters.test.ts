import { describe, expect, it } from "vitest";
import { look, port, run, silent, user } from "../../test/looping.ts";
import { closeHistory } from "../journal/close-history.ts";
import type { LlmCompletionResult } from "../model/model-port.ts";
import { runToolLoop } from "./tool-loop.ts";

const bye: LlmCompletionResult = {
  message: { role: "assistant", content: "bye" },
  model: "mine",
  finishReason: "stop",
};

describe("a model adapter or a history that breaks its word", () => {
  it("ends a step whose completion is there although its stream never ends", async () => {
    async function* endless() {
      yield { type: "text_delta", delta: "bye" } as const;
      await new Promise(() => undefined);
    }
    const model = port(() => ({ stream: endless(), final: Promise.resolve(bye) }));
    expect(await runToolLoop({ model }, user)).toMatchObject({ stopReason: "stop", content: "bye" });
  });

  it("says that a completion is none", async () => {
    const model = port(() => ({ stream: silent(), final: Promise.resolve(JSON.parse("null")) }));
    const { error } = await runToolLoop({ model }, user);
    expect(error).toMatchObject({ code: "internal" });
  });

  it("takes a stored message with null in place of its calls for one without", async () => {
    const messages = JSON.parse('[{"role":"assistant","content":"b","tool_calls":null},{"role":"user","content":"c"}]');
    const model = port(() => ({ stream: silent(), final: Promise.resolve(bye) }));
    const ended = await runToolLoop({ model }, messages);
    expect(ended.stopReason).toBe("stop");
    expect(ended.messages[0]).toEqual({ role: "assistant", content: "b" });
  });

  it("drops a tool message without an id", () => {
    const { messages, warnings } = closeHistory(
      JSON.parse('[{"role":"user","content":"a"},{"role":"tool","content":"r"}]'),
    );
    expect(messages).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  it("gives 20,000 calls without ids their own in linear time", () => {
    const call = { id: "", type: "function", function: { name: "look", arguments: "{}" } } as const;
    const calls = Array.from({ length: 20_000 }, () => call);
    // Quadratic work takes over half a minute here: the time limit of the test is the assertion.
    const { messages } = closeHistory([{ role: "assistant", content: "", tool_calls: calls }]);
    expect(new Set(messages.map((message) => (message.role === "tool" ? message.tool_call_id : ""))).size).toBe(20_001);
  });

  it("shows no call id that holds a secret, not even in a preview", async () => {
    const id = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    const result = await run([{ calls: [{ id, name: "look" }] }, { text: "bye" }], { tools: [look] });
    expect(JSON.stringify(result)).not.toContain(id);
  });
});
