import { createHook } from "node:async_hooks";
import {
  ActivityStream,
  type Completion,
  type LlmCompletionResult,
  type LlmToolCall,
  MemoryJournal,
  runToolLoop,
  type ToolLoopConfig,
} from "@toolwright/core";
import { expect, it } from "vitest";
import { z } from "zod";
import { toolOf } from "../../test/making.ts";

const CALLS = 100;

/** Promises that a run makes for each of its calls, which all stand in one step and answer at once. */
async function promisesOfACall(config: Partial<ToolLoopConfig>): Promise<number> {
  const input = z.object({ number: z.number() });
  const look = toolOf("look", () => ({ text: "found" }), { input, output: z.object({ text: z.string() }) });
  const toolCalls = Array.from({ length: CALLS }, (_, number): LlmToolCall => {
    return { id: `c${number}`, type: "function", function: { name: "look", arguments: `{"number":${number}}` } };
  });
  const run = () => {
    const answers = [toolCalls, []];
    const model = { name: "whole", completionStream: () => answered(answers.shift() ?? []) };
    return runToolLoop({ model, tools: [look], ...config }, [{ role: "user", content: "go" }]);
  };
  await run();
  let made = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "PROMISE") made += 1;
    },
  });
  hook.enable();
  const { stopReason } = await run();
  hook.disable();
  expect(stopReason).toBe("stop");
  return made / CALLS;
}

/** An answer that comes whole: nothing is told of its calls before. */
function answered(toolCalls: readonly LlmToolCall[]): Completion {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const told = { role: "assistant", content: "Done." } as const;
  const final: LlmCompletionResult =
    toolCalls.length === 0
      ? { message: told, model: "whole", usage, finishReason: "stop" }
      : { message: { ...told, tool_calls: toolCalls }, model: "whole", usage, finishReason: "tool_calls", toolCalls };
  return { stream: nothing(), final: Promise.resolve(final) };
}

async function* nothing(): AsyncGenerator<never> {}

it("makes few promises for a call that answers at once: each waits for nothing, and costs time", async () => {
  expect(await promisesOfACall({})).toBeLessThan(28);
  const policy = { decide: () => ({ verdict: "allow" }) as const };
  const activity = new ActivityStream(new MemoryJournal());
  expect(await promisesOfACall({ policy, activity })).toBeLessThan(38);
});
