import { describe, expect, it, vi } from "vitest";
import { toolOf } from "../../test/making.ts";
import { type Answer, KeptLog, WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { Message } from "../model/messages.ts";
import type { Tool } from "../tool/tool.ts";

const always = (call: NonNullable<Answer["calls"]>[number]) => new WrittenModel(() => ({ calls: [call] }));
const toolTexts = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));

async function runWith(model: WrittenModel, ...tools: Tool[]) {
  const result = await runToolLoop({ model, tools, maxIterations: 12, logger: new KeptLog() }, []);
  return { ...result, texts: toolTexts(result.messages) };
}

describe("the loop guard", () => {
  it("notes the third identical outcome in a row, and does not run the fifth call", async () => {
    const execute = vi.fn(() => "same");
    const { stopReason, iterations, texts } = await runWith(always({ name: "write" }), toolOf("write", execute));
    expect({ stopReason, iterations }).toEqual({ stopReason: "loop_guard", iterations: 5 });
    expect(execute).toHaveBeenCalledTimes(4);
    expect(texts.map((text) => text.includes("3 times in a row"))).toEqual([false, false, true, false, false]);
    expect(texts[4]).toMatch(/^Error \[redundant_call\]/);
  });

  it("counts refused and failing calls alike", async () => {
    const throws = toolOf("throws", () => {
      throw new Error("always");
    });
    expect((await runWith(always({ name: "throws" }), throws)).stopReason).toBe("loop_guard");
    expect((await runWith(always({ name: "nobody" }), throws)).stopReason).toBe("loop_guard");
    expect((await runWith(always({ name: "throws", args: "{" }), throws)).stopReason).toBe("loop_guard");
  });

  it("does not mind a call whose outcome changes, or another call in between", async () => {
    let count = 0;
    const counts = toolOf("counts", () => String((count += 1)));
    const still = toolOf("still", () => "same");
    expect((await runWith(always({ name: "counts" }), counts)).stopReason).toBe("max_iterations");
    const turns = new WrittenModel((step) => ({ calls: [{ name: step % 2 ? "counts" : "still" }] }));
    expect((await runWith(turns, counts, still)).stopReason).toBe("max_iterations");
    expect(
      (await runWith(new WrittenModel((n) => ({ calls: [{ name: "still", args: { n } }] })), still)).stopReason,
    ).toBe("max_iterations");
  });

  it("sees identical calls of one step", async () => {
    const execute = vi.fn(() => "same");
    const calls = Array.from({ length: 7 }, () => ({ name: "tool" }));
    for (const effects of [{ kind: "read", volatile: true }, "write"] as const) {
      execute.mockClear();
      const { stopReason, texts } = await runWith(new WrittenModel([{ calls }]), toolOf("tool", execute, { effects }));
      expect(stopReason).toBe("loop_guard");
      expect(execute).toHaveBeenCalledTimes(4);
      expect(texts).toHaveLength(7);
      expect(texts[6]).toMatch(/^Error \[skipped\]/);
    }
  });

  it("leaves calls inside calls alone", async () => {
    const inner = vi.fn(() => "same");
    const composite = toolOf("composite", async (_, ctx) => {
      for (let index = 0; index < 8; index += 1) await ctx.call("inner", {});
      return (await ctx.call("inner", {})).output;
    });
    const answers = [...Array(4).fill({ calls: [{ name: "inner" }] }), { calls: [{ name: "composite" }] }];
    const { stopReason } = await runWith(new WrittenModel(answers), toolOf("inner", inner), composite);
    expect(stopReason).toBe("stop");
    expect(inner).toHaveBeenCalledTimes(13);
  });
});
