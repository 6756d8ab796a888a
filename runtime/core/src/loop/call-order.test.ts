import { describe, expect, it } from "vitest";
import { port, run, silent } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import type { LlmToolCall } from "../index.ts";

const callOf = (n: number, index?: number): LlmToolCall => ({
  id: `c${n}`,
  type: "function",
  function: { name: "note", arguments: JSON.stringify({ n }) },
  ...(index === undefined ? {} : { index }),
});

async function orderOf(toolCalls: readonly LlmToolCall[]) {
  const ran: unknown[] = [];
  const note = toolOf("note", (input) => void ran.push(Reflect.get(Object(input), "n")));
  let requests = 0;
  const model = port(() => {
    requests += 1;
    const message = { role: "assistant", content: "" } as const;
    const final =
      requests === 1 ? ({ finishReason: "tool_calls", toolCalls } as const) : ({ finishReason: "stop" } as const);
    return { stream: silent(), final: Promise.resolve({ message, model: "m", ...final }) };
  });
  const { messages } = await run([], { model, tools: [note] });
  const asked = messages.find((message) => message.role === "assistant");
  return { ran, stored: asked?.role === "assistant" ? asked.tool_calls : undefined };
}

describe("the calls of a step", () => {
  it("run in the order of their index where every one has it, and are stored so, without it", async () => {
    const { ran, stored } = await orderOf([callOf(1, 2), callOf(2, 0), callOf(3, 1)]);
    expect(ran).toEqual([2, 3, 1]);
    expect(stored).toEqual([callOf(2), callOf(3), callOf(1)]);
  });

  it("run as they came where one has none", async () => {
    expect((await orderOf([callOf(1, 2), callOf(2), callOf(3, 1)])).ran).toEqual([1, 2, 3]);
  });
});
