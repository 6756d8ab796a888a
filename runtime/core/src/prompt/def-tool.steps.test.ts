import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../test/prompting.ts";
import { tool } from "../faces/sub-tool.ts";

const numbers = z.object({ x: z.number() });

describe("defTool: what the steps show", () => {
  it("a call stands in the output with its id, its name and its input, before the text", async () => {
    const answer = { text: "Let me see.", ...call("t", { x: 1 }, "call_1") };
    const { steps } = await play([answer], ({ defTool, $ }) => {
      defTool("t", "", numbers, () => "ok");
      $`go`;
    });
    expect(steps[0]).toMatchObject({
      activeTools: ["t"],
      input: { prompt: [{ role: "user", content: "go" }] },
      output: { finishReason: "tool-calls" },
    });
    expect(steps[0]?.output.content).toEqual([
      { type: "tool-call", toolCallId: "call_1", toolName: "t", input: { x: 1 } },
      { type: "text", text: "Let me see." },
    ]);
  });

  it("a result is a tool message in the input of the next step", async () => {
    const { steps } = await play([call("t", { x: 1 }, "call_1")], ({ defTool, $ }) => {
      defTool("t", "", numbers, ({ x }) => ({ doubled: 2 * x }));
      $`go`;
    });
    expect(steps[1]?.input.prompt).toEqual([
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "call_1", toolName: "t", input: { x: 1 } }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "call_1", toolName: "t", result: { doubled: 2 } }],
      },
    ]);
    expect(steps[1]?.output).toEqual({ content: [{ type: "text", text: "end" }], finishReason: "stop" });
  });

  it("calls of several steps are recorded in order", async () => {
    const { steps } = await play([call("a", { x: 1 }), call("b", { x: 2 })], ({ defTool, $ }) => {
      defTool("a", "", numbers, () => "A");
      defTool("b", "", numbers, () => "B");
      $`go`;
    });
    const called = steps.flatMap(({ output }) => output.content.filter((part) => part.type === "tool-call"));
    expect(called.map(({ toolName, input }) => [toolName, input])).toEqual([
      ["a", { x: 1 }],
      ["b", { x: 2 }],
    ]);
    expect(resultsIn(steps[2])).toEqual(["A", "B"]);
  });

  it("a composite call shows its calls in the input and its results in the next step", async () => {
    const calls = [
      { name: "one", args: { x: 1 } },
      { name: "two", args: { x: 2 } },
    ];
    const { steps } = await play([call("both", { calls })], ({ defTool, $ }) => {
      defTool(
        "both",
        "",
        ["one", "two"].map((name) => tool(name, "", numbers, ({ x }) => ({ x }))),
      );
      $`go`;
    });
    expect(steps[0]?.output.content).toMatchObject([{ toolName: "both", input: { calls } }]);
    expect(resultsIn(steps[1])).toEqual([
      {
        results: [
          { name: "one", result: { x: 1 } },
          { name: "two", result: { x: 2 } },
        ],
      },
    ]);
  });

  it("a failure is a tool message of the next step too", async () => {
    const { steps } = await play([call("t", { x: 1 })], ({ defTool, $ }) => {
      defTool("t", "", numbers, () => Promise.reject(new Error("broken")));
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([{ error: "broken" }]);
  });
});
