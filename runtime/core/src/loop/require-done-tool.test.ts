import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { type Answer, WrittenModel } from "../../test/support.ts";
import { toolResult } from "../result/result-helpers.ts";
import { runToolLoop } from "./tool-loop.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

const finish = toolOf("finish", () => ({ ...toolResult("All done."), endsRun: true }));
const go = { role: "user", content: "go" } as const;

async function run(answers: readonly Answer[], config: Partial<ToolLoopConfig> = {}) {
  const model = new WrittenModel(answers);
  const result = await runToolLoop({ model, tools: [finish], requireDoneTool: true, ...config }, [go]);
  return { ...result, model };
}

describe("requireDoneTool", () => {
  it("asks the model to go on after a text without calls, until a tool ends the run", async () => {
    const { stopReason, content, iterations, model } = await run([
      { text: "I will look." },
      { text: "Still looking." },
      { text: "That is it.", calls: [{ name: "finish" }] },
    ]);
    expect({ stopReason, content, iterations }).toEqual({ stopReason: "done", content: "All done.", iterations: 3 });
    const roles = model.requests[2]?.messages.map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "user", "assistant", "user"]);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain("not marked as finished");
  });

  it("ends at the limit of model calls, and says so", async () => {
    const { stopReason, iterations } = await run([{ text: "a" }, { text: "b" }, { text: "c" }], { maxIterations: 2 });
    expect({ stopReason, iterations }).toEqual({ stopReason: "max_iterations", iterations: 2 });
  });

  it("does not hold up what ends a run otherwise", async () => {
    expect((await run([{ text: "a", finishReason: "content_filter" }])).stopReason).toBe("content_filter");
    expect((await run([{ finishReason: "error" }])).stopReason).toBe("error");
  });

  it("is off by default", async () => {
    expect((await run([{ text: "a" }], { requireDoneTool: false })).stopReason).toBe("stop");
  });
});
