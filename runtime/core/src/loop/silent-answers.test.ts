import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { type Answer, WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "./tool-loop.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

const look = toolOf("look", () => "seen", { effects: "read" });
const called: Answer = { calls: [{ name: "look" }] };

async function run(answers: readonly Answer[], config: Partial<ToolLoopConfig> = {}) {
  const model = new WrittenModel(answers);
  const result = await runToolLoop({ model, tools: [look], ...config }, [{ role: "user", content: "Go." }]);
  const { requests } = model;
  return {
    ...result,
    asked: requests.map(({ messages }) => messages.at(-1)?.content),
    choices: requests.map(({ toolChoice }) => toolChoice),
  };
}

const ASKED_AGAIN = "[Your last answer was empty. Answer the question in words.]";

describe("an empty answer to results", () => {
  it.each(["", "  \n", "{}", "{}}"])("is asked for in words, once: %j", async (text) => {
    const once = await run([called, { text }, { text: "It is seen." }]);
    expect(once).toMatchObject({ stopReason: "stop", content: "It is seen.", iterations: 3 });
    expect(once.asked).toEqual(["Go.", "seen", ASKED_AGAIN]);
    expect(once.choices).toEqual([undefined, undefined, "none"]);
    const twice = await run([called, { text }, { text }]);
    expect(twice).toMatchObject({ stopReason: "stop", iterations: 3 });
  });

  it("is one that follows results: nothing is asked of one that says nothing at once, or ends for another reason", async () => {
    expect(await run([{ text: "" }])).toMatchObject({ stopReason: "stop", iterations: 1 });
    expect((await run([called, { text: "", finishReason: "length" }])).asked).toHaveLength(2);
    expect((await run([called, { text: "{}" }], { output: { type: "object" } })).asked).toHaveLength(2);
    // Where no model call is left, the run ends as it would have.
    expect(await run([called, { text: "" }], { maxIterations: 2 })).toMatchObject({
      stopReason: "stop",
      iterations: 2,
    });
  });
});
