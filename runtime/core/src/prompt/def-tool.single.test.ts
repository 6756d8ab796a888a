import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call, play, resultsIn } from "../../test/prompting.ts";

const numbers = z.object({ x: z.number() });

describe("defTool: a single tool", () => {
  it("registers a tool that the model is told of", async () => {
    const { model, prompt } = await play([], ({ defTool, $ }) => {
      defTool("double", "Doubles x.", numbers, ({ x }) => ({ x: 2 * x }));
      $`go`;
    });
    expect(model.requests[0]?.tools).toEqual([
      {
        type: "function",
        function: {
          name: "double",
          description: "Doubles x.",
          parameters: {
            type: "object",
            properties: { x: { type: "number" } },
            required: ["x"],
            additionalProperties: false,
          },
        },
      },
    ]);
    expect(prompt.getTools().map(({ name }) => name)).toEqual(["double"]);
  });

  it("executes it with the arguments of the model and the context of the call", async () => {
    const execute = vi.fn(() => "done");
    await play([call("t", { x: 5 }, "call_1")], ({ defTool, $ }) => {
      defTool("t", "", numbers, execute);
      $`go`;
    });
    expect(execute).toHaveBeenCalledExactlyOnceWith(
      { x: 5 },
      expect.objectContaining({
        toolCallId: "call_1",
        messages: [{ role: "user", content: "go" }],
        abortSignal: expect.any(AbortSignal),
      }),
    );
  });

  it("runs with options", async () => {
    const onSuccess = vi.fn();
    const { steps } = await play([call("t", { x: 1 })], ({ defTool, $ }) => {
      defTool("t", "", numbers, ({ x }) => ({ x }), { onSuccess });
      $`go`;
    });
    expect([onSuccess.mock.calls.length, resultsIn(steps[1])]).toEqual([1, [{ x: 1 }]]);
  });

  it("runs without options", async () => {
    const { steps } = await play([call("t", { x: 1 })], ({ defTool, $ }) => {
      defTool("t", "", numbers, async ({ x }) => ({ x }));
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([{ x: 1 }]);
  });

  it("tells the model of an error, which may go on", async () => {
    const { steps, final } = await play([call("t", { x: 1 })], ({ defTool, $ }) => {
      defTool("t", "", numbers, () => {
        throw new Error("broken");
      });
      $`go`;
    });
    expect([resultsIn(steps[1]), final.content]).toEqual([[{ error: "broken" }], "end"]);
    expect(final.messages).toContainEqual(
      expect.objectContaining({ role: "tool", content: '{"error":"broken"}', is_error: true }),
    );
  });

  it("hands an error to onError on the way", async () => {
    const { steps } = await play([call("t", { x: 1 })], ({ defTool, $ }) => {
      const onError = (_input: { x: number }, { error }: { error: string }) => ({ note: `was: ${error}` });
      defTool("t", "", numbers, () => Promise.reject(new Error("broken")), { onError });
      $`go`;
    });
    expect(resultsIn(steps[1])).toEqual([{ note: "was: broken" }]);
  });

  it("gives a proxy back", async () => {
    await play([], ({ defTool, $ }) => {
      const proxy = defTool("myTool", "", numbers, () => "");
      expect([proxy.value, proxy.toString(), `${proxy}`]).toEqual(["<myTool>", "<myTool>", "<myTool>"]);
      $`go`;
    });
  });

  it("stands in a template by its tag", async () => {
    const { model } = await play([], ({ defTool, $ }) => {
      const calculator = defTool("calculator", "", numbers, () => "");
      $`Use ${calculator} on ${7}.`;
    });
    expect(model.requests[0]?.messages).toEqual([{ role: "user", content: "Use <calculator> on 7." }]);
  });
});
