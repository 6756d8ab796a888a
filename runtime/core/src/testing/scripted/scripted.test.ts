import { describe, expect, it } from "vitest";
import type { Message } from "../../model/messages.ts";
import type { ChatDeltaEvent } from "../../model/model-port.ts";
import type { ScriptStep } from "./script-step.ts";
import { scripted } from "./scripted.ts";

async function play(step: ScriptStep) {
  const { stream, final } = scripted([step]).completionStream({ messages: [] });
  const events: ChatDeltaEvent[] = [];
  for await (const event of stream) events.push(event);
  return { events, result: await final };
}

describe("scripted", () => {
  it("answers one request with one step, in order, and says when they run out", async () => {
    const model = scripted([{ text: "one" }, { text: "two" }]);
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await model.completionStream({ messages: [] }).final);
    expect(answers.map((answer) => answer.message.content)).toEqual(["one", "two", ""]);
    expect(answers[2]).toMatchObject({
      finishReason: "error",
      error: { code: "script_exhausted", message: "script has no step 3" },
    });
  });

  it("streams text and reasoning in a few whole pieces", async () => {
    const { events } = await play({ reasoning: "Hm.", text: "😀😀😀😀😀😀" });
    const texts = events.flatMap((event) => (event.type === "text_delta" ? [event.delta] : []));
    expect(texts).toEqual(["😀😀", "😀😀", "😀😀"]);
    expect(events[0]).toEqual({ type: "reasoning_delta", delta: "H" });
  });

  it("makes calls, a string of arguments as it is and an object as JSON", async () => {
    const { events, result } = await play({
      toolCalls: [
        { id: "a", name: "f", arguments: '{"n": 1}' },
        { name: "g", arguments: { n: 2 } },
        { name: "h", arguments: "{broken" },
        { name: "i" },
      ],
    });
    expect(result.finishReason).toBe("tool_calls");
    expect(result.toolCalls).toEqual(result.message.tool_calls);
    expect(result.toolCalls?.map((call) => [call.id, call.function.name, call.function.arguments])).toEqual([
      ["a", "f", '{"n": 1}'],
      ["", "g", '{"n":2}'],
      ["", "h", "{broken"],
      ["", "i", "{}"],
    ]);
    const shown = events.flatMap((event) =>
      event.type === "tool_call_delta" && event.delta.index === 0 ? [event.delta.function?.arguments ?? ""] : [],
    );
    expect(shown.join("")).toBe('{"n": 1}');
  });

  it("keeps the rule that calls are there exactly with tool_calls", async () => {
    const toolCalls = [{ name: "f", arguments: {} }];
    expect((await play({ toolCalls, finishReason: "length" })).result).toMatchObject({
      finishReason: "length",
      droppedCalls: 1,
    });
    expect((await play({ toolCalls, finishReason: "length" })).result.toolCalls).toBeUndefined();
    expect((await play({ toolCalls, finishReason: "stop" })).result.finishReason).toBe("tool_calls");
    expect((await play({ finishReason: "tool_calls" })).result.finishReason).toBe("stop");
  });

  it("fails where the script says so, and the stream ends with the error", async () => {
    const { events, result } = await play({ text: "x", error: { code: "timeout", message: "late" } });
    expect(result).toMatchObject({ finishReason: "error", error: { code: "timeout", message: "late" } });
    expect(events.at(-1)).toEqual({ type: "error", error: { code: "timeout", message: "late" } });
    expect((await play({ error: "no" })).result.error).toEqual({ code: "http", message: "no" });
    expect((await play({ error: { message: "no" } })).result.error).toEqual({ code: "http", message: "no" });
  });

  it("keeps what it was asked, untouched by later changes", async () => {
    const model = scripted([{}]);
    const messages: Message[] = [{ role: "user", content: "hi" }];
    await model.completionStream({ messages }).final;
    messages.push({ role: "user", content: "more" });
    expect(model.requests).toEqual([{ messages: [{ role: "user", content: "hi" }] }]);
  });

  it("settles an abort before and in the stream", async () => {
    const aborted = scripted([{ text: "x" }]).completionStream({ messages: [], signal: AbortSignal.abort() });
    expect(await aborted.final).toMatchObject({ finishReason: "error", error: { code: "aborted" } });
    const controller = new AbortController();
    const { stream, final } = scripted([{ text: "abcd" }]).completionStream({
      messages: [],
      signal: controller.signal,
    });
    for await (const event of stream) if (event.type === "text_delta") controller.abort();
    const result = await final;
    expect(result.error?.code).toBe("aborted");
    expect(result.message.content.length).toBeLessThan(4);
  });

  it("asserts that every step was used", async () => {
    const model = scripted([{}, {}], { name: "mine" });
    expect(model.name).toBe("mine");
    await model.completionStream({ messages: [] }).final;
    expect(() => model.assertComplete()).toThrow("1 of 2 script steps were not used.");
    await model.completionStream({ messages: [] }).final;
    model.assertComplete();
  });
});
